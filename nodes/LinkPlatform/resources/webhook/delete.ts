import type { RequestOperation } from '../../operations/operation';
import { webhookId } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/webhooks/subscribe/{webhookId}',
	fields: [webhookId],
	response: { as: 'deleted' },
};
