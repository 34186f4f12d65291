import type { Endpoint } from '../../operation/operation';
import { domainId } from './fields';

export const get: Endpoint = { route: 'GET /api/domain/{domainId}', fields: [domainId] };
