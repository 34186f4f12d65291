import type { RequestOperation } from '../../operations/operation';

export const get: RequestOperation = { route: 'GET /api/account', fields: [] };
