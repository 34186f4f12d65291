import type { RequestOperation } from '../../runner/operation';
import { webhookId } from './fields';

export const remove: RequestOperation = {
	action: 'Delete webhook permanently',
	description: 'Permanently delete a webhook. Nothing is sent to its URL anymore.',
	route: 'DELETE /api/webhooks/subscribe/{webhookId}',
	fields: [webhookId],
};
