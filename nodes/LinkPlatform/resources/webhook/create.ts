import { recordOf } from '../../operation/items';
import type { Composite } from '../../operation/operation';
import { locate } from '../../operation/request';
import { wantedEvents } from '../../trigger/subscription';
import { events, url } from './fields';

/** `POST /api/webhooks/subscribe`; for All Events the service is asked first which there are. */
export const create: Composite = {
	calls: ['POST /api/webhooks/subscribe', 'GET /api/webhooks/events'],
	fields: [
		url,
		events,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Secret',
					name: 'secret',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					description: 'What the service signs its deliveries with, so that you can check them',
				},
			],
		},
	],
	run: async (input, { client }) => {
		const body = {
			url: input.text('url'),
			events: await wantedEvents(client, input.list('events')),
			...input.group('additionalFields'),
		};
		const request = locate('POST /api/webhooks/subscribe');
		return [{ json: recordOf(await client.send({ ...request, body })) }];
	},
};
