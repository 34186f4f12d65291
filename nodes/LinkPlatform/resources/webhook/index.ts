import type { Resource } from '../../operations/operation';
import { cleanUp } from './cleanUp';
import { create } from './create';
import { remove } from './delete';
import { ensureActive } from './ensureActive';
import { getAll } from './getAll';
import { getEventTypes } from './getEventTypes';

export const webhook: Resource = {
	option: { name: 'Webhook', value: 'webhook' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Clean Up',
				value: 'cleanUp',
				action: 'Clean up webhooks',
				description:
					"Delete all webhooks whose URL starts with a text, e.g. those of an n8n that has moved; with 'Dry Run' they are only listed",
			},
			{
				name: 'Create',
				value: 'create',
				action: 'Create webhook',
				description: 'Have the service send events to a URL',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete webhook',
				description: 'Delete a webhook for good: nothing is sent to its URL any more',
			},
			{
				name: 'Ensure Active',
				value: 'ensureActive',
				action: 'Ensure webhook is active',
				description:
					'Check that a URL still gets the wanted events, and subscribe it again where the service has dropped it',
			},
			{
				name: 'Get Event Types',
				value: 'getEventTypes',
				action: 'Get webhook event types',
				description: 'Get the types of events that the service can send',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many webhooks',
				description: 'Get the active webhooks of the account',
			},
		],
		default: 'getAll',
	},
	operations: { cleanUp, create, delete: remove, ensureActive, getAll, getEventTypes },
};
