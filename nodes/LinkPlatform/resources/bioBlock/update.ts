import type { Endpoint } from '../../operation/operation';
import { bioPageId } from '../bioPage/fields';
import { changedContentOf } from './content';
import { blockKey, changedContent } from './fields';

export const update: Endpoint = {
	route: 'PUT /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey, ...changedContent],
	body: (input) => ({ content: changedContentOf(input) }),
};
