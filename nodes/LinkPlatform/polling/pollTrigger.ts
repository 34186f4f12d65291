import { sleep } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure } from '../api/failure';
import { NO_LONGER_NEEDED } from '../api/rateLimiter';
import { FORM, createClient, openClient, readCredentialOf } from '../adapter/client';
import { getNodeKey, write } from '../adapter/memory';
import { toNodeError } from '../adapter/nodeError';
import { tryToPublish } from '../adapter/publication';
import { splitValues } from '../events/filters';
import { getOptions, readField } from '../adapter/triggerFields';
import { toSimplified, type FullEvent } from '../events/simplify';
import { pollingMessages } from './messages';
import type { PollState, Reading } from './plan';
import { start, take } from './poll';
import { startReading, type Ongoing } from './reading';
import { SOURCES, type Watch } from './records';
import { fetchLatest } from './testEvent';

/**
 * The time budget of a poll that n8n's own timers start, in ms, as n8n states it. Such a poll may take longer, because
 * n8n waits for it. A poll of n8n's durable scheduler has less, and n8n gives up on it afterward.
 */
const UNLIMITED = 5 * 60_000;
/** The limits of a publication's requests. `timeout` is in seconds. They have to fail before the publication ends. */
const PUBLISHING = { attempts: 2, timeout: 20 };

/**
 * Flags that show whether a trigger's poll is running, by the trigger's context object, which n8n keeps between
 * polls. They are needed because n8n starts the next poll even if the previous one hasn't ended. A trigger without an
 * entry hasn't polled since it was published or n8n started.
 */
const isPolling = new WeakMap<IPollFunctions, boolean>();
/** The readings that took longer than a poll could wait, by trigger. The trigger's next poll uses them. */
const lateReadings = new Map<string, Ongoing>();

/** Polls once. Returns the events since the previous poll as items, or null if there are none. */
export async function pollTrigger(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = context.getPollBudgetMs?.() ?? UNLIMITED;
	// With n8n's durable scheduler, every poll has a new context object. The different time budget shows that such a
	// poll isn't the first one.
	const isFirst = !isPolling.has(context) && budget === UNLIMITED;
	if (isPolling.get(context)) return null;
	isPolling.set(context, true);
	try {
		if (!isFirst) return await pollOnce(context, budget === UNLIMITED ? Infinity : budget);
		// Skip the poll at n8n's start. n8n would wait for it, and would give up on the trigger if the poll failed. The
		// next poll follows automatically.
		if (['init', 'leadershipChange'].includes(context.getActivationMode())) return null;
		return await tryToPublish(
			getNodeKey(context),
			async (msLeft, failure) => await pollOnce(context, msLeft, { failure }),
		);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, { isMessageOnly: isFirst });
	} finally {
		isPolling.set(context, false);
	}
}

/**
 * Polls once, and waits at most `patience` ms for the records. `publication` is set while publishing; its `failure` is
 * that of n8n's previous try.
 */
async function pollOnce(
	context: IPollFunctions,
	patience: number,
	publication?: { failure?: unknown },
): Promise<INodeExecutionData[][] | null> {
	// A reading that waits for another one begins later, and what is made until then is new.
	const published = publication && Date.now();
	// Read all fields before the first await. After that, another poll may take over n8n's expression engine.
	const watch = toWatch(context);
	const trigger = getNodeKey(context);
	if (publication) lateReadings.delete(trigger);
	// Start over after publishing, even if publishing fails and succeeds later: the state from before the trigger was
	// unpublished is out of date.
	const isNew = publication !== undefined && context.getActivationMode() === 'activate';
	const { former, save } = recall(context, isNew);
	const client = await openClient(context, publication ? PUBLISHING : {});
	const ongoing = startReading(client, watch);
	const readings = await waitForReadings(trigger, ongoing, patience);
	const taken = readings.length > 0 ? takeAll(watch, client, former, readings) : undefined;
	// A publication whose first reading takes long succeeds, unless Link Platform has only failed until now.
	const { began = published } = ongoing.client;
	if (!taken && ongoing.client.began === undefined && publication?.failure)
		throw publication.failure;
	const pending = began === undefined ? former : start(watch, client, former, began);
	const state = taken?.state ?? pending;
	// Write last, so that a failed poll changes nothing. n8n saves the memory together with the items.
	if (!state || !save(state)) return null;
	const isOther = former !== undefined && former.account !== state.account;
	if (isOther)
		context.__emitError(toNodeError(context.getNode(), Failure.input(pollingMessages.startsOver)));
	const { events = [], hints = [], mustBeSaved = isOther } = taken ?? {};
	if (events.length > 0) return [events.map((json) => ({ json, polled: { hints } }))];
	// After a poll that returns nothing, n8n doesn't save the memory, except when publishing. An empty list makes n8n
	// save it.
	return mustBeSaved && !publication ? [[]] : null;
}

