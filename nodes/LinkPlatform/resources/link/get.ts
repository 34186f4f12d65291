import type { RequestOperation } from '../../operations/operation';
import { linkId } from './fields';

export const get: RequestOperation = { route: 'GET /api/url/{linkId}', fields: [linkId] };
