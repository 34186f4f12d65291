import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

/** `GET /api/domains` of v3 (document 1, Branded domains). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/domains',
	fields: paging,
	answer: { as: 'list', collections: ['domains'] },
};
