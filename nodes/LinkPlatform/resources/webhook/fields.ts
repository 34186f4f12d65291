import type { INodeProperties } from 'n8n-workflow';
import { byId, locator, optional, url as urlField, type Field } from '../../runner/fields';

export const webhookId = locator('Webhook', 'webhookId', 'searchWebhooks', [
	{ ...byId, placeholder: 'e.g. 12' },
]);

export const url = urlField('URL', 'url', {
	required: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/4f1c',
	description: 'URL to send events to',
});

export const events: INodeProperties = {
	displayName: 'Event Names or IDs',
	name: 'events',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getEventTypes' },
	default: [],
	required: true,
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

/** Returns a field for a URL. Its list offers the account's webhooks that deliver to this n8n instance. */
export function toUrlField(displayName: string, description: string): Field {
	const byUrl = {
		displayName: 'By URL',
		name: 'url',
		placeholder: 'e.g. https://n8n.example.com/webhook/4f1c',
	};
	const field = locator(displayName, 'webhookUrl', 'searchReceivers', [byUrl]);
	return { ...optional(field), description };
}
