import type { RequestOperation } from '../../operations/operation';

/** `GET /api/account` of v3 (document 1, Account). */
export const get: RequestOperation = { route: 'GET legacy:/api/account', fields: [] };
