import { Failure, getFailure } from '../../api/failure';
import { toId } from '../../runner/input';
import type { CompositeOperation } from '../../runner/operation';
import { getSubscriptions, unsubscribe } from '../../subscriptions/requests';
import { removeExpired } from '../../subscriptions/run';
import { flag, text } from '../../runner/fields';
import { webhookMessages } from './messages';

/**
 * Deletes the webhooks whose URL starts with a prefix. The prefix consists of the scheme, host, port and whole path
 * segments. A webhook counts as deleted if it is missing from the list that is read afterward. Throws only if none of
 * the matching webhooks can be deleted.
 */
export const cleanUp: CompositeOperation = {
	action: 'Clean up webhooks by deleting them permanently',
	description:
		"Delete all webhooks whose URL starts with a given prefix, e.g. those of an old n8n instance. If 'Dry Run' is on, the node only lists them.",
	routes: ['GET /api/webhooks', 'DELETE /api/webhooks/subscribe/{webhookId}'],
	fields: [
		text('URL Prefix', 'urlPrefix', {
			required: true,
			placeholder: 'e.g. https://old-n8n.example.com/',
			description: 'Deletes webhooks whose URL starts with this. Include https:// and the host.',
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
		const failures: Array<Failure | undefined> = [];
		let listed = all;
		if (!isDryRun) {
			for (const { id } of matching) failures.push(await getFailure(unsubscribe(client, id)));
			listed = await getSubscriptions(client);
			await removeExpired(client, n8nUrl(), listed);
		}
		const isListed = (id: string) => listed.some((one) => one.id === id);
		const [first] = failures;
		if (first && matching.every(({ id }) => isListed(id))) throw first;
		return matching.map(({ id, url, events = [] }, index) => {
			const deleted = !isListed(id);
			const reason = deleted ? undefined : failures[index]?.message;
			return { json: { webhookId: toId(id), url, events, deleted, reason } };
		});
	},
};

/** Parses the URL prefix. Throws if it lacks a host, because such a prefix could match webhooks of other systems. */
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
