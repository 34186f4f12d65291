import type { Client } from '../api/client';
import { getEvents, getTypeNames, isOn } from '../api/dialect';
import { getPayload, isRecord, scalarToText } from '../api/envelope';
import { Failure, getFailure, toFailure } from '../api/failure';
import { responseMessages } from '../api/messages';
import { readList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { ALL, EVENT_TYPES, eventTypeList } from '../events/events';
import { subscriptionMessages } from './messages';
import { getLacking, selectByUrl, type Subscription } from './plan';

export const subscriptionList: List = {
	route: 'GET /api/webhooks',
	collections: ['webhooks'],
	isPaged: false,
};

/**
 * Returns all webhook subscriptions that Link Platform lists for the account (documented: the active ones). Fails if
 * one is listed without its URL, because it may be the subscription that the caller is looking for.
 */
export async function getSubscriptions(client: Client): Promise<Subscription[]> {
	const records = await readList(client, subscriptionList);
	return records.map((record) => {
		const { id, url, active, ...rest } = isRecord(record) ? record : {};
		if (typeof url !== 'string') throw Failure.unusable(subscriptionMessages.noUrl);
		return { id: scalarToText(id), url, events: getEvents(rest), isActive: isOn(active) };
	});
}

/** Returns the event types that Link Platform currently offers, or the documented ones if it has no such list. */
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

/**
 * Returns the event types to subscribe to. The user's choice may contain All Events, and types that Link Platform
 * doesn't list.
 */
export async function getWantedEvents(client: Client, chosen: string[]): Promise<string[]> {
	const listed = chosen.includes(ALL) ? await getOfferedEvents(client) : [];
	const named = chosen.filter((event) => event !== ALL);
	return [...new Set([...listed, ...named])];
}

/** A webhook subscription to create. */
export interface NewSubscription {
	url: string;
	events: string[];
	/** The events without which the subscription is useless. Default: all. */
	required?: string[];
	secret: string;
}

/**
 * Creates a webhook subscription. Returns its ID, and the events that Link Platform refused. The response isn't
 * documented: if it has no ID, the list is read, and the new subscription is the one of this URL that isn't in `known`
 * (the URL's earlier subscriptions). Fails if it isn't listed, or lacks required events.
 */
export async function subscribe(
	client: Client,
	{ url, events, required = events, secret }: NewSubscription,
	known: Subscription[] = [],
): Promise<{ id: string; refused: string[] }> {
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
	const refused = getLacking(getEvents(stated) ?? found?.events, events);
	const isRequired =
		refused.length === events.length || refused.some((event) => required.includes(event));
	if (refused.length === 0 || !isRequired) return { id, refused };
	const { eventsRefused, earlierStays, stillThere } = subscriptionMessages;
	const refusal = Failure.refused(eventsRefused, { events: refused.join(', ') });
	// Link Platform changed an earlier subscription instead of creating one. Keep it, because it still delivers the other
	// events.
	if (isEarlier(id)) throw refusal.withAdvice(earlierStays.message);
	const isLeft = isEarlier('') || (await getFailure(unsubscribe(client, id)));
	throw isLeft ? refusal.withAdvice(stillThere.message) : refusal;
}

async function listCreated(client: Client): Promise<Subscription[]> {
	return await getSubscriptions(client).catch((thrown: unknown) => {
		throw toFailure(thrown).withAdvice(responseMessages.mayBeDone.message);
	});
}

/**
 * Deletes a webhook subscription. A 404 counts as success if the list no longer contains the subscription; the list is
 * read for that, unless the caller passes it as `known`.
 */
export async function unsubscribe(
	client: Client,
	id: string,
	known?: Subscription[],
): Promise<void> {
	if (id === '') throw Failure.unusable(subscriptionMessages.noId);
	const request = toRequest('DELETE /api/webhooks/subscribe/{webhookId}', { webhookId: id });
	const failure = await getFailure(client.delete(request));
	if (!failure) return;
	if (failure.status !== 404) throw failure;
	const listed = known ?? (await getSubscriptions(client));
	if (listed.some((one) => one.id === id)) throw failure;
}
