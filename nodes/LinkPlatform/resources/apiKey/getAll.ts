import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/account/apikeys',
	fields: paging,
	answer: { as: 'list', collections: ['keys', 'apikeys'], isPaged: false },
};
