import type { Client } from '../../api/client';
import { Failure, getFailure, toFailure } from '../../api/failure';
import { toId } from '../../runner/input';
import type { CompositeOperation, Output } from '../../runner/operation';
import { subscriptionMessages } from '../../subscriptions/messages';
import { plan, type Subscription } from '../../subscriptions/plan';
import { getSubscriptions, unsubscribe } from '../../subscriptions/requests';
import { removeExpired } from '../../subscriptions/run';
import { flag, text } from '../../runner/fields';
import { webhookMessages } from './messages';

/**
 * Deletes the webhooks whose URL starts with a prefix of scheme, host, port and whole path segments. Throws only if
 * none of the matching webhooks can be deleted.
 */
export const cleanUp: CompositeOperation = {
	name: 'Clean Up',
	action: 'Clean up webhooks by deleting them permanently',
	description:
		"Delete all webhooks whose URL starts with a given prefix, e.g. those of an old n8n instance. With 'Dry Run', they are only listed.",
	routes: ['GET /api/webhooks', 'DELETE /api/webhooks/subscribe/{webhookId}'],
	fields: [
		text('URL Prefix', 'urlPrefix', {
			required: true,
			placeholder: 'e.g. https://old-n8n.example.com/',
			description: 'Deletes webhooks whose URL starts with this. Include scheme and host.',
		}),
		flag('Dry Run', 'dryRun', {
			default: true,
			description: 'Whether to only list the webhooks without deleting them',
		}),
	],
	// Items run one by one, because two items may match the same webhooks.
	orderingKey: () => 'webhooks',
	run: async (input, { client, n8nUrl }) => {
		const prefix = parsePrefix(input.string('urlPrefix'));
		const isDryRun = input.boolean('dryRun');
		const all = await getSubscriptions(client);
		const matching = all.filter(({ url }) => startsWith(url, prefix));
		if (!isDryRun) {
			const others = all.filter((one) => !matching.includes(one));
			await removeExpired(client, n8nUrl(), plan({ n8nUrl: n8nUrl() }, {}, others).expired);
		}
		const failures = isDryRun ? [] : await deleteAll(client, matching);
		const outputs = matching.map(({ id, url, events = [] }, index): Output => {
			const failure = failures[index];
			const about = { webhookId: toId(id), url, events, deleted: !isDryRun && !failure };
			return { json: failure ? { ...about, reason: failure.message } : about };
		});
		if (failures.length > 0 && failures.every(Boolean)) throw failures[0]!;
		return outputs;
	},
};

/**
 * Deletes webhooks one by one, then reads the list of webhooks. Returns a failure for each webhook that may still
 * exist.
 */
async function deleteAll(
	client: Client,
	subscriptions: Subscription[],
): Promise<Array<Failure | undefined>> {
	const failures: Array<Failure | undefined> = [];
	for (const { id } of subscriptions) failures.push(await getFailure(unsubscribe(client, id)));
	if (failures.every(Boolean)) return failures;
	const left = await getSubscriptions(client).catch(toFailure);
	if (left instanceof Failure) return failures.map((failure) => failure ?? left);
	const stillListed = Failure.unusable(subscriptionMessages.stillListed);
	return subscriptions.map(({ id }, index) => {
		return failures[index] ?? (left.some((one) => one.id === id) ? stillListed : undefined);
	});
}

/** Parses the URL prefix. Throws if it has no host, because such a prefix could match webhooks of other systems. */
function parsePrefix(text: string): URL {
	// `new URL` would take the first path segment of https:///a as the host.
	const isAddress = URL.canParse(text) && /^https?:\/\/[^/]/i.test(text) && !/[?#]/.test(text);
	if (!isAddress) throw Failure.input(webhookMessages.invalidPrefix);
	return new URL(text);
}

function startsWith(text: string, prefix: URL): boolean {
	if (!URL.canParse(text)) return false;
	const url = new URL(text);
	const path = prefix.pathname.replace(/\/$/, '');
	return url.origin === prefix.origin && `${url.pathname}/`.startsWith(`${path}/`);
}
