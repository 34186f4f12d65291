import type { PostRequest } from '../adapter/client';
import { untilAborted } from '../adapter/publication';
import type { Client } from '../api/client';
import { getFailure, toFailure, type Failure } from '../api/failure';
import { fill } from '../api/fill';
import { withTimeout } from '../api/http';
import type { Response } from '../api/transport';
import { isSameTarget } from '../api/identity';
import { ALL } from '../events/events';
import { getResponder, sendHeartbeat } from './heartbeat';
import { forgetFormer, remember, type Memory } from './memory';
import { publishingMessages, subscriptionMessages } from './messages';
import {
	plan,
	selectByUrl,
	selectExpired,
	type Plan,
	type Subscription,
	type Wanted,
} from './plan';
import {
	getSubscriptions,
	getWantedEvents,
	subscribe,
	unsubscribe,
	type Created,
	type NewSubscription,
} from './requests';

/** The longest time that a cleanup may delay its caller, in ms. */
const LONGEST_SWEEP = 5_000;

/** A connection to an account, and the functions that are needed to manage its subscriptions. */
export interface Connection {
	/** Sends no further request once `signal` is aborted. */
	client: Client;
	/** The same client, but it also works afterward, to remove what came into being too late. */
	afterward: Client;
	/** Aborted when the caller gives up. */
	signal: AbortSignal;
	/** Sends a POST request to any URL, without the API key. */
	post: (url: string, request: PostRequest) => Promise<Response | Failure>;
	signingSecret: (url: string) => string;
	/** Returns the mark (a short hash) of a URL's current signing secret. */
	getMark: (url: string) => string;
	warn: (message: string) => void;
}

/**
 * The wanted result of `run`: the URL that should have a subscription, and the URLs that should no longer have one.
 */
interface Goal extends Omit<Wanted, 'events' | 'getMark'> {
	/** The event types that the user chose. */
	chosen?: string[];
	/** True if All Events is chosen and the subscription may leave out events that Link Platform refused. */
	mayLack?: boolean;
}

/** Callbacks between the steps of `run`. */
interface Steps {
	/** Called with the plan before any subscription is created or deleted. */
	onPlan?: (todo: Plan) => void;
	/** Called as soon as the URL has its subscription, before others are deleted. */
	onActive?: (todo: Plan, id: string) => Promise<void>;
}

/**
 * Brings the subscriptions of one URL to the wanted state. Reads the account's subscriptions, creates the URL's
 * subscription if it is missing, remembers it, and deletes those no longer needed. Safe to repeat. Resolves with the
 * plan and the ID of the URL's subscription ('' if no URL was wanted). If the caller gives up, removes what is created
 * afterward, and remembers nothing more.
 */
export async function run(
	connection: Connection,
	{ chosen, mayLack, ...goal }: Goal,
	memory: Memory,
	{ onPlan, onActive }: Steps = {},
): Promise<Plan & { id: string }> {
	const { client, signal, getMark, signingSecret } = connection;
	const { url } = goal;
	const { refusedEvents = [], formerUrls = [] } = memory;
	const events = chosen && (await getWantedEvents(client, chosen));
	const required = mayLack ? chosen?.filter((event) => event !== ALL) : events;
	const isMissed = (event: string) => required?.includes(event) || !refusedEvents.includes(event);
	const listed = await getSubscriptions(client);
	signal.throwIfAborted();
	const todo = plan({ ...goal, events: events?.filter(isMissed), getMark }, memory, listed);
	onPlan?.(todo);
	if (todo.unlisted !== undefined) await removeUnlisted(client, todo.unlisted);
	let id = todo.keep?.id ?? '';
	let surplus = todo.delete;
	if (url !== undefined && todo.create) {
		const target = { url, events: events ?? [], required, secret: signingSecret(url) };
		const made = await renew(connection, target, todo.delete);
		({ id, surplus } = made);
		await recordNew(connection, memory, url, made);
	} else if (url !== undefined && todo.say === 'fine') {
		const { listedUrl = todo.keep?.url } = memory;
		remember(memory, url, { webhookId: id, listedUrl, checkedAt: new Date().toISOString() });
	}
	if (url !== undefined) await onActive?.(todo, id);
	const left = await getLeftBehind(connection, todo.former, url ?? goal.n8nUrl);
	const advice = url === undefined ? '' : subscriptionMessages.earlierIsLeft;
	await removeEarlier(client, [...surplus, ...left], advice);
	signal.throwIfAborted();
	forgetFormer(memory, formerUrls);
	return { ...todo, id };
}

/**
 * Remembers a new subscription, and how Link Platform lists its URL. Logs the events that Link Platform refused. If a
 * publication is given up meanwhile, deletes the subscription, because n8n removes nothing after that.
 */
