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

/** What is to be subscribed. */
export interface NewSubscription {
	url: string;
	events: string[];
	/** The events without which it is a failure; all if absent. */
	required?: string[];
	secret: string;
}

/**
 * Subscribes and resolves with the subscription's ID: the one in the response, which is not documented, or else that
 * of the subscription in the list which is not among `known`, the earlier ones of the URL; and the events that were
 * refused. Fails if it is in neither, or lacks required events.
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
	// Link Platform updated an existing subscription, so keep it: it still delivers the other events. Without IDs, that
	// is not known.
	if (isEarlier(id)) throw refusal.withAdvice(earlierStays.message);
	const isLeft = isEarlier('') || (await getFailure(unsubscribe(client, id)));
	throw isLeft ? refusal.withAdvice(stillThere.message) : refusal;
}

async function listCreated(client: Client): Promise<Subscription[]> {
	return await getSubscriptions(client).catch((thrown: unknown) => {
		throw toFailure(thrown).withAdvice(responseMessages.mayBeDone.message);
	});
}

/** Deletes a subscription. A 404 is no failure if the list, read now if absent, doesn't have the subscription. */
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
