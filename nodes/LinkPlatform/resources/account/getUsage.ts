import type { RequestOperation } from '../../operations/operation';

export const getUsage: RequestOperation = { route: 'GET /api/account/stats', fields: [] };
