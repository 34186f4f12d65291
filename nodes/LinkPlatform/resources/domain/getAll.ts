import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/domains',
	fields: paging,
	answer: { as: 'list', collections: ['domains'], isPaged: false },
};
