import type { Resource } from '../../runner/operation';
import { create } from './create';
import { remove } from './delete';
import { reorder } from './reorder';
import { update } from './update';

/** The blocks of a bio page, such as links and headers (current API, Bio profiles). */
export const bioBlock: Resource = {
	value: 'bioBlock',
	description: 'Blocks of a bio page',
	operations: { create, update, reorder, delete: remove },
};
