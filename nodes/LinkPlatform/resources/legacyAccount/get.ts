import type { RequestOperation } from '../../runner/operation';

/** Gets the account: `GET /api/account` (legacy API, Account). */
export const get: RequestOperation = {
	action: 'Get legacy account',
	description: 'Retrieve an account with its status and expiry from the legacy API',
	route: 'GET legacy:/api/account',
	fields: [],
};
