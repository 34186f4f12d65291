import { randomUUID } from 'crypto';
import type { Client } from '../api/client';
import { toFailure, type Failure } from '../api/failure';
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

/** In ms: how long a clean-up may delay the rest. */
const LONGEST_SWEEP = 5_000;

/** An account, and the world outside it. */
export interface Connection {
	client: Client;
	/** Posts to any URL, without the key. */
	post: (
		url: string,
		request: { headers: Record<string, string>; body: string },
	) => Promise<Response | Failure>;
	signingSecret: (url: string) => string;
	/** The mark that the present secret of a URL has; absent where nothing is remembered. */
	getMark?: (url: string) => string;
	warn?: (message: string) => void;
}

/** What is to be subscribed, and what is not to be any more. */
interface Goal extends Omit<Wanted, 'events' | 'getMark'> {
	/** The types of events as they were chosen. */
	chosen?: string[];
	/** Whether All Events may lack what Link Platform refuses. */
	mayLack?: boolean;
	/** True for a URL that can't have been subscribed before. */
	isNew?: boolean;
}

/** What a caller does between the steps of `run`. */
interface Steps {
	/** Before anything is changed. */
	onPlan?: (todo: Plan) => void;
	/** Once the URL has its subscription, before others are deleted. */
	onActive?: (todo: Plan, id: string) => Promise<void>;
}

/** A goal with what it takes to subscribe its URL. */
interface Target extends NewSubscription {
	isNew?: boolean;
}

/** A renewed subscription, the others of its URL that are left to delete, and the events that were refused. */
interface Renewed {
	id: string;
	surplus: Subscription[];
	refused: string[];
}

/**
 * Makes the subscriptions of one URL what they should be: reads those of the account, plans, creates, remembers, and
 * deletes what is left. May be repeated. Resolves with the plan and the ID of the subscription.
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
	// With All Events, those that Link Platform refuses don't keep the others away.
	const required = mayLack ? chosen?.filter((event) => event !== ALL) : events;
	const isMissed = (event: string) =>
		required?.includes(event) || !memory.refusedEvents?.includes(event);
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
 * Subscribes a URL as planned, unless one is kept. Earlier subscriptions are left for later. If Link Platform allows
 * only one per URL, they are deleted first, and put back if the new one is refused.
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
		if (!isTaken(failure) || target.isNew) throw failure;
		const { description } = subscriptionMessages.takenUnlisted;
		if (present.length === 0) throw failure.reworded({ description });
	}
	await removeEarlier(client, present, subscriptionMessages.earlierMayBeGone.message);
	const surplus = todo.delete.filter((one) => !present.includes(one));
	try {
		return { ...(await subscribe(client, target)), surplus };
	} catch (thrown) {
		const restored = { ...target, events: present[0].events ?? target.events };
		throw await restoreEarlier(client, restored, toFailure(thrown));
	}
}

/** Remembers which of All Events were refused, and says so once. */
function recordRefused(refused: string[], memory: Memory, warn: Connection['warn']): void {
	if (refused.length === 0) return;
	const events = refused.join(', ');
	if (memory.refusedEvents?.join(', ') !== events)
		warn?.(fill(publishingMessages.notSubscribed, { events }).message);
	memory.refusedEvents = refused;
}

/** Deletes subscriptions; `advice` says what follows if that fails. */
async function removeEarlier(client: Client, earlier: Subscription[], advice = ''): Promise<void> {
	try {
		for (const { id } of earlier) await unsubscribe(client, id);
	} catch (thrown) {
		throw toFailure(thrown).withAdvice(advice);
	}
}

/** True if the URL has a webhook already. */
function isTaken({ kind, status, message }: Failure): boolean {
	const isStated = /\b(already|exists?|duplicate|unique|taken|in use|only one)\b/i.test(message);
	return kind === 'refused' && (status === 409 || isStated);
}

/** Puts the earlier webhook back; the failure then says whether that worked. */
async function restoreEarlier(client: Client, target: Target, failure: Failure): Promise<Failure> {
	try {
		await subscribe(client, target);
		return failure.withAdvice(subscriptionMessages.earlierIsBack.message);
	} catch {
		return failure.withAdvice(subscriptionMessages.earlierIsGone.message);
	}
}

/**
 * The subscriptions at former addresses of n8n that are to be deleted. If this n8n is a copy, the trigger of another one
 * responds there and keeps its own; if this one responds under both addresses, it names the present URL.
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
 * Deletes the subscriptions of this n8n's waits that are over; `known` are they, if the account was read already.
 * Whatever fails or takes too long is left for the next time.
 */
export async function removeExpired(
	client: Client,
	n8nUrl: string,
	known?: Subscription[],
): Promise<void> {
	const deadline = Date.now() + LONGEST_SWEEP;
	await tryBriefly(async () => {
		const expired = known ?? plan({ n8nUrl }, {}, await getSubscriptions(client)).expired;
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

/** What was found of a subscription; `doubt` says why one that looks right is renewed. */
export function describeState({ say, lacking }: Plan, doubt: string): string {
	if (say === 'secretChanged' || say === 'doubted') return doubt;
	const { fine, missing, inactive, eventsMissing } = webhookStateMessages;
	const words = { fine, missing, inactive, eventsMissing }[say];
	return fill(words, { events: lacking.join(', ') }).message;
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
