import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

/** `GET /api/pixels` of v3 (document 1, Pixels). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/pixels',
	fields: paging,
	answer: { as: 'list', collections: ['pixels'] },
};