async function recordNew(
	{ client, afterward, signal, getMark, warn }: Connection,
	memory: Memory,
	url: string,
	{ id, refused, listedUrl }: Created,
): Promise<void> {
	const isPart = refused.length > 0;
	remember(memory, url, {
		webhookId: id,
		secretMark: getMark(url),
		checkedAt: new Date().toISOString(),
		refusedEvents: refused,
		listedUrl,
	});
	if (isPart) warn(fill(publishingMessages.notSubscribed, { events: refused.join(', ') }));
	if (listedUrl !== undefined) return;
	const listed = await untilAborted(signal, getSubscriptions(client)).catch(() => []);
	if (signal.aborted && memory.isPending) await unsubscribe(afterward, id);
	signal.throwIfAborted();
	const found = listed.find((one) => one.id === id);
	if (memory.webhookId === id) remember(memory, url, { listedUrl: found?.url });
}

/**
 * Subscribes a URL. Returns the new subscription, and the `earlier` ones that the caller has to delete. If Link
 * Platform allows only one subscription per URL (HTTP 409), deletes the URL's earlier ones first. Does the same at any
 * refusal if they are switched off, because they deliver nothing anyway. If the new one is then refused, subscribes the
 * URL to its earlier events again.
 */
async function renew(connection: Connection, target: NewSubscription, earlier: Subscription[]) {
	const { client } = connection;
	const present = selectByUrl(earlier, target.url);
	try {
		const made = await subscribeInTime(connection, target, present);
		// Link Platform may have changed an earlier subscription instead of creating one.
		return { ...made, surplus: earlier.filter(({ id }) => id === '' || id !== made.id) };
	} catch (thrown) {
		const failure = toFailure(thrown);
		const isOff = present.every(({ isActive }) => !isActive);
		const mayBlock = failure.status === 409 || (isOff && failure.isAboutValues);
		if (!mayBlock || present.length === 0) throw failure;
	}
	const { earlierIsGone } = subscriptionMessages;
	await removeEarlier(client, present, earlierIsGone);
	try {
		const made = await subscribeInTime(connection, target, []);
		return { ...made, surplus: earlier.filter((one) => !present.includes(one)) };
	} catch (thrown) {
		const events = present[0].events ?? target.events;
		const isGone = await getFailure(subscribeInTime(connection, { ...target, events }, []));
		throw isGone ? toFailure(thrown).withAdvice(earlierIsGone) : thrown;
	}
}

/**
 * Creates a subscription. If the response comes after the caller has given up, deletes what was created: nobody would
 * know of it.
 */
async function subscribeInTime(
	{ client, afterward, signal }: Connection,
	target: NewSubscription,
	known: Subscription[],
) {
	const made = await subscribe(client, target, known, afterward);
	if (signal.aborted && !known.some(({ id }) => id === made.id)) {
		await unsubscribe(afterward, made.id);
	}
	signal.throwIfAborted();
	return made;
}

/** Deletes a subscription that isn't listed. A refusal is ignored, because the subscription may not exist anymore. */
async function removeUnlisted(client: Client, id: string): Promise<void> {
	const failure = await getFailure(unsubscribe(client, id));
	if (failure && failure.kind !== 'refused') throw failure;
}

/** Deletes subscriptions. `advice` tells the user about the effect of a failure. */
async function removeEarlier(client: Client, earlier: Subscription[], advice = ''): Promise<void> {
	try {
		for (const { id } of earlier) await unsubscribe(client, id);
	} catch (thrown) {
		throw toFailure(thrown).withAdvice(advice);
	}
}

/**
 * Returns the subscriptions at n8n's former addresses that should be deleted. Keeps the subscriptions of an address
 * at which another n8n instance with the same key responds, because this instance may be a copy of it. If the response
 * contains `url`, it comes from this instance, which is reachable at both addresses.
 */
async function getLeftBehind(
	connection: Connection,
	former: Plan['former'],
	url: string,
): Promise<Subscription[]> {
	const left: Subscription[] = [];
	for (const { url: formerUrl, subscriptions } of former) {
		const responder = getResponder(await sendHeartbeat(connection, formerUrl));
		if (responder === undefined || isSameTarget(responder, url)) left.push(...subscriptions);
		else {
			const address = new URL(formerUrl).origin;
			connection.warn(fill(publishingMessages.anotherN8n, { address }));
		}
	}
	return left;
}

/**
 * Deletes subscriptions of nodes on this n8n instance whose wait for an event has ended. The caller passes `known` if
 * it has already read these subscriptions, with or without others. If a deletion fails, the next cleanup tries again.
 */
export async function removeExpired(
	client: Client,
	n8nUrl: string,
	known?: Subscription[],
): Promise<void> {
	const remove = async () =>
		await removeEarlier(client, selectExpired(known ?? (await getSubscriptions(client)), n8nUrl));
	await tryBriefly(remove());
}

/**
 * Resolves when the work has ended or failed, or after five seconds. In the latter case, the work continues in the
 * background.
 */
export async function tryBriefly(work: Promise<void>): Promise<void> {
	await withTimeout(LONGEST_SWEEP, work).catch(() => undefined);
}
