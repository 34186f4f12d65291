import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { isRecord, payloadOf } from '../api/envelope';
import { Failure, asFailure } from '../api/failure';
import { listAll } from '../api/paging';
import { locate } from '../operation/request';
import { ALL, EVENT_TYPES, typeNames } from './eventTypes';

export interface Subscription {
	id: string;
	url: string;
	events: string[];
	isActive: boolean;
}

/** All subscriptions of the account that the service shows (the active ones, as documented). */
export async function subscriptions(client: Client): Promise<Subscription[]> {
	const request = locate('GET /api/webhooks');
	const records = await listAll(client, request, { collections: ['webhooks'], isPaged: false });
	return records.filter(isRecord).map(({ id, url, events, active }) => ({
		id: String(id),
		url: String(url),
		events: Array.isArray(events) ? typeNames(events) : [],
		isActive: active !== false && active !== 0 && active !== '0',
	}));
}

/** The event types that the service offers now; the documented ones where it has no such list. */
export async function offeredEvents(client: Client): Promise<string[]> {
	const documented = EVENT_TYPES.map(({ value }) => String(value));
	const request = locate('GET /api/webhooks/events');
	try {
		const listing = { collections: ['events', 'types'], isPaged: false };
		const names = typeNames(await listAll(client, request, listing));
		return names.length > 0 ? names : documented;
	} catch (thrown) {
		const failure = asFailure(thrown);
		if (failure.details.httpCode === '404') return documented;
		throw failure;
	}
}

/** The event types to subscribe to for the user's choice. */
export async function wantedEvents(client: Client, chosen: string[]): Promise<string[]> {
	return chosen.includes(ALL) ? await offeredEvents(client) : [...new Set(chosen)];
}

/** True if the subscription delivers exactly these events. */
export function delivers({ events, isActive }: Subscription, wanted: string[]): boolean {
	return (
		isActive && events.length === wanted.length && wanted.every((event) => events.includes(event))
	);
}

/**
 * Subscribes and resolves with the subscription's id. The answer of the service is not documented: where
 * it holds no id, the list is asked; where it shows fewer events than wanted, the subscription is taken
 * back and the difference reported.
 */
export async function subscribe(
	client: Client,
	url: string,
	events: string[],
	secret: string,
): Promise<string> {
	const request = locate('POST /api/webhooks/subscribe');
	const payload = payloadOf(await client.send({ ...request, body: { url, events, secret } }));
	const answer = isRecord(payload) && isRecord(payload.webhook) ? payload.webhook : payload;
	const { id: told, events: stored } = (isRecord(answer) ? answer : {}) as IDataObject;
	const id = told ?? (await subscriptions(client)).find((other) => other.url === url)?.id;
	if (id === undefined || id === null) {
		throw new Failure(
			'The service accepted the webhook, but does not list it',
			'Look at the webhooks in your account, remove those that you do not need, and try again',
			{ httpCode: '200' },
		);
	}
	const missing = Array.isArray(stored)
		? events.filter((event) => !typeNames(stored).includes(event))
		: [];
	if (missing.length > 0) {
		await unsubscribe(client, String(id));
		throw new Failure(
			`The service did not subscribe to ${missing.join(', ')}`,
			'Leave these events out, or ask whether your plan includes them',
			{ httpCode: '200' },
		);
	}
	return String(id);
}

/** Deletes a subscription; one that is gone already is fine. */
export async function unsubscribe(client: Client, id: string): Promise<void> {
	const request = locate('DELETE /api/webhooks/subscribe/{webhookId}', () => id);
	try {
		await client.send(request);
	} catch (thrown) {
		const failure = asFailure(thrown);
		if (failure.details.httpCode !== '404') throw failure;
	}
}
