import type { RequestOperation } from '../../operations/operation';
import { domainId } from './fields';

export const get: RequestOperation = { route: 'GET /api/domain/{domainId}', fields: [domainId] };
