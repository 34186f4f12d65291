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
import {
	SOURCES,
	getClock,
	getRecordFilters,
	isWatched,
	readRecords,
	toLink,
	toMark,
	type Watch,
} from './records';

/** The maximum number of links to search for the latest click. */
const MOST_SEARCHED = 10;
/**
 * The maximum number of new clicks of a link in one poll. A larger number must be an error, such as a timestamp
 * instead of the counter.
 */
const MOST_AT_ONCE = 10_000;
/**
 * The number of clicks that a filter may reject before n8n has to save the state. Until then, they would be read again
 * after a restart. With more than `MOST_AT_ONCE`, the next poll would fail.
 */
const MOST_REJECTED = 1_000;
/** The filters that can be checked only with the details from a link's list of clicks. */
const OF_DETAILS = ['country', 'platform'];

interface PolledEvent extends FullEvent {
	timestamp: string;
}

/** The data that the steps of a poll need after it has read the records. */
interface PollStep {
	client: Client;
	watch: Watch;
	state: PollState;
	reading: Reading;
	/** The record filters at the previous poll; undefined if the trigger starts over. */
	before?: IDataObject;
	deadline?: number;
}

/**
 * Polls once: reads the records, compares their counters with the `former` state, and requests the details of new
 * clicks. Stops requesting details at `deadline` (in ms since 1970), and leaves the rest to the next poll. If it fails,
 * nothing has changed.
 *
 * Returns the events, hints about them, and the state to remember. If `former` is missing, or belongs to another event,
 * bio page or account, `isNew` is true and there are no events. `mustBeSaved` is true if the next poll would act
 * differently without the new state, or would read many rejected clicks again.
 */
export async function poll(
	client: Client,
	watch: Watch,
	former: PollState | undefined,
	deadline = Infinity,
) {
	// Four characters of a hash are too short to guess the key from.
	const account = toMark(client.account).slice(0, 4);
	const watched = `${watch.event} ${watch.bioPageId} ${account}`;
	const filters = getRecordFilters(watch);
	const isNew = former?.watched !== watched;
	const isOther = isNew || !isSame(former.filters, filters);
	const reading = await readRecords(client, watch, isOther);
	const state = isNew ? begin(watched, filters) : { ...structuredClone(former), filters };
	const before = isNew ? undefined : former.filters;
	const hints = checkCounters(reading, watch, state);
	const events = await takeEvents({ client, watch, state, reading, before, deadline });
	// The time of the first page, because clicks may happen while the rest of a long list is read.
	state.polledAt = [...reading.values()][0]?.clock ?? getClock(client);
	if (state.hasTwoClocks) hints.push(pollingMessages.twoClocks);
	const count = events.filter(({ data }) => isUnchecked(watch, data as IDataObject)).length;
	if (count > 0) hints.push(fill(pollingMessages.unchecked, { count }));
	const isSelected = (id: string) => {
		const seen = reading.get(id);
		return seen !== undefined && isWatched(watch, filters, id, seen.record);
	};
	/** Returns the parts of a state without which the next poll would act differently. */
	const toUncertain = ({ waiting, doubts, counts = {} }: Partial<PollState> = {}) => {
		const unreadable = Object.keys(counts).filter((id) => counts[id] === null);
		return [waiting, doubts, unreadable.filter(isSelected)];
	};
	const isDoubtful = !isSame(toUncertain(state), toUncertain(former));
	const mustBeSaved = isOther || isDoubtful || state.rejected >= MOST_REJECTED;
	if (mustBeSaved || events.length > 0) state.rejected = 0;
	return { state, events, hints, isNew, mustBeSaved };
}

/** Returns the latest real event, for a test in the editor. Fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const all = await readRecords(client, watch, true);
	const filters = getRecordFilters(watch);
	const chosen = [...all].filter(([id, { record }]) => isWatched(watch, filters, id, record));
	// Lists don't show which QR code was scanned last. Use the one with the most scans: sort it to the end, because
	// the last event is returned.
	chosen.sort(([, one], [, other]) => (one.count ?? 0) - (other.count ?? 0));
	const reading: Reading = new Map(watch.event === CLICK ? chosen.slice(-MOST_SEARCHED) : chosen);
	const state = begin('', filters);
	// Pretend that only the last click or scan of each record is new, and that no step has been reported.
	for (const [id, { count = 0 }] of reading) {
		state.counts[id] = watch.event === 'link.milestone' ? 0 : Math.max(0, count - 1);
	}
	const events = await takeEvents({ client, watch, state, reading, before: filters });
	const event = events.at(-1);
	if (!event) throw Failure.input(pollingMessages.noneYet, { links: MOST_SEARCHED });
	return event;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns a hint about counters that can't be read. Fails if a counter was readable at an earlier poll, or if no record
 * has the counter.
 */
