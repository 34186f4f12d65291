import type { Endpoint } from '../../operation/operation';

export const get: Endpoint = { route: 'GET /api/account', fields: [] };
