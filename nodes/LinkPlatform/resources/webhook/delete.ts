import { deletion } from '../deletion';
import { webhookId } from './fields';

export const remove = deletion({
	action: 'Delete webhook permanently',
	description: 'Permanently delete a webhook. Nothing is sent to its URL anymore.',
	route: 'DELETE /api/webhooks/subscribe/{webhookId}',
	fields: [webhookId],
});