function checkCounters(reading: Reading, { event }: Watch, { counts }: PollState): string[] {
	const { counter = '' } = SOURCES[event];
	const unknown = [...reading].filter(([, { count }]) => count === undefined);
	const hasNone = [...reading.values()].every(({ record }) => record[counter] === undefined);
	const lost = unknown.find(([id]) => hasNone || typeof counts[id] === 'number');
	if (lost) {
		const [id, { record }] = lost;
		const fields = Object.keys(record).join(', ');
		const values = { counter, id, value: JSON.stringify(record[counter] ?? null), fields };
		throw Failure.unusable(pollingMessages.noFigure, values);
	}
	const count = unknown.length;
	return count === 0 ? [] : [fill(pollingMessages.unknownCounters, { count, counter })];
}

/**
 * Returns the events of a poll in the order in which they happened, and updates the state. Leaves out records that
 * the filters don't accept now, or didn't accept at the previous poll.
 */
async function takeEvents(step: PollStep): Promise<PolledEvent[]> {
	const { client, watch, state, reading, before } = step;
	const source = SOURCES[watch.event];
	const { counter, toEvents } = source;
	const events: PolledEvent[] = [];
	for (const grown of compare(state, reading, source, getClock(client))) {
		const { id, was, count, record, clock } = grown;
		const isKnown =
			before && [before, state.filters].every((one) => isWatched(watch, one, id, record));
		if (!isKnown) skip(state, id, grown);
		else if (toEvents) {
			const time = (counter ? undefined : getExactMoment(record)) ?? clock;
			const all = toEvents(record, watch, was, count);
			events.push(...all.map((data) => toEvent(watch, data, time)));
		} else if (count - was > MOST_AT_ONCE) {
			throw Failure.unusable(pollingMessages.tooMany, { id, count: count - was });
		} else wait(state, id, clock, count - was);
	}
	// Forget suspected drops of records that no filter selects. Otherwise, n8n would start executions only to save them.
	for (const [id, { record }] of reading) {
		if (id in state.doubts && !isWatched(watch, state.filters, id, record)) delete state.doubts[id];
	}
	events.push(...(await takeClicks(step)));
	return events.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
}

/**
 * Returns the waiting clicks to report now. Requests their details one link at a time until the deadline, starting with
 * the oldest clicks. Fails if a list of clicks can't be read at the moment.
 */
async function takeClicks(step: PollStep): Promise<PolledEvent[]> {
	const { client, watch, state, reading, deadline = Infinity } = step;
	const { waiting } = state;
	const events: PolledEvent[] = [];
	let hasRequested = false;
	for (const id of Object.keys(waiting).sort((a, b) => waiting[a][0][0] - waiting[b][0][0])) {
		if (hasRequested && Date.now() >= deadline) break;
		const link = reading.get(id)?.record;
		let listed: ClickDetails[] | undefined = state.hasTwoClocks ? undefined : [];
		if (link && listed) {
			try {
				listed = await readClicks(client, id, state, deadline);
			} catch (thrown) {
				const failure = toFailure(thrown);
				// The rate limit leaves no time for more requests. The next poll continues.
				if (hasRequested && failure.kind === 'waitLimit') break;
				assertRefused(failure, watch, id);
				listed = undefined;
			}
			hasRequested = true;
		}
		const ofLink = toLink(link ?? { id: toId(id) });
		for (const { details, time } of settle(state, id, getClock(client), listed)) {
			if (details && !isWanted(watch, details)) {
				state.rejected += 1;
				continue;
			}
			// If the details and the link have fields of the same names, the link's fields win.
			const data = { ...ofLink, ...(details ?? { details: false }), ...ofLink };
			events.push(toEvent(watch, data, time));
		}
	}
	return events;
}

/**
 * Throws the failure, unless Link Platform permanently refuses this link's list of clicks (403 or 404). Even then,
 * throws if a filter or option needs the details in that list.
 */
function assertRefused(failure: Failure, watch: Watch, id: string): void {
	if (![403, 404].includes(failure.status ?? 0) || !isOwnFailure(failure.body)) throw failure;
	if (isUnchecked(watch, {})) throw Failure.input(pollingMessages.needsDetails, { id });
}

/** True if a click passes the filters and options, as far as its details show. */
function isWanted({ filters, ignoreLikelyBots }: Watch, details: IDataObject): boolean {
	const { country, platform } = filters;
	const isBot = ignoreLikelyBots && getBotReason(details) !== undefined;
	return isAccepted('', details, { country, platform }) && !isBot;
}

/** True if the click lacks the data that a filter or option needs to check it. */
function isUnchecked({ event, filters, ignoreLikelyBots }: Watch, click: IDataObject): boolean {
	if (event !== CLICK) return false;
	const isUnknown = (value: unknown) => scalarToText(value) === '';
	const agents = [getUserAgent(click), click.browser, click.platform];
	return (
		OF_DETAILS.some((name) => isUnknown(click[name]) && splitValues(filters[name]).length > 0) ||
		(ignoreLikelyBots && agents.every(isUnknown))
	);
}

/** Returns an event in the form that the trigger outputs. `time` is in ms. */
function toEvent(watch: Watch, known: IDataObject, time: number): PolledEvent {
	const fields = JSON.parse(JSON.stringify(known)) as IDataObject;
	const data = watch.dropIpAddresses ? (dropIpAddresses(fields) as IDataObject) : fields;
	return { event: watch.event, deliveryId: '', timestamp: new Date(time).toISOString(), data };
}
