import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { blockKey, changedContent, getContent } from './fields';

export const update: RequestOperation = {
	action: 'Update bio block',
	description: 'Change the content of a block on a bio page',
	route: 'PUT /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey, ...changedContent],
	body: (input) => {
		const field = input.string('contentMode') === 'json' ? 'content' : 'blockFields';
		return { content: input.nonEmptyCollection(field, getContent(input)) };
	},
};
