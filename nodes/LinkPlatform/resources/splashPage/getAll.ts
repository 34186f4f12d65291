import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

/** `GET /api/splash` of v3 (document 1, Custom splash). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/splash',
	fields: paging,
	answer: { as: 'list', collections: ['splash', 'splashes'] },
};
