import type { Endpoint } from '../../operation/operation';
import { linkId } from './fields';

export const get: Endpoint = { route: 'GET /api/url/{linkId}', fields: [linkId] };
