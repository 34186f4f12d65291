import type { Endpoint } from '../../operation/operation';
import { webhookId } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/webhooks/subscribe/{webhookId}',
	fields: [webhookId],
	answer: { as: 'deleted' },
};
