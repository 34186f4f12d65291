import type { Endpoint } from '../../operation/operation';
import { bioPageId } from '../bioPage/fields';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/bio/{bioPageId}/subscribers',
	fields: [bioPageId, ...paging],
	answer: { as: 'list', collections: ['subscribers'] },
};
