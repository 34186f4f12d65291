import type { Endpoint } from '../../operation/operation';
import { bioPageId } from './fields';

export const verifyDomain: Endpoint = {
	route: 'GET /api/bio/{bioPageId}/domain/verify',
	fields: [bioPageId],
};
