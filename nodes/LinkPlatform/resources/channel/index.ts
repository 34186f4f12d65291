import type { Resource } from '../../runner/operation';
import { assignItem } from './assignItem';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { getItems } from './getItems';
import { update } from './update';

/** Labeled groups of links, bio pages and QR codes (legacy API, Channels). */
export const channel: Resource = {
	value: 'channel',
	description: 'Collections of records',
	operations: { create, assignItem, getItems, getAll, update, delete: remove },
};
