import type { Endpoint } from '../../operation/operation';

/** `GET /api/account` of v3 (document 1, Account). */
export const get: Endpoint = { route: 'GET legacy:/api/account', fields: [] };
