import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from './fields';

export const verifyDomain: RequestOperation = {
	route: 'GET /api/bio/{bioPageId}/domain/verify',
	fields: [bioPageId],
};
