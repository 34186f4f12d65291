import type { RequestOperation } from '../../runner/operation';
import { domainId } from './fields';

export const remove: RequestOperation = {
	action: 'Delete domain permanently and break its links',
	description: 'Permanently remove a domain. All links that use it stop working.',
	route: 'DELETE /api/domain/{domainId}/delete',
	fields: [domainId],
};
