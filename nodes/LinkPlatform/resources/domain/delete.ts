import { deletion } from '../deletion';
import { domainId } from './fields';

export const remove = deletion({
	action: 'Delete domain permanently and break its links',
	description: 'Permanently remove a domain. All links that use it stop working.',
	route: 'DELETE /api/domain/{domainId}/delete',
	fields: [domainId],
});
