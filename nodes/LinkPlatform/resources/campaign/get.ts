import type { Endpoint } from '../../operation/operation';
import { campaignId } from './fields';

export const get: Endpoint = { route: 'GET /api/campaign/{campaignId}', fields: [campaignId] };
