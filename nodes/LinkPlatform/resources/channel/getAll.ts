import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

/** `GET /api/channels` of v3 (document 1, Channels). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/channels',
	fields: paging,
	answer: { as: 'list', collections: ['channels'] },
};
