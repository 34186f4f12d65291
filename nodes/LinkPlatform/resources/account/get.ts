import type { RequestOperation } from '../../runner/operation';

export const get: RequestOperation = {
	action: 'Get account',
	description: 'Retrieve an account with its plan',
	route: 'GET /api/account',
	fields: [],
};
