import type { Client } from '../api/client';
import { toFailure, type Failure } from '../api/failure';
import { subscribe, unsubscribe, type Subscription } from './subscriptions';

/**
 * Subscribes, then deletes what was there (`present`, all of that URL), and resolves with the new id: a refusal
 * leaves the old one. Where the service allows one webhook for a URL only, the old one goes first, and is put
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
		throw withOldOpen(toFailure(thrown), subscribed !== undefined);
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
	events: string[],
	failure: Failure,
): Promise<Failure> {
	try {
		await subscribe(client, address, events, secret);
		const kept = 'The earlier webhook of this URL was put back, with its events';
		return failure.reworded({ description: `${failure.description}. ${kept}` });
	} catch {
		const lost =
			'The earlier webhook of this URL is deleted already, so nothing is delivered to it now';
		return failure.reworded({ description: `${failure.description}. ${lost}` });
	}
}
