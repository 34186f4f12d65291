import { randomBytes } from 'node:crypto';
import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import type { Subscription } from '../deliveries.mts';
import { webhookTable } from '../deliveries.mts';
import { deleted, done, list, ok, Refusal } from '../envelope.mts';
import { eventTypes } from '../events.mts';
import * as schemas from '../schemas.mts';
import { toFieldRefusal } from './links.mts';

const record = z.strictObject({
	id: z.int(),
	url: z.string(),
	events: z.array(z.string()),
	active: z.boolean(),
	createdAt: z.string().describe('ISO 8601'),
});

/** Webhook subscriptions (current API, Endpoints, Webhook subscriptions). */
export const webhooks: Resource = {
	tables: webhookTable,

	routes(app, sandbox) {
		const { deliveries } = sandbox;
		const tags = ['Webhooks'];

		app.get(
			'/api/webhooks',
			{
				config: { access: 'webhook:read' },
				schema: {
					tags,
					description: 'Documented without pages: see settings.',
					querystring: schemas.pageQuery,
					response: {
						200: z.union([
							schemas.answer(z.strictObject({ webhooks: z.array(record) })),
							schemas.listAnswer('webhooks', record),
						]),
					},
				},
			},
			({ query }) => {
				const { settings } = sandbox;
				const { webhookPageSize: size, invalidStatus } = settings;
				const active = deliveries.all().filter((subscription) => subscription.active);
				const rows = active.map(toWebhookRecord);
				if (size === null) {
					const [unknown] = Object.keys(query);
					if (unknown === undefined) return ok({ webhooks: rows });
					throw new Refusal(invalidStatus, `Unknown query parameter "${unknown}".`, unknown);
				}
				const source = {
					total: rows.length,
					rows: (limit: number, offset: number) => rows.slice(offset, offset + limit),
				};
				return list('webhooks', { ...settings, maxPageSize: size }, query, source, size);
			},
		);

		app.post(
			'/api/webhooks/subscribe',
			{
				config: { access: 'webhook:write' },
				schema: {
					tags,
					description:
						'Answer not documented: assumed, the subscription. Without a secret one ' +
						'is made and shown this once.',
					body: z.strictObject({
						url: schemas.webUrl,
						events: z.array(z.string()).min(1, 'must name an event type'),
						secret: schemas.text.optional(),
					}),
				},
			},
			({ body }) => {
				for (const name of body.events) checkEvent(sandbox, name);
				const isTaken = deliveries.all().some(({ url }) => url === body.url);
				if (isTaken && sandbox.settings.webhooksPerUrl === 'one') {
					throw new Refusal(409, 'This URL has a webhook already.');
				}
				const secret = body.secret ?? randomBytes(24).toString('hex');
				const events = [...new Set(body.events)];
				const made = toWebhookRecord(deliveries.subscribe(body.url, events, secret));
				const data = body.secret === undefined ? { ...made, secret } : made;
				switch (sandbox.settings.subscribeAnswer) {
					case 'record':
						return ok(data);
					case 'topLevel':
						return { error: 0, ...data };
					case 'message':
						return done('The webhook has been subscribed.');
				}
			},
		);

		app.delete(
			'/api/webhooks/subscribe/:id',
			{ config: { access: 'webhook:write' }, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				if (!deliveries.unsubscribe(params.id)) {
					throw new Refusal(404, `There is no webhook with id ${params.id}.`);
				}
				deleted(reply, sandbox.settings, 'The webhook has been deleted.');
			},
		);

		app.get(
			'/api/webhooks/events',
			{
				config: { access: 'webhook:read' },
				schema: { tags, description: 'Answer not documented: names and descriptions.' },
			},
			() => {
				const { settings } = sandbox;
				const extra = settings.extraEvents.map((name) => ({ name, description: '' }));
				const events = [...eventTypes, ...extra];
				const asNames = settings.eventTypes === 'strings';
				return ok({ events: asNames ? events.map(({ name }) => name) : events });
			},
		);
	},
};

function checkEvent(sandbox: Sandbox, name: string): void {
	const known =
		eventTypes.some((type) => type.name === name) || sandbox.settings.extraEvents.includes(name);
	if (!known) throw toFieldRefusal(sandbox, 'events', `there is no event type "${name}"`);
}

function toWebhookRecord({ secret, ...shown }: Subscription): z.input<typeof record> {
	return shown;
}
