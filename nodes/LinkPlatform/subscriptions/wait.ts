import type { Client } from '../api/client';
import { Failure, toFailure } from '../api/failure';
import type { WantedEvents } from '../events/filters';
import { getWantedEvents, subscribe, unsubscribe } from './requests';
import { removeExpired, tryBriefly } from './run';

/** A wait for an event, as n8n saves it with the paused execution. */
export interface SavedWait extends WantedEvents {
	/** Distinguishes several waits of the same node. */
	nonce: string;
	/** When the wait times out, in seconds since 1970. */
	until: number;
	webhookId: string;
	/** True if the output should contain no IP addresses of visitors. */
	dropIpAddresses: boolean;
}

/** A wait that has no subscription yet. */
interface NewWait extends Omit<SavedWait, 'webhookId' | 'clockAhead'> {
	/** The resume URL of the waiting execution. */
	url: string;
	/** Reads how often the event has already happened. */
	readCount: () => Promise<number>;
}

/**
 * Subscribes to the event that a node waits for. Returns the wait to save with the execution; undefined if the event
 * has already happened, so that there is nothing to wait for. Throws without leaving a subscription if the counter
 * can't be read.
 */
export async function subscribeWait(
	{ client, signingSecret }: { client: Client; signingSecret: (url: string) => string },
	{ url, readCount, ...wait }: NewWait,
): Promise<SavedWait | undefined> {
	const events = await getWantedEvents(client, wait.events);
	const { id: webhookId } = await subscribe(client, { url, events, secret: signingSecret(url) });
	const clockAhead = (client.clock ?? Date.now()) - Date.now();
	// Read the counter after subscribing; otherwise an event just before the subscription would be missed.
	const count = await readCount().catch(toFailure);
	if (count instanceof Failure || count > 0) {
		await tryBriefly(unsubscribe(client, webhookId));
		if (count instanceof Failure) throw count;
		return undefined;
	}
	await removeExpired(client, url);
	return { ...wait, webhookId, clockAhead };
}
