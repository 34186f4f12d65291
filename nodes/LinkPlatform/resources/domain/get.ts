import type { RequestOperation } from '../../runner/operation';
import { domainId } from './fields';

export const get: RequestOperation = {
	name: 'Get',
	action: 'Get domain',
	description: 'Retrieve a domain with the status of its DNS records',
	route: 'GET /api/domain/{domainId}',
	fields: [domainId],
};
