import type { RequestOperation } from '../../operations/operation';

/** `GET /api/account` of the legacy API (Account). */
export const get: RequestOperation = { route: 'GET legacy:/api/account', fields: [] };
