import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { pause } from '../api/delay';
import { sendDeletion } from '../api/deletion';
import { getPayload, isRecord, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { responseMessages } from '../api/messages';
import { readList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { isSameUrl } from '../api/url';
import { ALL, EVENT_TYPES, eventTypeList, getTypeNames } from './events';
import { subscriptionMessages, webhookStateMessages } from './messages';

export const subscriptionList: List = {
	route: 'GET /api/webhooks',
	collections: ['webhooks'],
	isPaged: false,
};

/** In ms: how long a list may be behind what was created. */
const LIST_DELAY = 1_000;

export interface Subscription {
	/** '' if Link Platform does not list it. */
	id: string;
	url: string;
	/** Undefined if Link Platform does not list them. */
	events?: string[];
	isActive: boolean;
}

/** All subscriptions of the account that Link Platform lists (the active ones, as documented). */
export async function getSubscriptions(client: Client): Promise<Subscription[]> {
	const records = await readList(client, subscriptionList);
	return records.filter(isRecord).map(({ id, url, events, active }) => ({
		id: scalarToText(id),
		url: String(url),
		events: Array.isArray(events) ? getTypeNames(events) : undefined,
		isActive: active !== false && active !== 0 && active !== '0',
	}));
}

/** Those of a URL, which Link Platform may spell in another way than n8n. */
export function selectByUrl(subscriptions: Subscription[], url: string): Subscription[] {
	return subscriptions.filter((one) => isSameUrl(one.url, url));
}

/** Those of one n8n, which may be among others of the account. */
export function selectByOrigin(subscriptions: Subscription[], n8nUrl: string): Subscription[] {
	const { origin } = new URL(n8nUrl);
	return subscriptions.filter(({ url }) => URL.canParse(url) && new URL(url).origin === origin);
}

/** The event types that Link Platform offers now; the documented ones if it has no such list. */
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

/** The event types to subscribe to for the user's choice, which may be all and some that Link Platform does not list. */
export async function getWantedEvents(client: Client, chosen: string[]): Promise<string[]> {
	const listed = chosen.includes(ALL) ? await getOfferedEvents(client) : [];
	const named = chosen.filter((event) => event !== ALL);
	return [...new Set([...listed, ...named])];
}

/** True if the subscription delivers exactly these events, as far as is known. */
export function isDelivering({ events, isActive }: Subscription, wanted: string[]): boolean {
	const isExact = (has: string[]) =>
		has.length === wanted.length && wanted.every((event) => has.includes(event));
	return isActive && (events === undefined || isExact(events));
}

/**
 * Records in n8n's static data that a subscription works now. Returns when it was last recorded, as an ISO date, or
 * null if that is not known.
 */
export function recordCheck(memory: IDataObject, name: string): string | null {
	const { [name]: last } = memory;
	memory[name] = new Date().toISOString();
	return typeof last === 'string' ? last : null;
}

/**
 * Which events may be missing after a subscription was found not to work; `since` is when it last did. Undefined if
 * that is not known.
 */
export function describeGap(since: unknown): string | undefined {
	const time = new Date(typeof since === 'string' ? since : NaN);
	if (isNaN(time.getTime())) return undefined;
	const minute = time.toISOString().slice(0, 16).replace('T', ' ');
	return fill(webhookStateMessages.gap, { time: minute }).message;
}

/** What is wrong with a subscription; undefined if it delivers all of these events. */
export function getDefect(
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
 * Subscribes and resolves with the subscription's ID. The response is not documented: if it contains no ID, the
 * list is read; if it has fewer events than wanted, the subscription is deleted and the difference reported.
 * `known` are the IDs of the URL's earlier subscriptions.
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
	const { id: stated, events: stored } = (isRecord(payload) ? payload : {}) as IDataObject;
	const isComplete = stated !== undefined && stated !== null && Array.isArray(stored);
	const listed = isComplete
		? undefined
		: await findListed(client, url, stated, known).catch((thrown: unknown) => {
				throw toFailure(thrown).withAdvice(responseMessages.mayBeDone.message);
			});
	const id = stated ?? listed?.id;
	if (id === undefined || id === null) throw Failure.unusable(subscriptionMessages.notListed);
	const present = Array.isArray(stored) ? getTypeNames(stored) : listed?.events;
	const missing = events.filter((event) => present !== undefined && !present.includes(event));
	if (missing.length > 0) {
		const { eventsRefused, earlierStays } = subscriptionMessages;
		const refusal = Failure.refused(eventsRefused, { events: missing.join(', ') });
		// Made of an earlier one, which delivers the other events.
		const isEarlier = known.includes('')
			? await isReplaced(client, url, known).catch(() => {
					throw refusal.withAdvice(subscriptionMessages.stillThere.message);
				})
			: known.includes(String(id));
		if (isEarlier) throw refusal.withAdvice(earlierStays.message);
		await unsubscribe(client, String(id)).catch(() => {
			throw refusal.withAdvice(subscriptionMessages.stillThere.message);
		});
		throw refusal;
	}
	return String(id);
}

/** Whether a new subscription took the place of an earlier one, where the list shows no IDs. */
async function isReplaced(client: Client, url: string, known: string[]): Promise<boolean> {
	// The list may be behind.
	await pause(LIST_DELAY);
	return selectByUrl(await getSubscriptions(client), url).length <= known.length;
}

/** The subscription in the list: by its ID, otherwise the one of the URL that was not there before. */
async function findListed(client: Client, url: string, id: unknown, known: string[]) {
	const list = async () => selectByUrl(await getSubscriptions(client), url);
	const same = await list();
	if (id !== undefined && id !== null) return same.find((other) => other.id === String(id));
	const findNew = (all: Subscription[]) => all.filter((other) => !known.includes(other.id)).at(-1);
	const found = findNew(same);
	if (found) return found;
	// The list may be behind.
	await pause(LIST_DELAY);
	const later = await list();
	// A service may update the earlier one instead of creating another.
	return findNew(later) ?? later.at(-1);
}

/** Deletes a subscription, if it still exists. */
export async function unsubscribe(client: Client, id: string): Promise<void> {
	if (id === '') throw Failure.unusable(subscriptionMessages.noId);
	const request = toRequest('DELETE /api/webhooks/subscribe/{webhookId}', { webhookId: id });
	try {
		await sendDeletion(client, request, { list: subscriptionList });
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!failure.isNotFound) throw failure;
	}
}
