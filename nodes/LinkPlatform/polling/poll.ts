import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getExactMoment, getUserAgent } from '../api/dialect';
import { isOwnFailure, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { toId } from '../runner/input';
import { getBotReason } from '../events/bots';
import { dropIpAddresses } from '../events/dropIpAddresses';
import { CLICK } from '../events/events';
import { isAccepted, splitValues } from '../events/filters';
import type { FullEvent } from '../events/simplify';
import { readClicks } from './clicks';
import { pollingMessages } from './messages';
import {
	begin,
	compare,
	settle,
	skip,
	wait,
	type ClickDetails,
	type PollState,
	type Reading,
} from './plan';
import { SOURCES, getRecordFilters, isWatched, readRecords, toMark, type Watch } from './records';

/** Links whose clicks are searched for the latest one. */
const MOST_SEARCHED = 10;
/** Clicks of a link in one poll: more are a mistake, such as a time in place of the counter. */
const MOST_AT_ONCE = 10_000;
/** Filters that only a link's list of clicks can answer. */
const OF_DETAILS = ['country', 'platform'];

interface Event {
	data: IDataObject;
	/** In ms. */
	time: number;
}

/** A poll whose records have been read. */
interface PollStep {
	client: Client;
	watch: Watch;
	state: PollState;
	reading: Reading;
	/** The record filters of the former poll. */
	before: string[][];
	deadline?: number;
}

/** What a poll found. */
export interface Polled {
	state: PollState;
	events: FullEvent[];
	/** What the user should know about the events. */
	hints: string[];
	/** True if something else is watched than in the former poll, so that the state begins anew. */
	isNew: boolean;
	/** True if the next poll would do something else without the new state, also if there are no events. */
	mustBeSaved: boolean;
}

/**
 * Polls once: reads the records, compares their counters with the `former` state, and requests the details of new
 * clicks until `deadline` (in ms since 1970); the next poll continues. Returns the events and the state to remember.
 * Without a former state, or if another event, account or bio page is watched, there are no events. A failure changes
 * nothing.
 */
export async function poll(
	client: Client,
	watch: Watch,
	former: PollState | undefined,
	deadline = Infinity,
): Promise<Polled> {
	// Short, so that nobody can guess the key from it. An address that gets https stays the same one.
	const account = toMark(client.account.replace(/^https?:/i, '')).slice(0, 4);
	const watched = `${watch.event} ${watch.bioPageId}`;
	const filters = getRecordFilters(watch);
	const isNew = former?.watched !== watched || former.account !== account;
	const isOther = isNew || !isSame(former.filters, filters);
	const reading = await readRecords(client, watch, isOther);
	const hints = checkCounters(reading, watch, isNew ? undefined : former);
	if (isNew) {
		const state = begin({ account, watched, filters }, reading);
		return { state, events: [], hints, isNew, mustBeSaved: true };
	}
	const state = { ...structuredClone(former), filters };
	const before = former.filters;
	const events = await takeEvents({ client, watch, state, reading, before, deadline });
	if (state.hasTwoClocks) hints.push(pollingMessages.twoClocks.message);
	const waits = Object.keys(state.waiting).length > 0 && !isSame(state.waiting, former.waiting);
	const mustBeSaved = isOther || waits || !isSame(state.doubts, former.doubts);
	return { state, events, hints, isNew, mustBeSaved };
}

/** Returns the latest event that has happened, for a test in the editor. Fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const all = await readRecords(client, watch, true);
	const filters = getRecordFilters(watch);
	const chosen = [...all].filter(([id, { record }]) => isWatched(watch, filters, id, record));
	// Lists don't say which QR code was scanned last, so the code with the most scans comes last.
	chosen.sort(([, one], [, other]) => (one.count ?? 0) - (other.count ?? 0));
	const reading: Reading = new Map(watch.event === CLICK ? chosen.slice(-MOST_SEARCHED) : chosen);
	const state = begin({ watched: '', account: '', filters }, new Map());
	// As if only the last click or scan of each record were new, but all steps that a link has passed.
	for (const [id, { count = 0 }] of reading) {
		state.counts[id] = watch.event === 'link.milestone' ? 0 : Math.max(0, count - 1);
	}
	const events = await takeEvents({ client, watch, state, reading, before: filters });
	const event = events.at(-1);
	if (!event) throw Failure.input(pollingMessages.noneYet, { links: MOST_SEARCHED });
	return event;
}

const isSet = (filter: unknown) => splitValues(filter).length > 0;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns a hint about unknown counters. Fails if a known one has become unknown, or if no record has a counter. */
function checkCounters(reading: Reading, { event }: Watch, former?: PollState): string[] {
	const { counter = '' } = SOURCES[event];
	const unknown = [...reading].filter(([, { count }]) => count === undefined);
	const count = unknown.length;
	const hasNone =
		!former &&
		count === reading.size &&
		unknown.every(([, { record }]) => record[counter] === undefined);
	const lost = unknown.find(([id]) => hasNone || typeof former?.counts[id] === 'number');
	if (lost) {
		const [id, { record }] = lost;
		const fields = Object.keys(record).join(', ');
		const values = { counter, id, value: JSON.stringify(record[counter] ?? null), fields };
		throw Failure.unusable(pollingMessages.noFigure, values);
	}
	return count === 0 ? [] : [fill(pollingMessages.unknownCounters, { count, counter }).message];
}

/**
 * Returns the events of a poll, for records that the filters choose now and did in the former poll. Updates the state.
 */
async function takeEvents(step: PollStep): Promise<FullEvent[]> {
	const { client, watch, state, reading, before } = step;
	const { nature, counter, toData, toEvents = (data) => [data] } = SOURCES[watch.event];
	const isClick = watch.event === CLICK;
	const events: Event[] = [];
	for (const growth of compare(state, reading, nature, client.clock ?? Date.now())) {
		const { id, was, is, seen } = growth;
		const { record, clock } = seen;
		const isKnown = [before, state.filters].every((one) => isWatched(watch, one, id, record));
		const count = is - was;
		if (!isKnown) skip(state, id, seen);
		else if (!isClick) {
			state.counts[id] = is;
			const time = (counter ? undefined : getExactMoment(record)) ?? clock;
			const all = toEvents(toData(record, watch), was, is, watch);
			events.push(...all.map((data) => ({ data, time })));
		} else if (count > MOST_AT_ONCE) {
			throw Failure.unusable(pollingMessages.tooMany, { id, count });
		} else wait(state, id, clock, count);
	}
	if (isClick) events.push(...(await takeClicks(step)));
	else state.usedUntil = {};
	return toFull(watch, events);
}

/** Returns the clicks to report. Requests their details one link at a time until the deadline, the oldest clicks first. */
async function takeClicks(step: PollStep): Promise<Event[]> {
	const { client, watch, state, reading, deadline = Infinity } = step;
	const { waiting } = state;
	const events: Event[] = [];
	let requested = 0;
	for (const id of Object.keys(waiting).sort((a, b) => waiting[a][0][0] - waiting[b][0][0])) {
		if (requested > 0 && Date.now() >= deadline) break;
		const link = reading.get(id)?.record;
		let listed: ClickDetails[] | undefined = state.hasTwoClocks ? undefined : [];
		if (link && listed) {
			try {
				listed = await readDetails(step, id);
			} catch (thrown) {
				const failure = toFailure(thrown);
				// No time is left under the rate limit.
				if (requested > 0 && failure.kind === 'waitLimit') break;
				throw failure;
			}
			requested += 1;
		}
		const ofLink = SOURCES[CLICK].toData(link ?? { id: toId(id) }, watch);
		for (const { details, time } of settle(state, id, client.clock ?? Date.now(), listed)) {
			if (details && !isWanted(watch, details)) continue;
			const data = { ...ofLink, ...(details ?? { details: false }) };
			// The link's own fields, if its details have fields of the same names.
			events.push({ data: Object.assign(data, ofLink), time });
		}
	}
	return events;
}

/**
 * Returns the details of a link's clicks; undefined if the list can't tell moments, or if Link Platform never shows it to
 * this key. Fails then if a filter needs details, or if the list can't be read at the moment.
 */
async function readDetails(
	{ client, watch, state }: PollStep,
	id: string,
): Promise<ClickDetails[] | undefined> {
	try {
		return await readClicks(client, id, state);
	} catch (thrown) {
		const failure = toFailure(thrown);
		const isForGood = failure.status === 403 || failure.status === 404;
		if (!isForGood || !isOwnFailure(failure.body)) throw failure;
		if (isUnchecked(watch, {})) throw Failure.input(pollingMessages.needsDetails, { id });
		return undefined;
	}
}

/** True if a click passes the filters and options, as far as its details answer them. */
function isWanted({ filters, ignoreLikelyBots }: Watch, details: IDataObject): boolean {
	const { country, platform } = filters;
	const isBot = ignoreLikelyBots && getBotReason(details) !== undefined;
	return isAccepted('', details, { country, platform }) && !isBot;
}

/** True if a click doesn't answer what a filter or option asks. */
export function isUnchecked({ filters, ignoreLikelyBots }: Watch, click: IDataObject): boolean {
	const agents = [getUserAgent(click), click.browser, click.platform];
	return (
		OF_DETAILS.some((name) => isSet(filters[name]) && scalarToText(click[name]) === '') ||
		(ignoreLikelyBots && agents.every((agent) => scalarToText(agent) === ''))
	);
}

/** Returns the events as the trigger outputs them, in the order in which they happened. Leaves out unknown fields. */
function toFull({ event, dropIpAddresses: isDropping }: Watch, events: Event[]): FullEvent[] {
	const sorted = events.sort((one, other) => one.time - other.time);
	return sorted.map(({ data: all, time }) => {
		const known = Object.entries(all).filter(([, value]) => value !== undefined);
		const fields = Object.fromEntries(known);
		const data = isDropping ? (dropIpAddresses(fields) as IDataObject) : fields;
		return { event, deliveryId: '', timestamp: new Date(time).toISOString(), data };
	});
}
