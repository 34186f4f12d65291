import { randomUUID } from 'crypto';
import { joinSentences } from '../../api/failure';
import { toId } from '../../runner/input';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { getProblem, isOutdated, toHeartbeat } from '../../subscriptions/heartbeat';
import { checkMessages, webhookStateMessages } from '../../subscriptions/messages';
import { describeState, removeExpired, run } from '../../subscriptions/run';
import { events, url } from './fields';
import { flag } from '../../runner/fields';

/**
 * Replaces a webhook that is missing, was switched off (current API, States), or lacks a wanted event. The new
 * webhook gets the signing secret that the trigger expects. A webhook with additional events is kept. With 'Check
 * Delivery', the trigger has to confirm a heartbeat.
 */
export const ensureActive: CompositeOperation = {
	action: 'Ensure webhook is active',
	description:
		'Make sure a webhook is active and receives the chosen events, and renew it if needed',
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
	orderingKey: (input) => input.string('url'),
	run: async (input, context) => {
		const { client, n8nUrl } = context;
		const url = input.string('url');
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
		const problem = posted?.problem;
		const doubt = isWrongSecret ? checkMessages.secretChanged : webhookStateMessages.renewed;
		const reason = joinSentences(describeState(todo, doubt), problem);
		const ok = problem === undefined;
		const delivered = isChecked ? ok : null;
		return [{ json: { ok, changed: todo.create, webhookId: toId(todo.id), reason, delivered } }];
	},
};

/**
 * Sends a heartbeat to the trigger. Returns the response, and the reason if the heartbeat didn't arrive. If
 * `webhookId` is given, the trigger stores it together with the current secret. Otherwise, the trigger still
 * remembers its former webhook. When the trigger is unpublished, it then deletes that former webhook, even if Link
 * Platform's list doesn't show it.
 */
async function sendHeartbeat(
	{ post, signingSecret }: OperationContext,
	address: string,
	webhookId?: string,
) {
	const id = randomUUID();
	const response = await post(address, toHeartbeat(id, signingSecret(address), webhookId));
	return { response, problem: getProblem(response, address, id) };
}
