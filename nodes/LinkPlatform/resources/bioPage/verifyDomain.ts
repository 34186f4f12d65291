import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from './fields';

export const verifyDomain: RequestOperation = {
	action: 'Verify bio page domain',
	description: 'Check the domain of a bio page, and get the DNS records it needs',
	route: 'GET /api/bio/{bioPageId}/domain/verify',
	fields: [bioPageId],
};
