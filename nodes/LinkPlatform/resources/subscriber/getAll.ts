import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from '../bioPage/fields';
import { paging } from '../fields';
import { getMany } from '../getMany';

export const getAll: RequestOperation = {
	...getMany({ route: 'GET /api/bio/{bioPageId}/subscribers', collections: ['subscribers'] }),
	fields: [bioPageId, ...paging],
};
