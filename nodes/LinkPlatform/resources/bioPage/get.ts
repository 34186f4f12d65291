import type { Endpoint } from '../../operation/operation';
import { bioPageId } from './fields';

export const get: Endpoint = { route: 'GET /api/bio/{bioPageId}', fields: [bioPageId] };
