import { randomUUID } from 'crypto';
import { Failure, joinSentences } from '../../api/failure';
import { fill } from '../../api/fill';
import type { Response } from '../../api/transport';
import { dropdown, json } from '../../runner/fields';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { EVENTS } from '../../events/events';
import { getProblem, parseResponse, toDelivery } from '../../subscriptions/heartbeat';
import { hasEvent, selectByUrl } from '../../subscriptions/plan';
import { getSubscriptions } from '../../subscriptions/requests';
import { getObject } from '../fields';
import { toUrlField } from './fields';
import { webhookMessages } from './messages';
import { describeReceiver, getReceivers } from './receivers';

/**
 * Sends a sample event as Link Platform would, so that users can test a workflow without e.g. buying their own product.
 */
export const sendTestEvent: CompositeOperation = {
	name: 'Send Test Event',
	action: 'Send test event to webhook',
	description:
		'Send a signed sample event to a trigger, which runs its workflow with it. It has test: true.',
	routes: ['GET /api/webhooks'],
	fields: [
		{ ...dropdown('Event', 'event', 'getEventTypes'), required: true },
		toUrlField(
			'URL',
			'URL of a published trigger, or its test URL while it listens. Leave empty if only one trigger on this n8n receives the event.',
		),
		json('Data', 'data', {
			description: 'Fields that differ from the sample, e.g. {"productId": 7}',
		}),
	],
	run: async (input, context) => {
		const event = input.string('event');
		const data = { ...EVENTS[event]?.sample, ...getObject(input, 'data') };
		const entered = input.string('webhookUrl');
		if (entered !== '') await assertSubscribed(entered, context);
		const webhookUrl = entered || (await findReceiver(event, context));
		const deliveryId = randomUUID();
		const secret = context.signingSecret(webhookUrl);
		const request = toDelivery(event, deliveryId, { test: true, data }, secret);
		const posted = await context.post(webhookUrl, request);
		const problem = getProblem(posted, webhookUrl);
		const httpCode = 'kind' in posted ? null : posted.statusCode;
		const response = describe(posted, webhookUrl, problem);
		return [{ json: { event, deliveryId, delivered: problem === undefined, httpCode, response } }];
	},
};

/**
 * Returns the URL of the trigger that receives the event. Throws if several triggers of this n8n instance do, because
 * the user has to choose one.
 */
async function findReceiver(event: string, { client, n8nUrl }: OperationContext): Promise<string> {
	const receivers = await getReceivers(client, n8nUrl());
	const having = receivers.filter(({ events }) => hasEvent(events, event));
	if (having.length === 1) return having[0].url;
	if (having.length === 0) throw Failure.input(webhookMessages.noReceiver, { event });
	const urls = having.map(describeReceiver).join(', ');
	throw Failure.input(webhookMessages.severalReceivers, { event, urls });
}

/**
 * Throws unless the account has a webhook with this URL. Without this check, an attacker could talk an AI agent into
 * starting any other workflow of this n8n instance.
 */
async function assertSubscribed(webhookUrl: string, { client }: OperationContext): Promise<void> {
	const isAddress = /^https?:/i.test(webhookUrl) && URL.canParse(webhookUrl);
	if (!isAddress) throw Failure.input(webhookMessages.invalidUrl);
	const isSubscribed = selectByUrl(await getSubscriptions(client), webhookUrl).length > 0;
	if (!isSubscribed) throw Failure.input(webhookMessages.notSubscribed);
}

/** Returns a sentence about the result. `problem` is the reason why the event wasn't delivered. */
function describe(posted: Response | Failure, url: string, problem?: string): string {
	if ('kind' in posted) return String(problem);
	const { notListening, accepted, runs, ignored: leftOut } = webhookMessages;
	const { statusCode: status } = posted;
	if (status === 404 && url.includes('/webhook-test/')) {
		return joinSentences(notListening.message, notListening.description);
	}
	if (problem !== undefined) return problem;
	const { received, ignored } = parseResponse(posted);
	if (received !== true) return fill(accepted, { status }).message;
	if (ignored === undefined) return runs.message;
	return fill(leftOut, { reason: String(ignored) }).message;
}
