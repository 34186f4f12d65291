import type { RequestOperation } from '../../runner/operation';

export const get: RequestOperation = {
	name: 'Get',
	action: 'Get account',
	description: 'Retrieve an account with its plan: the one that the API key belongs to',
	route: 'GET /api/account',
	fields: [],
};
