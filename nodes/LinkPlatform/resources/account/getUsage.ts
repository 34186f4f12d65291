import type { Endpoint } from '../../operation/operation';

export const getUsage: Endpoint = { route: 'GET /api/account/stats', fields: [] };
