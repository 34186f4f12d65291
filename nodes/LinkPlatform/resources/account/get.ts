import type { RequestOperation } from '../../runner/operation';

export const get: RequestOperation = {
	action: 'Get account',
	description: 'Retrieve an account with its plan. The API key determines which account.',
	route: 'GET /api/account',
	fields: [],
};
