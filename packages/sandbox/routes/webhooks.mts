import { randomBytes } from 'node:crypto';
import { z } from 'zod';

import type { Resource, Sandbox } from '../context.mts';
import type { Subscription } from '../deliveries.mts';
import { endpoints } from '../endpoints.mts';
import { deleted, done, ok, Refusal, toFieldRefusal } from '../envelope.mts';
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

		route('GET /api/webhooks', {}, () => listWebhooks(sandbox));

		route(
			'POST /api/webhooks/subscribe',
			{
				description:
					'Response not documented. It has the ID of the subscription, as seen at a deployment.',
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
			{ description: 'Response not documented. Assumed: names and descriptions.' },
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

/** Returns the response with the list of webhook subscriptions. */
function listWebhooks({ deliveries, settings }: Sandbox): object {
	const since = new Date(Date.now() - settings.listDelayMs).toISOString();
	const rows = deliveries
		.all()
		.filter(({ active }) => active || settings.inactiveWebhooks === 'listed')
		.filter(({ createdAt }) => settings.listDelayMs === 0 || createdAt < since)
		.map(toWebhookRecord)
		.map((row) => (settings.webhookUrls === 'masked' ? { ...row, url: mask(row.url) } : row));
	return ok({ webhooks: settings.listOrder === 'oldest' ? rows : rows.toReversed() });
}

/**
 * Creates a webhook subscription, and returns the response in the form that the settings specify. Refuses an unknown
 * event type and, depending on the settings, a second subscription for the URL (409) or a subscription beyond the limit
 * (403).
 */
function subscribe(sandbox: Sandbox, body: z.output<typeof subscriptionInput>) {
	const { deliveries } = sandbox;
	const { extraEvents, planEvents, subscribeAnswer, webhookLimit, webhooksPerUrl } =
		sandbox.settings;
	const known = [...eventTypes.map(({ name }) => name), ...extraEvents];
	const unknown = body.events.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		throw toFieldRefusal('events', `there is no event type "${unknown}"`);
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
	const made = toWebhookRecord(subscription);
	const data = body.secret === undefined ? { ...made, secret } : made;
	switch (subscribeAnswer) {
		case 'record':
			return ok(data);
		case 'id':
			return ok({ id: made.id });
		case 'topLevel':
			return { error: 0, ...data };
		case 'message':
			return done('The webhook has been subscribed.');
	}
}

/** Returns a URL without its path, which may be secret. */
function mask(url: string) {
	return `${new URL(url).origin}/***`;
}

/** Returns a webhook subscription without its secret. */
function toWebhookRecord({ secret, ...shown }: Subscription) {
	return shown;
}
