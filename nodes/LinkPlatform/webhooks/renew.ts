import type { Client } from '../api/client';
import { toFailure, type Failure } from '../api/failure';
import { subscriptionMessages } from './messages';
import { subscribe, unsubscribe, type Subscription } from './subscriptions';

/**
 * Subscribes, then deletes the earlier subscriptions of the URL (`present`), and resolves with the new ID: if it is
 * refused, they stay. If Link Platform allows only one webhook per URL, the earlier one is deleted first, and put
 * back if the new one is refused.
 */
export async function renew(
	client: Client,
	address: string,
	wanted: string[],
	secret: string,
	present: Subscription[],
): Promise<string> {
	const known = present.map(({ id }) => id);
	const subscribed = await subscribe(client, address, wanted, secret, known).catch(
		(thrown: unknown) => {
			const failure = toFailure(thrown);
			if (present.length === 0 || !isTaken(failure)) throw failure;
			return undefined;
		},
	);
	try {
		for (const { id } of present) if (id !== subscribed) await unsubscribe(client, id);
	} catch (thrown) {
		const { earlierIsLeft, earlierMayBeGone } = subscriptionMessages;
		const { message } = subscribed ? earlierIsLeft : earlierMayBeGone;
		throw toFailure(thrown).withAdvice(message);
	}
	if (subscribed !== undefined) return subscribed;
	try {
		return await subscribe(client, address, wanted, secret);
	} catch (thrown) {
		const { events = wanted } = present[0];
		throw await restoreEarlier(client, address, secret, events, toFailure(thrown));
	}
}

/** True if the URL has a webhook already. */
function isTaken({ kind, status, message }: Failure): boolean {
	const isStated = /\b(already|exists?|duplicate|unique|taken|in use|only one)\b/i.test(message);
	return kind === 'refused' && (status === 409 || isStated);
}

/** Puts the earlier webhook back; the failure then says whether that worked. */
async function restoreEarlier(
	client: Client,
	address: string,
	secret: string,
	events: string[],
	failure: Failure,
): Promise<Failure> {
	try {
		await subscribe(client, address, events, secret);
		return failure.withAdvice(subscriptionMessages.earlierIsBack.message);
	} catch {
		return failure.withAdvice(subscriptionMessages.earlierIsGone.message);
	}
}
