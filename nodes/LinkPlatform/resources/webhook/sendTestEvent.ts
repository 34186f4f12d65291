import { randomUUID } from 'crypto';
import { Failure, joinSentences } from '../../api/failure';
import { fill } from '../../api/fill';
import type { Response } from '../../api/transport';
import { dropdown, json } from '../../runner/fields';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { ALL, EVENTS } from '../../events/events';
import { getProblem, parseResponse, toDelivery } from '../../subscriptions/heartbeat';
import { hasEvent, selectByUrl } from '../../subscriptions/plan';
import { getSubscriptions } from '../../subscriptions/requests';
import { getObject } from '../fields';
import { toUrlField } from './fields';
import { webhookMessages } from './messages';
import { describeReceiver, getReceivers } from './receivers';

/**
 * Sends a sample event in the same way as Link Platform. So users can test a workflow, e.g. without having to buy
 * their own product.
 */
export const sendTestEvent: CompositeOperation = {
	action: 'Send test event to webhook',
	description:
		'Send a signed sample event (with test: true) to a trigger, which starts its workflow',
	routes: ['GET /api/webhooks'],
	fields: [
		{ ...dropdown('Event', 'event', 'getSingleEvents'), required: true },
		toUrlField(
			'URL',
			'URL of a published trigger, or its test URL while it listens. Leave empty if only one trigger on this n8n receives the event.',
		),
		json('Data', 'data', {
			description: 'Fields to set in the sample event, e.g. {"productId": 7}',
		}),
	],
	run: async (input, context) => {
		const event = input.string('event');
		if (event === ALL) throw Failure.input(webhookMessages.oneEvent);
		const data = { ...EVENTS[event]?.sample, ...getObject(input, 'data') };
		const webhookUrl = await findUrl(input.string('webhookUrl'), event, context);
		const deliveryId = randomUUID();
		const secret = context.signingSecret(webhookUrl);
		const request = toDelivery(event, deliveryId, { test: true, data }, secret);
		const posted = await context.post(webhookUrl, request);
		const problem = getProblem(posted, webhookUrl);
		const httpCode = 'kind' in posted ? null : posted.statusCode;
		const response = problem
			? joinSentences(problem.message, problem.description)
			: describe(posted as Response);
		return [{ json: { event, deliveryId, delivered: problem === undefined, httpCode, response } }];
	},
};

/**
 * Returns the URL that the user entered. Throws if the account has no webhook with this URL. Without this check, an
 * attacker could talk an AI agent into starting any other workflow of this n8n instance. If the user entered no URL,
 * returns the URL of the only trigger of this n8n instance that receives the event.
 */
async function findUrl(
	entered: string,
	event: string,
	{ client, n8nUrl }: OperationContext,
): Promise<string> {
	if (entered !== '') {
		const [listed] = selectByUrl(await getSubscriptions(client), entered);
		if (!listed) throw Failure.input(webhookMessages.notSubscribed);
		return listed.url;
	}
	const receivers = await getReceivers(client, n8nUrl());
	const having = receivers.filter(({ events }) => hasEvent(events, event));
	if (having.length === 1) return having[0].url;
	if (having.length === 0) throw Failure.input(webhookMessages.noReceiver, { event });
	const urls = having.map(describeReceiver).join(', ');
	throw Failure.input(webhookMessages.severalReceivers, { event, urls });
}

/** Returns a sentence about a response with a 2xx status. */
function describe(response: Response): string {
	const { ignored } = parseResponse(response);
	return ignored === undefined
		? fill(webhookMessages.accepted, { status: response.statusCode })
		: fill(webhookMessages.ignored, { reason: String(ignored) });
}
