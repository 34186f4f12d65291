import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/webhooks',
	fields: paging,
	answer: { as: 'list', collections: ['webhooks'], isPaged: false },
};
