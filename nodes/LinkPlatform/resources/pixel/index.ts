import type { Resource } from '../../runner/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Tracking pixels of advertising and analytics providers (legacy API, Pixels). */
export const pixel: Resource = {
	value: 'pixel',
	description: 'Tracking pixels of ad networks',
	operations: { create, getAll, update, delete: remove },
};
