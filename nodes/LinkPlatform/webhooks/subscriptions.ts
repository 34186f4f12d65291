import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getPayload, isRecord } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { responseMessages } from '../api/messages';
import { readList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { ALL, EVENT_TYPES, eventTypeList, getTypeNames } from './events';
import { subscriptionMessages, webhookStateMessages } from './messages';

export const subscriptionList: List = {
	route: 'GET /api/webhooks',
	collections: ['webhooks'],
	isPaged: false,
};

export interface Subscription {
	id: string;
	url: string;
	/** Undefined where Link Platform does not say. */
	events?: string[];
	isActive: boolean;
}

/** All subscriptions of the account that Link Platform shows (the active ones, as documented). */
export async function getSubscriptions(client: Client): Promise<Subscription[]> {
	const records = await readList(client, subscriptionList);
	return records.filter(isRecord).map(({ id, url, events, active }) => ({
		id: String(id),
		url: String(url),
		events: Array.isArray(events) ? getTypeNames(events) : undefined,
		isActive: active !== false && active !== 0 && active !== '0',
	}));
}

/** The event types that Link Platform offers now; the documented ones where it has no such list. */
export async function getOfferedEvents(client: Client): Promise<string[]> {
	const documented = EVENT_TYPES.map(({ value }) => String(value));
	try {
		const names = getTypeNames(await readList(client, eventTypeList));
		return names.length > 0 ? names : documented;
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.isNotFound) return documented;
		throw failure;
	}
}

/** The event types to subscribe to for the user's choice. */
export async function getWantedEvents(client: Client, chosen: string[]): Promise<string[]> {
	return chosen.includes(ALL) ? await getOfferedEvents(client) : [...new Set(chosen)];
}

/** True if the subscription delivers exactly these events, as far as Link Platform says. */
export function isDelivering({ events, isActive }: Subscription, wanted: string[]): boolean {
	const isExact = (has: string[]) =>
		has.length === wanted.length && wanted.every((event) => has.includes(event));
	return isActive && (events === undefined || isExact(events));
}

/** What is wrong with a subscription, in words; undefined if it delivers all of these events. */
export function getFlaw(
	subscription: Subscription | undefined,
	wanted: string[],
): string | undefined {
	if (!subscription) return webhookStateMessages.missing.message;
	if (!subscription.isActive) return webhookStateMessages.switchedOff.message;
	const { events = wanted } = subscription;
	const missing = wanted.filter((event) => !events.includes(event));
	return missing.length > 0
		? fill(webhookStateMessages.eventsMissing, { events: missing.join(', ') }).message
		: undefined;
}

/**
 * Subscribes and resolves with the subscription's id. The response is not documented: where it
 * holds no id, the list is asked; where it shows fewer events than wanted, the subscription is taken
 * back and the difference reported. `known` are the ids of the URL's earlier subscriptions.
 */
export async function subscribe(
	client: Client,
	url: string,
	events: string[],
	secret: string,
	known: string[] = [],
): Promise<string> {
	const request = toRequest('POST /api/webhooks/subscribe');
	const payload = getPayload(await client.send({ ...request, body: { url, events, secret } }));
	const record = isRecord(payload) && isRecord(payload.webhook) ? payload.webhook : payload;
	const { id: told, events: stored } = (isRecord(record) ? record : {}) as IDataObject;
	const isComplete = told !== undefined && told !== null && Array.isArray(stored);
	const listed = isComplete
		? undefined
		: await findListed(client, url, told, known).catch((thrown: unknown) => {
				throw toFailure(thrown).withAdvice(responseMessages.mayBeDone.message);
			});
	const id = told ?? listed?.id;
	if (id === undefined || id === null) throw Failure.unusable(subscriptionMessages.notListed);
	const present = Array.isArray(stored) ? getTypeNames(stored) : listed?.events;
	const missing = events.filter((event) => present !== undefined && !present.includes(event));
	if (missing.length > 0) {
		await unsubscribe(client, String(id));
		throw Failure.refused(subscriptionMessages.eventsRefused, { events: missing.join(', ') });
	}
	return String(id);
}

/** The subscription as the list shows it: by its id, else the one of the URL that was not there before. */
async function findListed(client: Client, url: string, id: unknown, known: string[]) {
	const subscriptions = await getSubscriptions(client);
	const same = subscriptions.filter((other) => other.url === url);
	if (id !== undefined && id !== null) return same.find((other) => other.id === String(id));
	// A service may change the earlier one instead of making another.
	return same.filter((other) => !known.includes(other.id)).at(-1) ?? same.at(-1);
}

/** Deletes a subscription; one that is gone already is fine. */
export async function unsubscribe(client: Client, id: string): Promise<void> {
	const request = toRequest('DELETE /api/webhooks/subscribe/{webhookId}', { webhookId: id });
	try {
		await client.send(request);
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!failure.isNotFound) throw failure;
	}
}
