import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

import { write } from './dialect.mts';
import type { EventData, EventName } from './events.mts';
import type { Settings } from './settings.mts';
import { createTable } from './store.mts';
import type { Store } from './store.mts';

/** A webhook subscription. */
export interface Subscription {
	id: number;
	url: string;
	events: string[];
	active: boolean;
	createdAt: string;
	secret: string;
}

/** A row of the table `webhooks`. */
type SubscriptionRow = Pick<Subscription, 'id' | 'url' | 'secret'> & {
	events: string;
	active: number;
	created_at: string;
};

/** One attempt to send a delivery. */
export interface Attempt {
	at: string;
	/** The HTTP status of the response; null if there was no response. */
	status: number | null;
	/** The reason why the attempt failed; null if the attempt succeeded. */
	error: string | null;
	durationMs: number;
}

/** One event for one webhook subscription, with all attempts to send it. */
export interface Delivery {
	id: string;
	webhookId: number;
	url: string;
	event: string;
	/** The raw JSON body, which is signed. */
	body: string;
	state: 'pending' | 'delivered' | 'failed' | 'canceled';
	/** The time of the next attempt; null if none is scheduled. */
	nextAttemptAt: string | null;
	attempts: Attempt[];
}

/** The largest number of deliveries to remember. */
const keptDeliveries = 10_000;
/** The time that a receiver has to respond, in ms (current API, Events). */
const TIME_LIMIT_MS = 10_000;
/** The delays before the retries, in seconds (current API, Events). */
const RETRY_DELAYS_SECONDS = [60, 300, 1800, 7200, 86400];

/**
 * The webhook subscriptions and deliveries of an account. Deliveries are signed, retried up to five times and then
 * abandoned, as the current API documents.
 */
export class Deliveries {
	private readonly store: Store;
	private readonly settings: () => Settings;
	private readonly deliveries = new Map<string, Delivery>();
	private readonly timers = new Map<string, NodeJS.Timeout>();
	private agent = new Agent({ connections: 64 });

	constructor(store: Store, settings: () => Settings) {
		this.store = store;
		this.settings = settings;
		store.define(
			createTable(
				'webhooks',
				`url TEXT NOT NULL, events TEXT NOT NULL, secret TEXT NOT NULL,
				active INTEGER NOT NULL DEFAULT 1`,
			),
		);
	}

	/** Returns all webhook subscriptions, including inactive ones. */
	all(): Subscription[] {
		const rows = this.store.all<SubscriptionRow>('SELECT * FROM webhooks ORDER BY id');
		return rows.map(({ events, active, created_at: createdAt, ...row }) => {
			return { ...row, events: JSON.parse(events) as string[], active: active === 1, createdAt };
		});
	}

	/**
	 * Creates a webhook subscription, or overwrites the subscription with the ID `replaced`. Returns the subscription.
	 */
	subscribe(url: string, events: string[], secret: string, replaced?: number): Subscription {
		const row = { url, events: JSON.stringify(events), secret };
		if (replaced !== undefined) this.store.update('webhooks', replaced, { ...row, active: true });
		const id = replaced ?? this.store.insert('webhooks', row);
		return this.all().find((subscription) => subscription.id === id)!;
	}

	/** Deletes a webhook subscription and cancels its deliveries. Returns false if the subscription doesn't exist. */
	unsubscribe(id: number) {
		this.cancel((delivery) => delivery.webhookId === id);
		return this.store.remove('webhooks', id);
	}

	/**
	 * Activates a webhook subscription, or deactivates it and cancels its deliveries. An inactive subscription gets no
	 * new deliveries. Returns false if the subscription doesn't exist.
	 */
	setActive(id: number, active: boolean) {
		if (!active) this.cancel((delivery) => delivery.webhookId === id);
		return this.store.update('webhooks', id, { active });
	}

	/** Sends an event to its active subscribers, and returns the IDs of the deliveries. */
	emit<Name extends EventName>(event: Name, data: EventData<Name>): string[] {
		return this.send(event, data, (subscription) => subscription.events.includes(event));
	}

	/**
	 * Sends any event to the active webhook subscriptions for which `wanted` returns true. Returns the IDs of the
	 * deliveries.
	 */
	send(event: string, data: object, wanted: (one: Subscription) => boolean): string[] {
		const receivers = this.all().filter((one) => one.active && wanted(one));
		if (receivers.length === 0) return [];
		const settings = this.settings();
		const inBody = settings.deliveryId === 'body' ? { id: randomUUID() } : {};
		const timestamp = new Date().toISOString();
		const body = JSON.stringify(write({ ...inBody, event, timestamp, data }, settings));
		return receivers.map(({ id: webhookId, url }) => {
			const id = randomUUID();
			const planned = { state: 'pending', nextAttemptAt: null } as const;
			const delivery: Delivery = { id, webhookId, url, event, body, ...planned, attempts: [] };
			this.keep(delivery);
			this.begin(delivery, 0);
			return id;
		});
	}

	/** Sends a delivery again, with the same ID. Returns false if no delivery has this ID. */
	redeliver(id: string) {
		const delivery = this.deliveries.get(id);
		if (!delivery) return false;
		clearTimeout(this.timers.get(id));
		// Infinity means that the delivery is attempted once and never retried.
		this.begin(delivery, Infinity);
		return true;
	}

	/** Returns the latest deliveries, oldest first. */
	list() {
		return [...this.deliveries.values()];
	}

