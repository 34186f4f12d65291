import type { Endpoint } from '../../operation/operation';
import { domainId } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/domain/{domainId}/delete',
	fields: [domainId],
	answer: { as: 'deleted' },
};
