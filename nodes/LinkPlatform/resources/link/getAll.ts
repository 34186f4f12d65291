import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/urls',
	fields: paging,
	answer: { as: 'list', collections: ['urls', 'links'] },
};
