import type { Client } from '../api/client';
import { toFailure, type Failure } from '../api/failure';
import { subscriptionMessages } from './messages';
import { selectByUrl, type Plan, type Subscription } from './plan';
import { subscribe, unsubscribe } from './subscriptions';

/** What is to be subscribed. */
interface Target {
	url: string;
	events: string[];
	secret: string;
}

/**
 * Subscribes a URL as planned, unless one is kept. The earlier subscriptions are left for the caller to delete. If Link
 * Platform allows only one per URL, they are deleted first, and put back if the new one is refused.
 */
export async function renew(
	client: Client,
	target: Target,
	todo: Plan,
): Promise<{ id: string; earlier: Subscription[] }> {
	if (todo.keep) return { id: todo.keep.id, earlier: todo.delete };
	if (todo.unlisted !== undefined) await unsubscribe(client, todo.unlisted);
	const { url, events, secret } = target;
	const present = selectByUrl(todo.delete, url);
	try {
		const id = await subscribe(client, url, events, secret, present);
		return { id, earlier: todo.delete.filter((one) => one.id === '' || one.id !== id) };
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!isTaken(failure)) throw failure;
		const { description } = subscriptionMessages.takenUnlisted;
		if (present.length === 0) throw failure.reworded({ description });
	}
	await removeEarlier(client, present, subscriptionMessages.earlierMayBeGone.message);
	const earlier = todo.delete.filter((one) => !present.includes(one));
	try {
		return { id: await subscribe(client, url, events, secret), earlier };
	} catch (thrown) {
		const restored = { ...target, events: present[0].events ?? events };
		throw await restoreEarlier(client, restored, toFailure(thrown));
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
	{ url, events, secret }: Target,
	failure: Failure,
): Promise<Failure> {
	try {
		await subscribe(client, url, events, secret);
		return failure.withAdvice(subscriptionMessages.earlierIsBack.message);
	} catch {
		return failure.withAdvice(subscriptionMessages.earlierIsGone.message);
	}
}
