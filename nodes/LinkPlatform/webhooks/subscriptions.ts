import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { pause } from '../api/delay';
import { getPayload, isRecord, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { withTimeout } from '../api/http';
import { responseMessages } from '../api/messages';
import { readList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { ALL, EVENT_TYPES, eventTypeList, getTypeNames } from './events';
import { subscriptionMessages, webhookStateMessages } from './messages';
import { plan, selectByUrl, type Plan, type Subscription } from './plan';

export const subscriptionList: List = {
	route: 'GET /api/webhooks',
	collections: ['webhooks'],
	isPaged: false,
};

/** In ms: how long a list may be behind what was created. */
const LIST_DELAY = 1_000;
/** In ms: how long a clean-up may delay the rest. */
const LONGEST_SWEEP = 5_000;

/**
 * All subscriptions of the account that Link Platform lists (the active ones, as documented). Fails if one is listed
 * without its URL: it may be the one that is looked for.
 */
export async function getSubscriptions(client: Client): Promise<Subscription[]> {
	const records = await readList(client, subscriptionList);
	return records.map((record) => {
		const { id, url, events, active } = (isRecord(record) ? record : {}) as IDataObject;
		if (typeof url !== 'string') throw Failure.unusable(subscriptionMessages.noUrl);
		return {
			id: scalarToText(id),
			url,
			events: Array.isArray(events) ? getTypeNames(events) : undefined,
			isActive: active !== false && active !== 0 && active !== '0',
		};
	});
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

/** What was found of a subscription; `doubt` says why one that looks right is renewed. */
export function describeState({ say, lacking }: Plan, doubt: string): string {
	const { fine, missing, switchedOff, eventsMissing } = webhookStateMessages;
	if (say === 'fine') return fine.message;
	if (say === 'missing') return missing.message;
	if (say === 'inactive') return switchedOff.message;
	if (say !== 'eventsMissing') return doubt;
	return fill(eventsMissing, { events: lacking.join(', ') }).message;
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
	if (missing.length > 0) await withdraw(client, url, String(id), missing, known);
	return String(id);
}

/** Deletes a new subscription that lacks events, unless it was made of an earlier one, which delivers the others. */
async function withdraw(
	client: Client,
	url: string,
	id: string,
	missing: string[],
	known: string[],
): Promise<never> {
	const { eventsRefused, earlierStays, stillThere } = subscriptionMessages;
	const refusal = Failure.refused(eventsRefused, { events: missing.join(', ') });
	const isLeft = () => {
		throw refusal.withAdvice(stillThere.message);
	};
	const isEarlier = known.includes('')
		? await isReplaced(client, url, known).catch(isLeft)
		: known.includes(id);
	if (isEarlier) throw refusal.withAdvice(earlierStays.message);
	await unsubscribe(client, id).catch(isLeft);
	throw refusal;
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
		await client.delete(request);
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!failure.isNotFound) throw failure;
	}
}

/**
 * Deletes the subscriptions of this n8n's waits that are over; `known` are the account's, if they were read already.
 * Whatever fails or takes too long is left for the next time.
 */
export async function removeExpired(
	client: Client,
	n8nUrl: string,
	known?: Subscription[],
): Promise<void> {
	const deadline = Date.now() + LONGEST_SWEEP;
	await tryBriefly(async () => {
		const { expired } = plan({ n8nUrl }, {}, known ?? (await getSubscriptions(client)));
		for (const { id } of expired) {
			if (Date.now() > deadline) return;
			await unsubscribe(client, id);
		}
	});
}

/** Resolves when the work has ended or failed, or after five seconds; then it continues in the background. */
export async function tryBriefly(work: () => Promise<void>): Promise<void> {
	await withTimeout(LONGEST_SWEEP, work()).catch(() => undefined);
}
