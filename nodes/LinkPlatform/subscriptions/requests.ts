import type { Client } from '../api/client';
import { getEvents, getTypeNames, isOn } from '../api/dialect';
import { getPayload, isRecord, scalarToText } from '../api/envelope';
import { Failure, getFailure, toFailure } from '../api/failure';
import { responseMessages } from '../api/messages';
import { readList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { ALL, eventTypeList } from '../events/events';
import { subscriptionMessages } from './messages';
import { getLacking, selectByUrl, type Subscription } from './plan';

export const subscriptionList: List = {
	route: 'GET /api/webhooks',
	collections: ['webhooks'],
	holds: 'objects',
	isPaged: false,
};

/**
 * Returns all webhook subscriptions that Link Platform lists for the account. According to the API docs, it lists the
 * active ones. Fails if a subscription is listed without its URL, because it may be the one that the caller is
 * looking for.
 */
export async function getSubscriptions(client: Client): Promise<Subscription[]> {
	const records = await readList(client, subscriptionList);
	return records.map((record) => {
		const { id, url, active, ...rest } = isRecord(record) ? record : {};
		if (typeof url !== 'string') throw Failure.unusable(subscriptionMessages.noUrl);
		return { id: scalarToText(id), url, events: getEvents(rest), isActive: isOn(active) };
	});
}

/** Returns the event types that Link Platform currently offers. */
export async function getOfferedEvents(client: Client): Promise<string[]> {
	return getTypeNames(await readList(client, eventTypeList));
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

/** A subscription that was created. */
export interface Created {
	id: string;
	/** The events that Link Platform refused. */
	refused: string[];
	/** The URL as the list shows it, if the list was read. */
	listedUrl?: string;
}

/**
 * Creates a webhook subscription. Returns its ID, and the events that Link Platform refused. The response isn't
 * documented. If it lacks the ID or the events, reads the list: the new subscription is the one for this URL that
 * isn't in `known` (the URL's earlier subscriptions). Fails if the new subscription isn't listed, or lacks required
 * events. If it lacks required events, deletes it; the failure says so if it couldn't be deleted. But if Link Platform
 * changed an earlier subscription instead of creating one, keeps that subscription, because it still delivers the
 * other events. `afterward` is a client for the requests after the first one, if `client` may send no more then.
 */
export async function subscribe(
	client: Client,
	{ url, events, required = events, secret }: NewSubscription,
	known: Subscription[] = [],
	afterward = client,
): Promise<Created> {
	const request = toRequest('POST /api/webhooks/subscribe');
	const payload = getPayload(await client.send({ ...request, body: { url, events, secret } }));
	const stated = isRecord(payload) ? payload : {};
	const statedId = scalarToText(stated.id);
	const isEarlier = (id: string) => known.some((one) => one.id === id);
	const isWhole = statedId !== '' && getEvents(stated) !== undefined;
	const listed = isWhole ? [] : await getSubscriptions(afterward).catch(throwMayBeDone);
	const found = statedId
		? listed.find(({ id }) => id === statedId)
		: selectByUrl(listed, url).find(({ id }) => !isEarlier(id));
	if (!statedId && !found) throw Failure.unusable(subscriptionMessages.notListed);
	const id = statedId || String(found?.id);
	const refused = getLacking(getEvents(stated) ?? found?.events, events);
	const isUseless =
		refused.length === events.length || refused.some((event) => required.includes(event));
	if (refused.length === 0 || !isUseless) return { id, refused, listedUrl: found?.url };
	const left = isEarlier(id) ? undefined : await getFailure(unsubscribe(afterward, id));
	const { eventsRefused, newIsLeft } = subscriptionMessages;
	const failure = Failure.refused(eventsRefused, { events: refused.join(', ') });
	throw left ? failure.withAdvice(newIsLeft) : failure;
}

/** Throws the failure of a request that comes after a subscription, and says that the subscription may exist. */
function throwMayBeDone(thrown: unknown): never {
	throw toFailure(thrown).withAdvice(responseMessages.mayBeDone);
}

/** Deletes a webhook subscription. Succeeds if Link Platform has no such subscription. */
export async function unsubscribe(client: Client, id: string): Promise<void> {
	if (id === '') throw Failure.unusable(subscriptionMessages.noId);
	const request = toRequest('DELETE /api/webhooks/subscribe/{webhookId}', { webhookId: id });
	const failure = await getFailure(client.delete(request));
	if (failure && !failure.isNotFound) throw failure;
}
