import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getExactMoment, getUserAgent } from '../api/dialect';
import { isOwnFailure, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { toId } from '../runner/input';
import { getBotReason } from '../events/bots';
import { dropIpAddresses } from '../events/dropIpAddresses';
import { isAccepted, splitValues } from '../events/filters';
import type { FullEvent } from '../events/simplify';
import { readClicks } from './clicks';
import { pollingMessages } from './messages';
import {
	begin,
	compare,
	pass,
	settle,
	wait,
	type ClickRow,
	type Growth,
	type PollState,
	type Reading,
} from './plan';
import { SOURCES, getRecordFilters, isWatched, readRecords, toMark, type Watch } from './records';

/** Links that are looked through for the latest click. */
const MOST_LOOKED_AT = 10;
/** Of a link's clicks at once: more are a mistake, such as a time in the place of the counter. */
const MOST_AT_ONCE = 10_000;
/** Filters that only the row of a click can answer. */
const OF_ROWS = ['country', 'platform'];

/** Something that has happened. */
interface Event {
	data: IDataObject;
	/** In ms. */
	time: number;
}

/** What a poll found. */
export interface Polled {
	state: PollState;
	events: FullEvent[];
	/** What the user should know of it. */
	hints: string[];
	/** The new state matters even without events: without it, the next poll would do something else. */
	mustBeSaved: boolean;
}

/**
 * One poll: the events since the one before, and what to remember. Without a state, or with that of something else,
 * the present is remembered and nothing has happened. Links that are not asked for by the deadline are left to the
 * next poll. A failure changes nothing.
 */
export async function poll(
	client: Client,
	watch: Watch,
	former: PollState | undefined,
	deadline = Infinity,
): Promise<Polled> {
	// Short, so that a key can't be guessed from it. An address that gets https stays the same one.
	const account = toMark(client.account.replace(/^https?:/i, '')).slice(0, 4);
	const watched = `${watch.event} ${watch.bioPageId}`;
	const filters = getRecordFilters(watch);
	const isNew = former?.watched !== watched || former.account !== account;
	const isOther = isNew || !isSame(former.filters, filters);
	const reading = await readRecords(client, watch, isOther);
	const [{ clock } = { clock: client.clock ?? Date.now() }] = reading.values();
	// Again, since a record that moves between pages meanwhile is missed, and would seem new.
	if (isOther) addMissed(reading, await readRecords(client, watch, isOther));
	assertReadable(reading, watch, isNew ? undefined : former);
	const hints = getHints(watch, reading);
	if (isNew) {
		const state = begin({ watched, account, filters }, reading, clock);
		return { state, events: [], hints, mustBeSaved: true };
	}
	const state = { ...structuredClone(former), filters };
	const events = await takeEvents(client, watch, state, {
		reading,
		formerly: former.filters,
		deadline,
	});
	if (state.hasTwoClocks) hints.push(pollingMessages.twoClocks.message);
	const waits = Object.keys(state.waiting).length > 0 && !isSame(state.waiting, former.waiting);
	const mustBeSaved = isOther || waits || !isSame(state.doubts, former.doubts);
	return { state, events, hints, mustBeSaved };
}

/** The latest event that has happened, for a test in the editor, and where it was looked for. Fails if there is none. */
export async function fetchLatest(
	client: Client,
	watch: Watch,
): Promise<{ event: FullEvent; hint: string }> {
	const all = await readRecords(client, watch, true);
	const filters = getRecordFilters(watch);
	const wanted = [...all].filter(([id, { record }]) => isWatched(watch, filters, id, record));
	// Which QR code was scanned last is not known, so that the one scanned most comes last.
	const sorted = wanted.sort(([, one], [, other]) => (one.count ?? 0) - (other.count ?? 0));
	const isClick = watch.event === 'link.clicked';
	const reading: Reading = new Map(isClick ? sorted.slice(-MOST_LOOKED_AT) : sorted);
	// As if each had been counted once since 1970.
	const before: Reading = new Map();
	for (const [id, { record, count = 0 }] of reading) {
		const was = watch.event === 'link.milestone' ? 0 : Math.max(0, count - 1);
		before.set(id, { record, count: was, clock: 0 });
	}
	const state = begin({ watched: '', account: '', filters }, before, 0);
	const events = await takeEvents(client, watch, state, { reading, formerly: filters });
	const event = events.at(-1);
	const { lookedAtClicks, lookedAtAll, noneWanted, noneYet } = pollingMessages;
	const { message: looked } = fill(isClick ? lookedAtClicks : lookedAtAll, { count: reading.size });
	if (event) return { event, hint: looked };
	const isFiltered = watch.ignoreLikelyBots || Object.values(watch.filters).some(hasValues);
	throw isFiltered ? Failure.input(noneWanted, { looked }) : Failure.input(noneYet);
}

const hasValues = (filter: unknown) => splitValues(filter).length > 0;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Adds what only a second reading shows: records, and clicks that came meanwhile. */
function addMissed(reading: Reading, second: Reading): void {
	for (const [id, seen] of second) {
		const { count = 0 } = reading.get(id) ?? {};
		if (!reading.has(id) || (seen.count ?? 0) > count) reading.set(id, seen);
	}
}

/** Fails if a counter can't be read any more, or none could ever be. */
function assertReadable(reading: Reading, { event }: Watch, former?: PollState): void {
	const { counter = '' } = SOURCES[event];
	const unknown = [...reading].filter(([, { count }]) => count === undefined);
	for (const [id, { record }] of unknown) {
		if (typeof former?.counts[id] !== 'number') continue;
		const value = JSON.stringify(record[counter] ?? null);
		throw Failure.unusable(pollingMessages.noFigure, { counter, id, value });
	}
	const isAbsent = unknown.every(([, { record }]) => record[counter] === undefined);
	if (former || unknown.length === 0 || unknown.length < reading.size || !isAbsent) return;
	const fields = Object.keys(unknown[0][1].record).join(', ');
	throw Failure.unusable(pollingMessages.noFigures, { counter, fields });
}

function getHints({ event }: Watch, reading: Reading): string[] {
	const { counter = '' } = SOURCES[event];
	const count = [...reading.values()].filter((seen) => seen.count === undefined).length;
	return count === 0 ? [] : [fill(pollingMessages.unknownCounters, { count, counter }).message];
}

/** The events of a reading that pass the filters; the state then knows of all of them. */
async function takeEvents(
	client: Client,
	watch: Watch,
	state: PollState,
	{ reading, formerly, deadline }: { reading: Reading; formerly: string[][]; deadline?: number },
): Promise<FullEvent[]> {
	const { nature, counter, toData, toEvents = (data) => [data] } = SOURCES[watch.event];
	const now = client.clock ?? Date.now();
	const growth = compare(state, reading, nature, now);
	for (const [id, { record }] of reading) {
		const isKnown = [formerly, state.filters].every((one) => isWatched(watch, one, id, record));
		if (isKnown || !growth.has(id)) continue;
		pass(state, id, reading.get(id)!);
		growth.delete(id);
	}
	if (watch.event === 'link.clicked') {
		letWait(state, growth, reading);
		return toFull(watch, await takeClicks(client, watch, { state, reading, now, deadline }));
	}
	state.usedUntil = {};
	const events = [...growth].flatMap(([id, [was, is]]) => {
		state.counts[id] = is;
		const { record, clock } = reading.get(id)!;
		const time = (counter ? undefined : getExactMoment(record)) ?? clock;
		return toEvents(toData(record, watch), was, is, watch).map((data) => ({ data, time }));
	});
	return toFull(watch, events);
}

function letWait(state: PollState, growth: Growth, reading: Reading): void {
	for (const [id, [was, is]] of growth) {
		const count = is - was;
		if (count > MOST_AT_ONCE) throw Failure.unusable(pollingMessages.tooMany, { id, count });
		wait(state, id, [was, is], reading.get(id)!.clock);
	}
}

/** Returns the clicks to output. Requests their rows one link at a time until the deadline, the oldest clicks first. */
async function takeClicks(
	client: Client,
	watch: Watch,
	polled: { state: PollState; reading: Reading; now: number; deadline?: number },
): Promise<Event[]> {
	const { state, reading, now, deadline = Infinity } = polled;
	const { waiting } = state;
	const events: Event[] = [];
	let asked = 0;
	for (const id of Object.keys(waiting).sort((a, b) => waiting[a][0][0] - waiting[b][0][0])) {
		const link = reading.get(id)?.record;
		let rows: ClickRow[] | undefined = [];
		if (state.hasTwoClocks) rows = undefined;
		else if (link) {
			if (asked > 0 && Date.now() >= deadline) break;
			try {
				rows = await readClicks(client, id, state);
			} catch (thrown) {
				const failure = toFailure(thrown);
				// No time is left under the rate limit.
				if (asked > 0 && failure.kind === 'waitLimit') break;
				assertForGood(failure, watch, id);
				rows = undefined;
			}
			asked += 1;
		}
		const data = SOURCES[watch.event].toData(link ?? { id: toId(id) }, watch);
		for (const { row, time } of settle(state, id, now, rows)) {
			const { row: details = { details: false } } = { row };
			if (!row || isWanted(watch, row))
				events.push({ data: { ...data, ...details, ...data }, time });
		}
	}
	return events;
}

/** Fails unless Link Platform refuses the list of clicks for good, and nobody asks for what it says. */
function assertForGood(failure: Failure, watch: Watch, id: string): void {
	const isForGood = failure.status === 403 || failure.status === 404;
	if (!isForGood || !isOwnFailure(failure.body)) throw failure;
	const { ignoreLikelyBots, filters } = watch;
	if (!ignoreLikelyBots && !OF_ROWS.some((name) => hasValues(filters[name]))) return;
	throw Failure.input(pollingMessages.needsDetails, { id });
}

/** True if a row passes the filters and options, as far as it answers them. */
function isWanted({ filters, ignoreLikelyBots }: Watch, row: IDataObject): boolean {
	const answered = OF_ROWS.filter((name) => scalarToText(row[name]) !== '');
	const asked = Object.fromEntries(answered.map((name) => [name, filters[name]]));
	return isAccepted('', row, asked) && !(ignoreLikelyBots && getBotReason(row));
}

/** True for a click that doesn't answer what a filter or option asks. */
export function isUnchecked({ filters, ignoreLikelyBots }: Watch, click: IDataObject): boolean {
	const agents = [getUserAgent(click), click.browser, click.platform];
	return (
		OF_ROWS.some((name) => hasValues(filters[name]) && scalarToText(click[name]) === '') ||
		(ignoreLikelyBots && agents.every((agent) => scalarToText(agent) === ''))
	);
}

/** The events in the order in which they happened. What isn't known is left out. */
function toFull({ event, dropIpAddresses: isDropping }: Watch, events: Event[]): FullEvent[] {
	const sorted = events.sort((one, other) => one.time - other.time);
	return sorted.map(({ data, time }) => {
		const known = Object.entries(data).filter(([, value]) => value !== undefined);
		const fields = Object.fromEntries(known);
		const kept = isDropping ? (dropIpAddresses(fields) as IDataObject) : fields;
		return { event, deliveryId: '', timestamp: new Date(time).toISOString(), data: kept };
	});
}
