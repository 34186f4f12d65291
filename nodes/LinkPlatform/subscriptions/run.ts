import { randomUUID } from 'crypto';
import { DateTime } from 'luxon';
import type { Client } from '../api/client';
import { getFailure, toFailure, type Failure } from '../api/failure';
import { fill } from '../api/fill';
import { withTimeout } from '../api/http';
import type { Response } from '../api/transport';
import { isSameTarget } from '../api/identity';
import { ALL } from '../events/events';
import { getResponder, toHeartbeat } from './heartbeat';
import type { Memory } from './memory';
import { publishingMessages, subscriptionMessages, webhookStateMessages } from './messages';
import { plan, selectByUrl, type Plan, type Subscription, type Wanted } from './plan';
import {
	getSubscriptions,
	getWantedEvents,
	subscribe,
	unsubscribe,
	type NewSubscription,
} from './requests';

/** The longest time that a cleanup may delay its caller, in ms. */
const LONGEST_SWEEP = 5_000;

/** A connection to an account, and the functions that are needed to manage its subscriptions. */
export interface Connection {
	client: Client;
	/** Sends a POST request to any URL, without the API key. */
	post: (
		url: string,
		request: { headers: Record<string, string>; body: string },
	) => Promise<Response | Failure>;
	signingSecret: (url: string) => string;
	/** Returns the mark (a short hash) of a URL's current signing secret. Absent if the caller has no memory. */
	getMark?: (url: string) => string;
	warn?: (message: string) => void;
}

/** The wanted result of `run`: which URL should be subscribed, and which URLs should no longer be. */
interface Goal extends Omit<Wanted, 'events' | 'getMark'> {
	/** The event types that the user chose. */
	chosen?: string[];
	/** True if a subscription to All Events may lack events that Link Platform refuses. */
	mayLack?: boolean;
	/** True for a new URL, which can't have a subscription yet. */
	isNew?: boolean;
}

/** Callbacks between the steps of `run`. */
interface Steps {
	/** Called with the plan before any subscription is created or deleted. */
	onPlan?: (todo: Plan) => void;
	/** Called as soon as the URL has its subscription, before others are deleted. */
	onActive?: (todo: Plan, id: string) => Promise<void>;
}

/** A URL to subscribe, and the trigger's memory for it. */
interface Target extends NewSubscription {
	isNew?: boolean;
}

/**
 * The subscription that was kept or created, the others that are yet to be deleted, and the events that were refused.
 */
interface Renewed {
	id: string;
	surplus: Subscription[];
	refused: string[];
}

/**
 * Brings the subscriptions of one URL to the wanted state: reads the account's subscriptions, plans, creates,
 * remembers, and deletes those no longer needed. Safe to repeat. Resolves with the plan and the ID of the URL's
 * subscription ('' if no URL was wanted).
 */
export async function run(
	connection: Connection,
	{ chosen, isNew, mayLack, ...goal }: Goal,
	memory: Memory,
	{ onPlan, onActive }: Steps = {},
): Promise<Plan & { id: string }> {
	const { client, getMark, warn } = connection;
	const { url } = goal;
	const events = chosen && (await getWantedEvents(client, chosen));
	// With All Events, an event that Link Platform refuses must not prevent the subscription to the others.
	const required = mayLack ? chosen?.filter((event) => event !== ALL) : events;
	const { refusedEvents = [] } = memory;
	const isMissed = (event: string) => required?.includes(event) || !refusedEvents.includes(event);
	const listed = isNew ? [] : await getSubscriptions(client);
	const todo = plan({ ...goal, events: events?.filter(isMissed), getMark }, memory, listed);
	onPlan?.(todo);
	if (todo.unlisted !== undefined) await unsubscribe(client, todo.unlisted, listed);
	let id = '';
	let surplus = todo.delete;
	if (url !== undefined) {
		const secret = connection.signingSecret(url);
		const target = { url, events: events ?? [], required, secret, isNew };
		const renewed = await renew(client, target, todo);
		({ id, surplus } = renewed);
		recordRefused(renewed.refused, memory, warn);
		Object.assign(memory, { webhookId: id, webhookUrl: url, secretMark: getMark?.(url) });
		await onActive?.(todo, id);
	}
	const left = await getLeftBehind(connection, todo.former, url ?? goal.n8nUrl);
	const advice = url === undefined ? '' : subscriptionMessages.earlierIsLeft.message;
	await removeEarlier(client, [...surplus, ...left], advice);
	delete memory.formerUrls;
	return { ...todo, id };
}

