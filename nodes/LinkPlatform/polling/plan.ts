/**
 * Decides which events a poll reports and what it remembers. Sends no requests.
 *
 * A counter may drop by mistake, e.g. if a response is incomplete. So for 15 minutes, a drop is only suspected, and the
 * counter's old value still applies. After that, the drop is accepted.
 *
 * | Counter before | Counter now | Result |
 * |---|---|---|
 * | 5, or never seen (counts as 0) | 8 | the difference is new |
 * | 8 | not listed | nothing is new; the remembered value is still 8 |
 * | not readable until now | 8 | nothing is new; counting starts at 8 |
 * | 8 | 6 | a drop is suspected: nothing is new until the counter exceeds 8 |
 * | 8, with a suspected drop | 8 or more | the suspicion ends, and the difference from 8 is new |
 * | 8, then lower for 15 minutes, with a minimum of 4 | 6 | the drop is accepted: 6 - 4 are new |
 * | 100, for the event "link passes a number of clicks" | 6 | still 100, because a link passes each number once |
 *
 * If the event is that a record appears, the record has a counter of 1, or of 0 while a complete list doesn't contain
 * it. So a deleted record is forgotten after 15 minutes and two polls, and is new if it appears again.
 */
import type { IDataObject } from 'n8n-workflow';

/** How long the drop of a counter is treated as a possible error, in ms. */
const PATIENCE = 15 * 60_000;

/** The data that a polling trigger remembers from one poll to the next, in n8n's static data. */
export interface PollState {
	/** Identifies the watched event, bio page and account. If it changes, the trigger starts over. */
	watched: string;
	/** The filters that decide which records are watched. */
	filters: IDataObject;
	/**
	 * The number of clicks (or scans, or records) that the trigger has counted, by the ID of the record; null if its
	 * counter has never been readable.
	 */
	counts: Record<string, number | null>;
	/**
	 * The suspected drops of counters, by record ID: when the drop was first seen, and the counter's lowest value
	 * since then.
	 */
	doubts: Record<string, [since: number, lowest: number]>;
}

/** A record in one of Link Platform's lists. */
export interface Seen {
	record: IDataObject;
	/** The record's counter; undefined if it can't be read. */
	count?: number;
	/** When Link Platform listed the record, by its own clock, in ms since 1970. */
	clock: number;
}

/** The records that one poll has read, by ID. */
export type Reading = Map<string, Seen>;

/** A counter that has grown since the previous poll. */
interface Growth extends Seen {
	id: string;
	was: number;
	count: number;
}

/** How counters of an event are compared. */
export interface Comparison {
	/** The name of the counter. Absent if the event is the appearance of a record. */
	counter?: string;
	/** True if a drop in the counter is ignored, so that its largest value so far still applies. */
	neverFalls?: boolean;
}

/** Returns the state before the first poll. */
export function begin(watched: string, filters: IDataObject): PollState {
	return { watched, filters, counts: {}, doubts: {} };
}

/**
 * Returns the counters that have grown, and remembers them. `now` is Link Platform's time, in ms.
 */
export function compare(
	state: PollState,
	reading: Reading,
	{ counter, neverFalls }: Comparison,
	now: number,
): Growth[] {
	const growth: Growth[] = [];
	const absent = Object.keys(counter ? {} : state.counts).map((id): [string, Seen] => [
		id,
		{ record: {}, count: 0, clock: now },
	]);
	for (const [id, seen] of new Map([...absent, ...reading])) {
		const { count, clock } = seen;
		if (count === undefined) state.counts[id] = null;
		else if (state.counts[id] === null) skip(state, id, seen);
		else {
			const known = (state.counts[id] ??= 0);
			const was = count < known && !neverFalls ? doubt(state, id, count, clock) : known;
			if (count >= known) delete state.doubts[id];
			if (count > was) {
				growth.push({ ...seen, id, was, count });
				state.counts[id] = count;
			}
		}
		if (!counter && state.counts[id] === 0) delete state.counts[id];
	}
	return growth;
}

/**
 * Handles a counter that is lower than the remembered value. Returns the value above which growth counts as new.
 * While the drop is only suspected, this is the current value, so that nothing is new. Once the drop is accepted, it
 * is the lowest value since the drop.
 */
function doubt(state: PollState, id: string, is: number, clock: number): number {
	const [since, lowest] = state.doubts[id] ?? [clock, is];
	const low = Math.min(lowest, is);
	// If the drop was first seen in a response with a later date than this one, that date was wrong. In that case,
	// the 15 minutes begin at this response.
	const start = Math.min(since, clock);
	state.doubts[id] = [start, low];
	if (clock - start < PATIENCE) return is;
	delete state.doubts[id];
	state.counts[id] = low;
	return low;
}

/**
 * Remembers a record's counter without reporting its growth, because this is the first poll, or no filter has accepted
 * the record until now.
 */
export function skip(state: PollState, id: string, { count = 0 }: Seen): void {
	state.counts[id] = count;
}
