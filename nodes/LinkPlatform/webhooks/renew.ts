import type { Client } from '../api/client';
import { toFailure, type Failure } from '../api/failure';
import { subscriptionMessages } from './messages';
import { subscribe, unsubscribe, type Subscription } from './subscriptions';

/**
 * Subscribes, then deletes what was there (`present`, all of that URL), and resolves with the new id: a refusal
 * leaves the old one. Where Link Platform allows one webhook for a URL only, the old one goes first, and is put
 * back where the new one is refused.
 */
export async function renew(
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
		const { earlierIsLeft, earlierMayBeGone } = subscriptionMessages;
		const { message } = subscribed ? earlierIsLeft : earlierMayBeGone;
		throw toFailure(thrown).withAdvice(message);
	});
	if (subscribed !== undefined) return subscribed;
	try {
		return await subscribe(client, address, wanted, secret);
	} catch (thrown) {
		const { events = wanted } = present[0];
		throw await withOldBack(client, address, secret, events, toFailure(thrown));
	}
}

/** True for a refusal because the URL has a webhook already. */
function isTaken({ kind, status, message }: Failure): boolean {
	const isSaid = /\b(already|exists?|duplicate|unique|taken|in use|only one)\b/i.test(message);
	return kind === 'refused' && (status === 409 || isSaid);
}

/** The failure, which says whether the earlier webhook is there again. */
async function withOldBack(
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
