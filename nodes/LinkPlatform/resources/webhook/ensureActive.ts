import type { Client } from '../../api/client';
import { toFailure, type Failure } from '../../api/failure';
import { toId } from '../../operations/input';
import type { CompositeOperation, Output } from '../../operations/operation';
import {
	getSubscriptions,
	getWantedEvents,
	subscribe,
	unsubscribe,
} from '../../webhooks/subscriptions';
import type { Subscription } from '../../webhooks/subscriptions';
import { events, url } from './fields';

/**
 * Repairs what the service switched off (current API, States): a subscription that is missing, inactive
 * or lacks a wanted event is replaced. It is signed as the trigger expects it. More events than wanted
 * are fine.
 */
export const ensureActive: CompositeOperation = {
	routes: [
		'GET /api/webhooks',
		'GET /api/webhooks/events',
		'DELETE /api/webhooks/subscribe/{webhookId}',
		'POST /api/webhooks/subscribe',
	],
	fields: [
		url,
		events,
		{
			displayName: 'Always Renew',
			name: 'alwaysRenew',
			type: 'boolean',
			default: false,
			description:
				'Whether to renew the webhook even if it is active. Needed once after the API key or secret has changed.',
		},
	],
	warnings: [
		{
			when: (input) => /^http:/i.test(input.string('url')),
			hint: () =>
				'The URL is not encrypted. Anyone on the way can read the events, and Link Platform may refuse it: use https.',
		},
	],
	orderingKey: (input) => input.string('url'),
	run: async (input, { client, signingSecret }) => {
		const address = input.string('url');
		const wanted = await getWantedEvents(client, input.list('events'));
		const present = (await getSubscriptions(client)).filter((one) => one.url === address);
		const fine = present.find((one) => getFlaw(one, wanted) === undefined);
		if (fine && !input.boolean('alwaysRenew')) {
			return [outcome(fine.id, false, 'It is active and has all wanted events')];
		}
		const reason = fine ? 'It was renewed as asked for' : getFlaw(present.at(0), wanted);
		const id = await renew(client, address, wanted, signingSecret(address), present);
		return [outcome(id, true, reason as string)];
	},
};

/** What is wrong with a subscription, in words; undefined if it is as wanted. */
function getFlaw(subscription: Subscription | undefined, wanted: string[]): string | undefined {
	if (!subscription) return 'It was missing, or the service had switched it off';
	if (!subscription.isActive) return 'The service had switched it off';
	const missing = wanted.filter((event) => !subscription.events.includes(event));
	return missing.length > 0 ? `It lacked ${missing.join(', ')}` : undefined;
}

/**
 * Subscribes, then deletes what was there: a refusal leaves the old one. Where the service allows one webhook
 * for a URL only, the old one goes first, and is put back where the new one is refused.
 */
async function renew(
	client: Client,
	address: string,
	wanted: string[],
	secret: string,
	present: Subscription[],
): Promise<string> {
	const removeOld = async (kept?: string) => {
		for (const { id } of present) if (id !== kept) await unsubscribe(client, id);
	};
	const known = present.map(({ id }) => id);
	const subscribed = await subscribe(client, address, wanted, secret, known).catch(
		(thrown: unknown) => {
			const failure = toFailure(thrown);
			if (present.length === 0 || !isTaken(failure)) throw failure;
			return undefined;
		},
	);
	await removeOld(subscribed).catch((thrown: unknown) => {
		throw withOldOpen(toFailure(thrown), subscribed !== undefined);
	});
	if (subscribed !== undefined) return subscribed;
	try {
		return await subscribe(client, address, wanted, secret);
	} catch (thrown) {
		throw await withOldBack(client, address, secret, present, toFailure(thrown));
	}
}

/** True for a refusal because the URL has a webhook already. */
function isTaken({ kind, details, message }: Failure): boolean {
	const isSaid = /\b(already|exists?|duplicate|unique|taken|in use|only one)\b/i.test(message);
	return kind === 'refused' && (details.httpCode === '409' || isSaid);
}

/** The failure to delete the earlier webhook, which says what there is now. */
function withOldOpen(failure: Failure, hasNew: boolean): Failure {
	const isLeft =
		'The new webhook is active. An earlier one of this URL could not be deleted, so deliveries may come twice';
	const isLost =
		'The earlier webhook of this URL may have been deleted: run Ensure Active again, or nothing is delivered';
	return failure.reworded({
		description: `${failure.description}. ${hasNew ? isLeft : isLost}`,
	});
}

/** The failure, which says whether the earlier webhook is there again. */
async function withOldBack(
	client: Client,
	address: string,
	secret: string,
	[old]: Subscription[],
	failure: Failure,
): Promise<Failure> {
	try {
		await subscribe(client, address, old.events, secret);
		const kept = 'The earlier webhook of this URL was put back, with its events';
		return failure.reworded({ description: `${failure.description}. ${kept}` });
	} catch {
		const lost =
			'The earlier webhook of this URL is deleted already, so nothing is delivered to it now';
		return failure.reworded({ description: `${failure.description}. ${lost}` });
	}
}

function outcome(id: string, changed: boolean, reason: string): Output {
	return { json: { ok: true, changed, webhookId: toId(id), reason } };
}
