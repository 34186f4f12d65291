import { createHash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences } from '../../api/failure';
import { toId } from '../../runner/input';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import {
	getIgnoredCounts,
	getProblem,
	isOutdated,
	toHeartbeat,
} from '../../subscriptions/heartbeat';
import { checkMessages, webhookStateMessages } from '../../subscriptions/messages';
import { describeGap, describeState, removeExpired, run } from '../../subscriptions/run';
import { webhookMessages } from './messages';
import { events, url } from './fields';
import { flag } from '../../runner/fields';

/** The maximum number of URLs whose last check a node stores. */
const MOST_REMEMBERED = 100;

/**
 * Replaces a webhook that is missing, switched off (current API, States) or lacks a wanted event. The new webhook gets
 * the signing secret that the trigger expects. A webhook with additional events is kept. With 'Check Delivery', the
 * trigger has to confirm a heartbeat.
 */
export const ensureActive: CompositeOperation = {
	name: 'Ensure Active',
	action: 'Ensure webhook is active',
	description:
		'Make sure a webhook is active and receives the given events, and renew it if needed',
	builderHint: 'Seldom needed: a published Link Platform Trigger keeps itself subscribed',
	routes: [
		'GET /api/webhooks',
		'GET /api/webhooks/events',
		'DELETE /api/webhooks/subscribe/{webhookId}',
		'POST /api/webhooks/subscribe',
	],
	fields: [
		url,
		events,
		flag('Always Renew', 'alwaysRenew', {
			description:
				'Whether to renew even an active webhook, e.g. after the API key or secret has changed',
		}),
		flag('Check Delivery', 'checkDelivery', {
			description: "Whether to also send a signed test delivery, which doesn't start the workflow",
		}),
	],
	warnings: [
		{
			when: (input) => /^http:/i.test(input.string('url')),
			hint: () => webhookMessages.notEncrypted.message,
		},
	],
	orderingKey: (input) => input.string('url'),
	run: async (input, context) => {
		const { client, n8nUrl, getMemory } = context;
		const url = input.string('url');
		if (!/^https?:/i.test(url)) throw Failure.input(webhookMessages.invalidUrl);
		const isChecked = input.boolean('checkDelivery');
		const goal = {
			n8nUrl: n8nUrl(),
			url,
			chosen: input.list('events'),
			isDoubted: input.boolean('alwaysRenew'),
			isShared: true,
		};
		let todo = await run(context, goal, {});
		await removeExpired(client, goal.n8nUrl, todo.expired);
		let posted = isChecked ? await sendHeartbeat(context, url) : undefined;
		const isWrongSecret = posted !== undefined && isOutdated(posted.response);
		if (isWrongSecret) {
			if (!todo.create) todo = await run(context, { ...goal, isDoubted: true }, {});
			posted = await sendHeartbeat(context, url, todo.id);
		}
		const isLost = todo.create && todo.say !== 'doubted';
		const lastCheck = recordCheck(getMemory(), url);
		const { problem, ignored = {} } = posted ?? {};
		const doubt = isWrongSecret ? checkMessages.secretChanged : webhookStateMessages.renewed;
		const reason = describeState(todo, doubt.message);
		const json: IDataObject = {
			ok: problem === undefined,
			changed: todo.create,
			webhookId: toId(todo.id),
			reason: joinSentences(reason, isLost ? describeGap(lastCheck) : undefined, problem),
			delivered: isChecked ? problem === undefined : null,
			missedSince: isLost ? lastCheck : null,
			ignored,
		};
		return [{ json }];
	},
};

/**
 * Stores that a URL has a working webhook now. Returns the time of the previous check as an ISO date, or null. A
 * workflow's static data is kept forever, and everyone who can read the workflow sees it. So URLs are hashed, and only
 * the latest ones are stored.
 */
function recordCheck(memory: IDataObject, url: string): string | null {
	const key = createHash('sha256').update(url).digest('hex').slice(0, 16);
	const { [key]: last } = memory;
	delete memory[key];
	memory[key] = new Date().toISOString();
	// Object keys keep the order in which they were added, so the first one is the oldest.
	const [oldest, ...others] = Object.keys(memory);
	if (others.length >= MOST_REMEMBERED) delete memory[oldest];
	return typeof last === 'string' ? last : null;
}

/**
 * Sends a heartbeat to the trigger. Returns the reason if it didn't arrive, and the counts of events that the trigger
 * ignored. With `webhookId`, the trigger stores that webhook's ID and the current secret. Without it, the trigger keeps
 * the ID of its former webhook, which a list may not show, and deletes that one when it is unpublished.
 */
async function sendHeartbeat(
	{ post, signingSecret }: OperationContext,
	address: string,
	webhookId?: string,
) {
	const id = randomUUID();
	const heartbeat = toHeartbeat(id, signingSecret(address), webhookId);
	const response = await post(address, heartbeat);
	const problem = getProblem(response, address, id);
	return { response, problem, ignored: getIgnoredCounts(response, id) };
}
