import { text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';

/**
 * Sends the block keys of a page "in the desired order" (current API, Bio profiles). The API docs don't say what
 * happens to a block whose key is missing.
 */
export const reorder: RequestOperation = {
	action: 'Reorder bio blocks',
	description: 'Change the order of the blocks on a bio page',
	route: 'PUT /api/bio/{bioPageId}/reorder',
	fields: [
		bioPageId,
		text('Order', 'order', {
			required: true,
			placeholder: 'e.g. b7f3a1, c20d94, a81e55',
			description:
				'Keys of all blocks of the page from top to bottom, separated by commas or as a JSON array',
		}),
	],
	body: (input) => ({ order: input.list('order') }),
};
