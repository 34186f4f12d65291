import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/campaigns',
	fields: paging,
	answer: { as: 'list', collections: ['campaigns'] },
};
