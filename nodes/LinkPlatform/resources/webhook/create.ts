import { collection, secret } from '../../runner/fields';
import { omit } from '../../api/envelope';
import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { getWantedEvents } from '../../subscriptions/requests';
import { sendForRecord } from '../../runner/requests';
import { events, url } from './fields';

/** Creates a webhook (`POST /api/webhooks/subscribe`). For All Events, reads the list of event types first. */
export const create: CompositeOperation = {
	action: 'Create webhook',
	description: 'Have Link Platform send events to a URL',
	builderHint: 'For a URL outside of n8n; the Link Platform Trigger subscribes by itself',
	routes: ['POST /api/webhooks/subscribe', 'GET /api/webhooks/events'],
	fields: [
		url,
		events,
		collection('Additional Fields', [
			secret('Secret', 'secret', {
				description: 'Secret for signing the deliveries, so that you can verify them',
			}),
		]),
	],
	run: async (input, { client, isTool }) => {
		const body = {
			url: input.string('url'),
			events: await getWantedEvents(client, input.list('events')),
			...input.collection('additionalFields'),
		};
		const request = { ...toRequest('POST /api/webhooks/subscribe'), body };
		const created = await sendForRecord(client, request);
		// Return the secret to a workflow, but not to an AI agent, because anyone who knows it can forge deliveries.
		return [{ json: isTool ? omit(created, ['secret']) : created }];
	},
};
