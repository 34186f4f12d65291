import type { INodeProperties } from 'n8n-workflow';
import { locator, url as urlField } from '../../runner/fields';

export const webhookId = locator({
	displayName: 'Webhook',
	name: 'webhookId',
	searchListMethod: 'searchWebhooks',
	id: '12',
});

export const url: INodeProperties = urlField('URL', 'url', {
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
