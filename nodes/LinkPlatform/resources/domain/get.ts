import type { RequestOperation } from '../../runner/operation';
import { domainId } from './fields';

export const get: RequestOperation = {
	action: 'Get domain',
	description: 'Retrieve a domain with its DNS records',
	route: 'GET /api/domain/{domainId}',
	fields: [domainId],
};
