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
 * Deletes the subscriptions whose URL starts with a prefix: its scheme, host and port, and whole parts of its path. One
 * that can't be deleted doesn't hold up the others; only if none can, the operation fails.
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
			description: 'How the URLs of the webhooks to delete start. Scheme and host are required.',
		}),
		flag('Dry Run', 'dryRun', {
			default: true,
			description: 'Whether to only list the webhooks without deleting them',
		}),
	],
	// One after the other: two items may mean the same webhooks.
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

/** Deletes them one by one. Returns for each why it is not certain that it is gone: only a new list proves that. */
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

/** Throws unless it has a host: a shorter text would match the webhooks of others. */
function parsePrefix(text: string): URL {
	// A URL without a host, such as https:///a, takes the first part of its path for it.
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
