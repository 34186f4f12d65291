import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from '../bioPage/fields';
import { getChangedContent } from './content';
import { blockKey, changedContent } from './fields';

export const update: RequestOperation = {
	route: 'PUT /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey, ...changedContent],
	body: (input) => ({ content: getChangedContent(input) }),
};
