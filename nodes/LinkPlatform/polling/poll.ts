import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { dropIpAddresses } from '../events/dropIpAddresses';
import type { FullEvent } from '../events/simplify';
import { pollingMessages } from './messages';
import { begin, compare, skip, type PollState, type Reading } from './plan';
import {
	SOURCES,
	getClock,
	getRecordFilters,
	isWatched,
	readRecords,
	toMark,
	type Watch,
} from './records';

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
}

/**
 * Polls once: reads the records, and compares their counters with the `former` state. If it fails, nothing has changed.
 *
 * Returns the events, hints about them, and the state to remember. If `former` is missing, or belongs to another event,
 * bio page or account, `isNew` is true and there are no events. `mustBeSaved` is true if the next poll would act
 * differently without the new state.
 */
export async function poll(client: Client, watch: Watch, former: PollState | undefined) {
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
	const events = takeEvents({ client, watch, state, reading, before });
	const isSelected = (id: string) => {
		const seen = reading.get(id);
		return seen !== undefined && isWatched(watch, filters, id, seen.record);
	};
	/** Returns the parts of a state without which the next poll would act differently. */
	const toUncertain = ({ doubts, counts = {} }: Partial<PollState> = {}) => {
		const unreadable = Object.keys(counts).filter((id) => counts[id] === null);
		return [doubts, unreadable.filter(isSelected)];
	};
	const isDoubtful = !isSame(toUncertain(state), toUncertain(former));
	const mustBeSaved = isOther || isDoubtful;
	return { state, events, hints, isNew, mustBeSaved };
}

/** Returns the latest real event, for a test in the editor. Fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const all = await readRecords(client, watch, true);
	const filters = getRecordFilters(watch);
	const chosen = [...all].filter(([id, { record }]) => isWatched(watch, filters, id, record));
	// Lists don't show which link was clicked or which QR code was scanned last. Use the one with the largest counter: sort
	// it to the end, because the last event is returned.
	chosen.sort(([, one], [, other]) => (one.count ?? 0) - (other.count ?? 0));
	const reading: Reading = new Map(chosen);
	const state = begin('', filters);
	// Pretend that only the last click or scan of each record is new, and that no step has been reported.
	for (const [id, { count = 0 }] of reading) {
		state.counts[id] = watch.event === 'link.milestone' ? 0 : Math.max(0, count - 1);
	}
	const events = takeEvents({ client, watch, state, reading, before: filters });
	const event = events.at(-1);
	if (!event) throw Failure.input(pollingMessages.noneYet);
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
function takeEvents({ client, watch, state, reading, before }: PollStep): PolledEvent[] {
	const source = SOURCES[watch.event];
	const { counter, toEvents } = source;
	const events: PolledEvent[] = [];
	for (const grown of compare(state, reading, source, getClock(client))) {
		const { id, was, count, record, clock } = grown;
		const isKnown =
			before && [before, state.filters].every((one) => isWatched(watch, one, id, record));
		if (!isKnown) {
			skip(state, id, grown);
			continue;
		}
		const time = (counter ? undefined : getExactMoment(record)) ?? clock;
		for (const data of toEvents(record, watch, was, count)) events.push(toEvent(watch, data, time));
	}
	// Forget suspected drops of records that no filter selects. Otherwise, n8n would start executions only to save them.
	for (const [id, { record }] of reading) {
		if (id in state.doubts && !isWatched(watch, state.filters, id, record)) delete state.doubts[id];
	}
	return events.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
}

/** Returns an event in the form that the trigger outputs. `time` is in ms. */
function toEvent(watch: Watch, known: IDataObject, time: number): PolledEvent {
	const fields = JSON.parse(JSON.stringify(known)) as IDataObject;
	const data = watch.dropIpAddresses ? (dropIpAddresses(fields) as IDataObject) : fields;
	return { event: watch.event, deliveryId: '', timestamp: new Date(time).toISOString(), data };
}
