import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { getChangedContent } from './content';
import { blockKey, changedContent } from './fields';

export const update: RequestOperation = {
	name: 'Update',
	action: 'Update bio block',
	description: 'Change the content of a block on a bio page',
	route: 'PUT /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey, ...changedContent],
	body: (input) => ({ content: getChangedContent(input) }),
};
