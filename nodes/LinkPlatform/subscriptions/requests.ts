import type { Client } from '../api/client';
import { getEvents, getTypeNames, isOn } from '../api/dialect';
import { getPayload, isRecord, scalarToText } from '../api/envelope';
import { Failure, getFailure, toFailure } from '../api/failure';
import { responseMessages } from '../api/messages';
import { readList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { ALL, EVENT_TYPES, eventTypeList } from '../events/events';
import { subscriptionMessages } from './messages';
import { selectByUrl, type Subscription } from './plan';

export const subscriptionList: List = {
	route: 'GET /api/webhooks',
	collections: ['webhooks'],
	isPaged: false,
};

/**
 * All subscriptions of the account that Link Platform lists (the active ones, as documented). Fails if one is listed
 * without its URL: it may be the one that is looked for.
 */
export async function getSubscriptions(client: Client): Promise<Subscription[]> {
	const records = await readList(client, subscriptionList);
	return records.map((record) => {
		const { id, url, active, ...rest } = isRecord(record) ? record : {};
		if (typeof url !== 'string') throw Failure.unusable(subscriptionMessages.noUrl);
		return { id: scalarToText(id), url, events: getEvents(rest), isActive: isOn(active) };
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
		if (failure.status === 404) return documented;
		throw failure;
	}
}

/** The event types to subscribe to for the user's choice, which may be all and some that Link Platform does not list. */
export async function getWantedEvents(client: Client, chosen: string[]): Promise<string[]> {
	const listed = chosen.includes(ALL) ? await getOfferedEvents(client) : [];
	const named = chosen.filter((event) => event !== ALL);
	return [...new Set([...listed, ...named])];
}

/**
 * Subscribes and resolves with the subscription's ID: the one in the response, which is not documented, or else that
 * of the subscription in the list which is not among `known`, the earlier ones of the URL. Fails if it is in neither,
 * or lacks events.
 */
export async function subscribe(
	client: Client,
	url: string,
	events: string[],
	secret: string,
	known: Subscription[] = [],
): Promise<string> {
	const request = toRequest('POST /api/webhooks/subscribe');
	const payload = getPayload(await client.send({ ...request, body: { url, events, secret } }));
	const stated = isRecord(payload) ? payload : {};
	const statedId = scalarToText(stated.id);
	const isEarlier = (id: string) => known.some((one) => one.id === id);
	const isWhole = statedId !== '' && getEvents(stated) !== undefined;
	const listed = isWhole ? [] : selectByUrl(await listCreated(client), url);
	const found = listed.find(({ id }) => (statedId ? id === statedId : !isEarlier(id)));
	const id = statedId || found?.id;
	if (!id) throw Failure.unusable(subscriptionMessages.notListed);
	const present = getEvents(stated) ?? found?.events ?? events;
	const missing = events.filter((event) => !present.includes(event));
	if (missing.length === 0) return id;
	const { eventsRefused, earlierStays, stillThere } = subscriptionMessages;
	const refusal = Failure.refused(eventsRefused, { events: missing.join(', ') });
	// Made of an earlier one, it still delivers the other events; that can't be told of those listed without ID.
	if (isEarlier(id)) throw refusal.withAdvice(earlierStays.message);
	const isLeft = isEarlier('') || (await getFailure(unsubscribe(client, id)));
	throw isLeft ? refusal.withAdvice(stillThere.message) : refusal;
}

async function listCreated(client: Client): Promise<Subscription[]> {
	return await getSubscriptions(client).catch((thrown: unknown) => {
		throw toFailure(thrown).withAdvice(responseMessages.mayBeDone.message);
	});
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
