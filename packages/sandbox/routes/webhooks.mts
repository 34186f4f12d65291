import { randomBytes } from 'node:crypto';
import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import type { Subscription } from '../deliveries.mts';
import { endpoints } from '../endpoints.mts';
import { deleted, done, inOrder, list, ok, Refusal, toFieldRefusal } from '../envelope.mts';
import { eventTypes } from '../events.mts';
import * as schemas from '../schemas.mts';

const subscriptionInput = z.strictObject({
	url: schemas.webUrl,
	events: z.array(z.string()).min(1, 'must name an event type'),
	secret: schemas.text.optional(),
});

/** Webhook subscriptions (current API, Endpoints, Webhook subscriptions). */
export const webhooks: Resource = {
	routes(app, sandbox) {
		const { deliveries } = sandbox;
		const route = endpoints(app, 'Webhooks', 'webhook');

		route(
			'GET /api/webhooks',
			{ description: 'Documented without pages: see settings.', query: schemas.pageQuery },
			({ query }) => listWebhooks(sandbox, query),
		);

		route(
			'POST /api/webhooks/subscribe',
			{
				description:
					'Response not documented: assumed, the subscription. Without a secret one ' +
					'is made and shown this once.',
				body: subscriptionInput,
			},
			({ body }) => subscribe(sandbox, body),
		);

		route('DELETE /api/webhooks/subscribe/:id', {}, ({ params }, reply) => {
			if (!deliveries.unsubscribe(params.id)) {
				throw new Refusal(404, `There is no webhook with id ${params.id}.`);
			}
			deleted(reply, sandbox.settings, 'The webhook has been deleted.');
		});

		route(
			'GET /api/webhooks/events',
			{ description: 'Response not documented: names and descriptions.' },
			() => {
				const { settings } = sandbox;
				const extra = settings.extraEvents.map((name) => ({ name, description: '' }));
				const events = [...eventTypes, ...extra];
				const forms = {
					objects: events,
					strings: events.map(({ name }) => name),
					keyed: Object.fromEntries(events.map(({ name, description }) => [name, description])),
				};
				return ok({ events: forms[settings.eventTypes] });
			},
		);
	},
};

function listWebhooks(
	{ deliveries, settings }: Sandbox,
	query: z.output<typeof schemas.pageQuery>,
) {
	const { webhookPageSize: size, invalidStatus, inactiveWebhooks, webhookIds } = settings;
	const since = new Date(Date.now() - settings.listDelayMs).toISOString();
	const rows = deliveries
		.all()
		.filter(({ active }) => active || inactiveWebhooks === 'listed')
		.filter(({ createdAt }) => settings.listDelayMs === 0 || createdAt < since)
		.map((one) => toWebhookRecord(one, settings))
		.map(({ id, ...rest }) => (webhookIds === 'shown' ? { id, ...rest } : rest));
	const source = {
		total: rows.length,
		rows: (limit: number, offset: number) => rows.slice(offset, offset + limit),
	};
	if (size === null) {
		const [unknown] = Object.keys(query);
		const whole = inOrder(source, settings.listOrder).rows(rows.length, 0);
		if (unknown === undefined) return ok({ webhooks: whole });
		throw new Refusal(invalidStatus, `Unknown query parameter "${unknown}".`, unknown);
	}
	return list('webhooks', { ...settings, maxPageSize: size }, query, source, size);
}

function subscribe(sandbox: Sandbox, body: z.output<typeof subscriptionInput>) {
	const { deliveries } = sandbox;
	const { extraEvents, planEvents, subscribeAnswer, webhookLimit, webhooksPerUrl } =
		sandbox.settings;
	const known = [...eventTypes.map(({ name }) => name), ...extraEvents];
	const unknown = body.events.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		throw toFieldRefusal(sandbox, 'events', `there is no event type "${unknown}"`);
	}
	const all = deliveries.all();
	const present = all.find(({ url }) => new URL(url).href === new URL(body.url).href);
	if (webhooksPerUrl === 'one' && present) {
		throw new Refusal(409, 'This URL has a webhook already.');
	}
	const replaced = webhooksPerUrl === 'replaced' ? present?.id : undefined;
	const isMore = replaced === undefined;
	if (isMore && webhookLimit !== null && all.length >= webhookLimit) {
		throw new Refusal(403, `Your plan allows ${webhookLimit} webhooks.`);
	}
	const secret = body.secret ?? randomBytes(24).toString('hex');
	const isIncluded = (name: string) => planEvents?.includes(name) ?? true;
	const events = [...new Set(body.events)].filter(isIncluded);
	const subscription = deliveries.subscribe(body.url, events, secret, replaced);
	const made = toWebhookRecord(subscription, sandbox.settings);
	const data = body.secret === undefined ? { ...made, secret } : made;
	switch (subscribeAnswer) {
		case 'record':
			return ok(data);
		case 'topLevel':
			return { error: 0, ...data };
		case 'message':
			return done('The webhook has been subscribed.');
	}
}

function toWebhookRecord(
	{ id, url, events, active, createdAt }: Subscription,
	{ subscribedEvents }: Sandbox['settings'],
) {
	return { id, url, ...(subscribedEvents === 'echoed' ? { events } : {}), active, createdAt };
}
