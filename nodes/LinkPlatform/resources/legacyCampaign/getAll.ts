import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';
import { campaignOf } from './record';

/** `GET /api/campaigns` of v3 (document 1, Campaigns). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/campaigns',
	fields: paging,
	answer: { as: 'list', collections: ['campaigns'], row: campaignOf },
};
