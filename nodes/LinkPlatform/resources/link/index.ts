import type { Resource } from '../../runner/operation';
import { create } from './create';
import { createOnce } from './createOnce';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';
import { waitForClick } from './waitForClick';

export const link: Resource = {
	value: 'link',
	description: 'Short links',
	operations: { create, upsert, createOnce, get, getAll, update, waitForClick, delete: remove },
};
