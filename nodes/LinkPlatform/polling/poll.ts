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

/** The maximum number of links to search for the latest click. */
const MOST_SEARCHED = 10;
/**
 * The largest number of clicks of a link in one poll. More must be an error, such as a timestamp instead of the
 * counter.
 */
const MOST_AT_ONCE = 10_000;
/** The filters that can be checked only with the details from a link's list of clicks. */
const OF_DETAILS = ['country', 'platform'];

interface Event {
	data: IDataObject;
	/** When the event happened, in ms. */
	time: number;
}

/** A poll that has read its records, with everything that its next steps need. */
interface PollStep {
	client: Client;
	watch: Watch;
	state: PollState;
	reading: Reading;
	/** The values of the record filters at the previous poll. */
	before: string[][];
	deadline?: number;
}

/** The result of a poll. */
export interface Polled {
	state: PollState;
	events: FullEvent[];
	/** Messages for the user about the events. */
	hints: string[];
	/** True if the node watches something other than at the previous poll, so that the state starts over. */
	isNew: boolean;
	/**
	 * True if the state must be saved even if there are no events, because the next poll would act differently without
	 * it.
	 */
	mustBeSaved: boolean;
}

/**
 * Polls once: reads the records, compares their counters with the `former` state, and requests the details of new
 * clicks until `deadline` (in ms since 1970); the next poll continues there. Returns the events and the state to
 * remember. There are no events if there is no former state, or if the event, account or bio page has changed. If it
 * fails, nothing is changed.
 */
export async function poll(
	client: Client,
	watch: Watch,
	former: PollState | undefined,
	deadline = Infinity,
): Promise<Polled> {
	// Four characters of a hash, too short to guess the key from. Changing http:// to https:// in the URL doesn't count
	// as another account.
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

/** Returns the latest event that has really happened, for a test in the editor. Fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const all = await readRecords(client, watch, true);
	const filters = getRecordFilters(watch);
	const chosen = [...all].filter(([id, { record }]) => isWatched(watch, filters, id, record));
	// Lists don't say which QR code was scanned last, so use the one with the most scans: sort it to the end.
	chosen.sort(([, one], [, other]) => (one.count ?? 0) - (other.count ?? 0));
	const reading: Reading = new Map(watch.event === CLICK ? chosen.slice(-MOST_SEARCHED) : chosen);
	const state = begin({ watched: '', account: '', filters }, new Map());
	// Pretend that only the last click or scan of each record is new, and that no step has been reported.
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

/**
 * Returns a hint about counters that can't be read. Fails if one that could be read before can't be read anymore, or if
 * no record has a readable counter.
 */
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
 * Returns the events of a poll, for records that the filters accept now and accepted at the previous poll. Updates the
 * state.
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

/**
 * Returns the clicks to report. Requests their details one link at a time until the deadline, starting with the oldest
 * clicks.
 */
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
				// The rate limit leaves no time for more requests: the next poll continues.
				if (requested > 0 && failure.kind === 'waitLimit') break;
				throw failure;
			}
			requested += 1;
		}
		const ofLink = SOURCES[CLICK].toData(link ?? { id: toId(id) }, watch);
		for (const { details, time } of settle(state, id, client.clock ?? Date.now(), listed)) {
			if (details && !isWanted(watch, details)) continue;
			const data = { ...ofLink, ...(details ?? { details: false }) };
			// If the details have fields of the same names, the link's own fields win.
			events.push({ data: Object.assign(data, ofLink), time });
		}
	}
	return events;
}

/**
 * Returns the details of a link's clicks; undefined if the list has no usable times. If Link Platform never shows the
 * list to this key, returns undefined, or fails if a filter needs the details. Also fails if the list can't be read at
 * the moment.
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

/** True if a click passes the filters and options, as far as its details allow checking them. */
function isWanted({ filters, ignoreLikelyBots }: Watch, details: IDataObject): boolean {
	const { country, platform } = filters;
	const isBot = ignoreLikelyBots && getBotReason(details) !== undefined;
	return isAccepted('', details, { country, platform }) && !isBot;
}

/** True if the click lacks the data that a filter or option needs to check it. */
export function isUnchecked({ filters, ignoreLikelyBots }: Watch, click: IDataObject): boolean {
	const agents = [getUserAgent(click), click.browser, click.platform];
	return (
		OF_DETAILS.some((name) => isSet(filters[name]) && scalarToText(click[name]) === '') ||
		(ignoreLikelyBots && agents.every((agent) => scalarToText(agent) === ''))
	);
}

/**
 * Returns the events in the form that the trigger outputs, in the order in which they happened. Omits unknown fields.
 */
function toFull({ event, dropIpAddresses: isDropping }: Watch, events: Event[]): FullEvent[] {
	const sorted = events.sort((one, other) => one.time - other.time);
	return sorted.map(({ data: all, time }) => {
		const known = Object.entries(all).filter(([, value]) => value !== undefined);
		const fields = Object.fromEntries(known);
		const data = isDropping ? (dropIpAddresses(fields) as IDataObject) : fields;
		return { event, deliveryId: '', timestamp: new Date(time).toISOString(), data };
	});
}