/**
 * Returns what the trigger remembers, unless it is new, and a function that remembers a new state. The function returns
 * false if something else has been remembered in the meantime.
 *
 * The state is kept under the node's ID, because n8n keeps a node's own data under its name, and so loses it when the
 * node is renamed. It is one string, because n8n wraps every value of an object in a proxy.
 */
function recall(context: IPollFunctions, isNew: boolean) {
	const memory = context.getWorkflowStaticData('global') as Record<string, string | undefined>;
	const key = `linkPlatform ${context.getNode().id}`;
	if (isNew) write(memory, { [key]: undefined });
	const seen = memory[key];
	const former = seen === undefined ? undefined : (JSON.parse(seen) as PollState);
	const save = (state: PollState) =>
		write(memory, { [key]: JSON.stringify(state) }, (now) => now[key] === seen);
	return { former, save };
}

/**
 * Waits at most `patience` ms for a reading. Returns it, after the one that the trigger's previous poll didn't wait for.
 * What isn't complete yet is left to the next poll.
 */
async function waitForReadings(
	trigger: string,
	ongoing: Ongoing,
	patience: number,
): Promise<Reading[]> {
	await waitFor(ongoing.complete, patience);
	const { reading } = ongoing;
	const late = lateReadings.get(trigger);
	if (reading) lateReadings.delete(trigger);
	else lateReadings.set(trigger, ongoing);
	const isSame = late?.key === ongoing.key && late !== ongoing;
	return [isSame ? late.reading : undefined, reading].filter((one) => one !== undefined);
}

/** Compares readings with the former state. An earlier reading matters only if counting begins with it. */
function takeAll(watch: Watch, client: Client, former: PollState | undefined, readings: Reading[]) {
	const isKnown = start(watch, client, former, 0).counts !== undefined;
	const [first, next] = isKnown ? readings.slice(-1) : readings;
	const taken = take(watch, client, former, first);
	return next ? { ...take(watch, client, taken.state, next), mustBeSaved: true } : taken;
}

/** Waits for `work`, or for `ms` if that is shorter. */
async function waitFor(work: Promise<unknown>, ms: number): Promise<void> {
	const timer = new AbortController();
	const over = ms === Infinity ? [] : [sleep(ms, timer.signal).catch(() => undefined)];
	await Promise.race([work, ...over]).finally(() => timer.abort(NO_LONGER_NEEDED));
}

/** Returns the node's output: the events of a poll or, in the editor, the latest real event. Shows the poll's hints. */
export async function runPolled(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		const watch = toWatch(context);
		let items = context.getInputData();
		const { hints = [] } = (items[0]?.polled ?? {}) as { hints?: string[] };
		if (context.getMode() === 'manual') {
			const client = createClient(context, await readCredentialOf(context, 0), FORM);
			items = [{ json: await fetchLatest(client, watch) }];
		}
		for (const message of hints) {
			context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
		}
		const { simplify } = getOptions(context);
		return [items.map(({ json }) => ({ json: simplify ? toSimplified(json as FullEvent) : json }))];
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

/** Reads the node's fields; throws if they can't be used. */
function toWatch(context: IPollFunctions | IExecuteFunctions): Watch {
	const read = (name: string) => readField(context, name, { extractValue: name === 'bioPageId' });
	const event = String(read('event'));
	if (!Object.hasOwn(SOURCES, event)) throw Failure.input(pollingMessages.unknownEvent, { event });
	return {
		...getOptions(context),
		event,
		filters: (read('filters') ?? {}) as IDataObject,
		bioPageId: event === 'subscriber.added' ? String(read('bioPageId') ?? '').trim() : '',
		steps: event === 'link.milestone' ? parseSteps(read('steps')) : [],
	};
}

/** Returns the steps in ascending order, from text with commas, or from a list or number that an expression returns. */
function parseSteps(value: unknown): number[] {
	const entries = splitValues(value);
	const wrong = entries.find((entry) => !/^[1-9]\d{0,14}$/.test(entry));
	if (wrong !== undefined || entries.length === 0) {
		throw Failure.input(pollingMessages.badStep, { value: wrong ?? 'nothing' });
	}
	return [...new Set(entries.map(Number))].sort((one, other) => one - other);
}
