import type { Client } from '../api/client';
import { toFailure, type Failure } from '../api/failure';
import { subscriptionMessages } from './messages';
import { subscribe, unsubscribe, type Subscription } from './subscriptions';

/** A new subscription, and the earlier ones of its URL, which are still to be deleted. */
interface Renewal {
	id: string;
	earlier: Subscription[];
}

/**
 * Subscribes a URL again; if that is refused, its earlier subscriptions (`present`) stay. If Link Platform allows
 * only one webhook per URL, they are deleted first, and put back if the new one is refused.
 */
export async function renew(
	client: Client,
	address: string,
	wanted: string[],
	secret: string,
	present: Subscription[],
): Promise<Renewal> {
	const known = present.map(({ id }) => id);
	try {
		const id = await subscribe(client, address, wanted, secret, known);
		return { id, earlier: present.filter((one) => one.id === '' || one.id !== id) };
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!isTaken(failure)) throw failure;
		const { description } = subscriptionMessages.takenUnlisted;
		if (present.length === 0) throw failure.reworded({ description });
	}
	await removeEarlier(client, present, subscriptionMessages.earlierMayBeGone.message);
	try {
		return { id: await subscribe(client, address, wanted, secret), earlier: [] };
	} catch (thrown) {
		const { events = wanted } = present[0];
		throw await restoreEarlier(client, address, secret, events, toFailure(thrown));
	}
}

/** Deletes the earlier subscriptions of a URL; the failure says what follows from it. */
export async function removeEarlier(
	client: Client,
	earlier: Subscription[],
	advice: string = subscriptionMessages.earlierIsLeft.message,
): Promise<void> {
	try {
		for (const { id } of earlier) await unsubscribe(client, id);
	} catch (thrown) {
		throw toFailure(thrown).withAdvice(advice);
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