/**
 * Subscribes a URL unless the plan keeps one of its subscriptions. The caller deletes earlier subscriptions, unless
 * Link Platform allows only one per URL (HTTP 409): then they are deleted first, and restored if the new one is
 * refused.
 */
async function renew(client: Client, target: Target, todo: Plan): Promise<Renewed> {
	if (todo.keep) return { id: todo.keep.id, surplus: todo.delete, refused: [] };
	const present = selectByUrl(todo.delete, target.url);
	try {
		const made = await subscribe(client, target, present);
		const surplus = todo.delete.filter(({ id }) => id === '' || id !== made.id);
		return { ...made, surplus };
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.status !== 409 || target.isNew) throw failure;
		const { description } = subscriptionMessages.takenUnlisted;
		if (present.length === 0) throw failure.reworded({ description });
	}
	await removeEarlier(client, present, subscriptionMessages.earlierMayBeGone.message);
	const surplus = todo.delete.filter((one) => !present.includes(one));
	try {
		return { ...(await subscribe(client, target)), surplus };
	} catch (thrown) {
		const restored = { ...target, events: present[0].events ?? target.events };
		const notRestored = await getFailure(subscribe(client, restored));
		const { earlierIsBack, earlierIsGone } = subscriptionMessages;
		throw toFailure(thrown).withAdvice((notRestored ? earlierIsGone : earlierIsBack).message);
	}
}

/** Remembers the events that Link Platform refused for All Events, and logs them if they have changed. */
function recordRefused(refused: string[], memory: Memory, warn: Connection['warn']): void {
	if (refused.length === 0) return;
	const events = refused.join(', ');
	const isNew = memory.refusedEvents?.join(', ') !== events;
	if (isNew) warn?.(fill(publishingMessages.notSubscribed, { events }).message);
	memory.refusedEvents = refused;
}

/** Deletes subscriptions. `advice` tells the user what follows if that fails. */
async function removeEarlier(client: Client, earlier: Subscription[], advice = ''): Promise<void> {
	try {
		for (const { id } of earlier) await unsubscribe(client, id);
	} catch (thrown) {
		throw toFailure(thrown).withAdvice(advice);
	}
}

/**
 * Returns the subscriptions at n8n's former addresses that should be deleted. Keeps those of another n8n instance that
 * responds there, because this one may be its copy. If this instance responds at both addresses, its response contains
 * `url`.
 */
async function getLeftBehind(
	{ post, signingSecret, warn }: Connection,
	former: Plan['former'],
	url: string,
): Promise<Subscription[]> {
	const left: Subscription[] = [];
	for (const { url: formerUrl, subscriptions } of former) {
		const id = randomUUID();
		const posted = await post(formerUrl, toHeartbeat(id, signingSecret(formerUrl)));
		const responder = getResponder(posted, id);
		if (responder === undefined || isSameTarget(responder, url)) left.push(...subscriptions);
		else {
			const values = { address: new URL(formerUrl).origin };
			warn?.(fill(publishingMessages.anotherN8n, values).message);
		}
	}
	return left;
}

/**
 * Deletes subscriptions that nodes of this n8n instance created to wait for an event, if that wait is over. The caller
 * passes `known` if it has already read these subscriptions. Those that can't be deleted are left for the next cleanup.
 */
export async function removeExpired(
	client: Client,
	n8nUrl: string,
	known?: Subscription[],
): Promise<void> {
	await tryBriefly(async () => {
		const expired = known ?? plan({ n8nUrl }, {}, await getSubscriptions(client)).expired;
		await removeEarlier(client, expired);
	});
}

/**
 * Resolves when the work has ended or failed, but after five seconds at the latest; the work then continues in the
 * background.
 */
export async function tryBriefly(work: () => Promise<void>): Promise<void> {
	await withTimeout(LONGEST_SWEEP, work()).catch(() => undefined);
}

/**
 * Describes the state of a subscription that a plan found. `doubt` is the reason why one that looks right is renewed.
 */
export function describeState({ say, lacking }: Plan, doubt: string): string {
	if (say === 'secretChanged' || say === 'doubted') return doubt;
	const { fine, missing, inactive, eventsMissing } = webhookStateMessages;
	const words = { fine, missing, inactive, eventsMissing }[say];
	return fill(words, { events: lacking.join(', ') }).message;
}

/**
 * Describes since when events may be missing. `since` is the time when the subscription last worked; returns undefined
 * if it isn't known.
 */
export function describeGap(since: unknown): string | undefined {
	const time = DateTime.fromISO(String(since), { zone: 'utc' });
	if (!time.isValid) return undefined;
	return fill(webhookStateMessages.gap, { time: time.toFormat('yyyy-MM-dd HH:mm') }).message;
}
