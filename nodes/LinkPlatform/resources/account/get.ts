import type { RequestOperation } from '../../runner/operation';

export const get: RequestOperation = {
	name: 'Get',
	action: 'Get account',
	description: 'Retrieve an account, the one that the API key belongs to, with its plan',
	route: 'GET /api/account',
	fields: [],
};
