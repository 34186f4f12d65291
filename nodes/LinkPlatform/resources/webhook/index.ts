import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { cleanUp } from './cleanUp';
import { create } from './create';
import { remove } from './delete';
import { ensureActive } from './ensureActive';
import { getAll } from './getAll';
import { getEventTypes } from './getEventTypes';
import { waitForEvent } from './waitForEvent';

export const webhook: Resource = {
	option: { name: 'Webhook', value: 'webhook', description: 'Events sent to a URL' },
	operationField: operationMenu('getAll', [
		{
			name: 'Ensure Active',
			value: 'ensureActive',
			action: 'Ensure webhook is active',
			description:
				'Make sure a webhook is active and receives the given events, and renew it if needed',
			builderHint: {
				propertyHint: 'Seldom needed: a published Link Platform Trigger keeps itself subscribed',
			},
		},
		{
			name: 'Wait for Event',
			value: 'waitForEvent',
			action: 'Wait for webhook event',
			description: 'Pause the workflow until an event happens or a time has passed',
			builderHint: {
				propertyHint:
					'Takes one item. To run a workflow at each event use the Link Platform Trigger.',
			},
		},
		{
			name: 'Create',
			value: 'create',
			action: 'Create webhook',
			description: 'Have Link Platform send events to a URL',
			builderHint: {
				propertyHint: 'For a URL outside of n8n; the Link Platform Trigger subscribes by itself',
			},
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many webhooks',
			description: 'Get the active webhooks of the account',
		},
		{
			name: 'Get Event Types',
			value: 'getEventTypes',
			action: 'Get webhook event types',
			description: 'Get the types of events that Link Platform can send',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete webhook permanently',
			description: 'Permanently delete a webhook. Nothing is sent to its URL anymore.',
		},
		{
			name: 'Clean Up',
			value: 'cleanUp',
			action: 'Clean up webhooks by deleting them permanently',
			description:
				"Delete all webhooks whose URL starts with a given prefix, e.g. those of an old n8n instance. With 'Dry Run', they are only listed.",
		},
	]),
	operations: {
		cleanUp,
		create,
		delete: remove,
		ensureActive,
		getAll,
		getEventTypes,
		waitForEvent,
	},
};