	/** Cancels all deliveries and removes them from memory. The subscriptions are deleted by `Store.clear`. */
	async clear() {
		const { agent } = this;
		this.agent = new Agent({ connections: 64 });
		this.cancel(() => true);
		this.deliveries.clear();
		await agent.destroy();
	}

	/** Remembers a delivery, and forgets the oldest delivery if there are too many. */
	private keep(delivery: Delivery) {
		this.deliveries.set(delivery.id, delivery);
		if (this.deliveries.size <= keptDeliveries) return;
		const [oldest] = this.deliveries.keys();
		clearTimeout(this.timers.get(oldest));
		this.timers.delete(oldest);
		this.deliveries.delete(oldest);
	}

	/** Cancels the deliveries for which `which` returns true. */
	private cancel(which: (delivery: Delivery) => boolean) {
		for (const delivery of this.deliveries.values()) {
			if (!which(delivery)) continue;
			clearTimeout(this.timers.get(delivery.id));
			this.timers.delete(delivery.id);
			if (delivery.state !== 'pending') continue;
			delivery.state = 'canceled';
			delivery.nextAttemptAt = null;
		}
	}

	/**
	 * Starts a delivery attempt. `retry` is 0 for the first attempt, and Infinity for an attempt that is never retried.
	 */
	private begin(delivery: Delivery, retry: number) {
		this.attempt(delivery, retry).catch(({ message }: Error) => {
			const error = `The sandbox itself failed: ${message}`;
			delivery.attempts.push({ at: new Date().toISOString(), status: null, error, durationMs: 0 });
			delivery.state = 'failed';
		});
	}

	/** Sends a delivery once, records the attempt, and schedules a retry if the attempt failed. */
	private async attempt(delivery: Delivery, retry: number) {
		const subscription = this.all().find(({ id }) => id === delivery.webhookId);
		if (!subscription) return;
		delivery.nextAttemptAt = null;
		const attempt = await post(delivery, subscription.secret, this.settings(), this.agent);
		// Stop if the sandbox was reset or closed before the receiver responded.
		if (this.deliveries.get(delivery.id) !== delivery) return;
		delivery.attempts.push(attempt);
		if (attempt.error === null) {
			delivery.state = 'delivered';
			return;
		}
		if (delivery.state !== 'pending' || retry === Infinity) return;
		this.planRetry(delivery, retry);
	}

	/**
	 * Schedules the next attempt. The documentation says both "5th retry" and "5 failed attempts". Assumed: one attempt
	 * and five retries, each delay counted from the previous failure; after that, the subscription is deactivated.
	 */
	private planRetry(delivery: Delivery, retry: number) {
		if (retry >= RETRY_DELAYS_SECONDS.length) {
			delivery.state = 'failed';
			this.setActive(delivery.webhookId, false);
			return;
		}
		const delay = RETRY_DELAYS_SECONDS[retry] * 1000 * this.settings().timeScale;
		delivery.nextAttemptAt = new Date(Date.now() + delay).toISOString();
		const timer = setTimeout(() => this.begin(delivery, retry + 1), delay);
		timer.unref();
		this.timers.set(delivery.id, timer);
	}
}

/**
 * Returns the signature of a delivery: the hex HMAC-SHA256 of the raw body, with the subscription's secret as the key
 * (current API, Events, rule 3).
 */
export function sign(body: string, secret: string) {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Sends a delivery once, and resolves with the attempt. The attempt succeeds if the receiver responds with a 2xx
 * status.
 */
async function post(
	delivery: Delivery,
	secret: string,
	settings: Settings,
	dispatcher: Agent,
): Promise<Attempt> {
	const started = Date.now();
	const finish = (status: number | null, error: string | null): Attempt => ({
		at: new Date(started).toISOString(),
		status,
		error,
		durationMs: Date.now() - started,
	});
	const target = toLocal(delivery.url, settings.localOrigins);
	if (!isLoopback(target)) {
		return finish(null, 'Not sent: the sandbox contacts nothing beyond this machine.');
	}
	const { brand, deliveryId } = settings;
	const id = deliveryId === 'header' ? delivery.id : randomUUID();
	try {
		const response = await request(target, {
			method: 'POST',
			headers: {
				'Content-Type': 'application/json',
				[`X-${brand}-Signature`]: sign(delivery.body, secret),
				[`X-${brand}-Event`]: delivery.event,
				...(deliveryId === 'body' ? {} : { [`X-${brand}-Delivery`]: id }),
			},
			body: delivery.body,
			dispatcher,
			signal: AbortSignal.timeout(TIME_LIMIT_MS),
		});
		const { statusCode } = response;
		response.body.dump().catch(() => {});
		const accepted = statusCode >= 200 && statusCode < 300;
		return finish(statusCode, accepted ? null : `The receiver answered ${statusCode}.`);
	} catch (thrown) {
		const error = thrown as Error;
		return finish(null, error.name === 'TimeoutError' ? 'No answer in time.' : String(error));
	}
}

/** Returns the URL with its origin replaced as the setting `localOrigins` specifies. */
function toLocal(url: string, localOrigins: Record<string, string>) {
	const { origin, pathname, search } = new URL(url);
	return origin in localOrigins ? `${localOrigins[origin]}${pathname}${search}` : url;
}

/** True if the URL points to this machine (a loopback address). */
function isLoopback(url: string) {
	const { hostname } = new URL(url);
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}
