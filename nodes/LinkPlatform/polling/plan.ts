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
 * | the same, while 2 clicks wait for their details | 6 | 6 - 4 are new, and the two clicks are also reported |
 * | 100, for the event "link passes a number of clicks" | 6 | still 100, because a link passes each number once |
 *
 * If the event is that a record appears, the record has a counter of 1, or of 0 while a complete list doesn't contain
 * it. So a deleted record is forgotten after 15 minutes and two polls, and is new if it appears again.
 *
 * New clicks of a link wait until the link's list of clicks contains their details. The newest details are used first:
 *
 * | The details of a click are … | Result |
 * |---|---|
 * | later than all used details, and not later than the poll that counted a click | that click is reported with them |
 * | earlier, or without a time | they are never used |
 * | not listed for 15 minutes | the click is reported without them |
 * | in a list without usable times | the click is reported immediately, without them |
 *
 * Details count as used up to the latest of these times: the newest details that were reported; a poll that counted a
 * click which was reported without details, or which no filter accepted; the first poll that could read the link's
 * counter, if the link had clicks then; the poll before the one that counted the link's first click, because a list may
 * contain visits that never count.
 */
import type { IDataObject } from 'n8n-workflow';

/** How long a click waits for its details, and how long the drop of a counter is treated as a possible error, in ms. */
const PATIENCE = 15 * 60_000;
/** How many ms a `Date` header may be behind the exact time. The header is rounded down to a full second. */
export const SECOND = 999;

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
	/** The time of the poll that returned this state, by Link Platform's clock, in ms since 1970. */
	polledAt: number;
	/** The time up to which the details of a link's clicks count as used, in ms since 1970, by link ID. */
	usedUntil: Record<string, number>;
	/**
	 * The clicks that wait for their details, by link ID: the time of the poll that counted them (by Link Platform's
	 * clock, in ms), and how many it counted.
	 */
	waiting: Record<string, Array<[clock: number, clicks: number]>>;
	/**
	 * True if the click list and the response headers use different clocks, so that details can't be matched to
	 * clicks.
	 */
	hasTwoClocks?: boolean;
	/** The number of clicks that a filter has rejected since n8n last saved this state. */
	rejected: number;
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

/** The details of one click, from a link's list of clicks. */
export interface ClickDetails {
	details: IDataObject;
	/** When the click happened, in ms. */
	time: number;
}

/** A click to report. If its details aren't known, its time is that of the poll that counted it. */
type Click = Pick<ClickDetails, 'time'> & Partial<ClickDetails>;

/** Returns the state before the first poll. */
export function begin(watched: string, filters: IDataObject): PollState {
	return {
		watched,
		filters,
		polledAt: 0,
		counts: {},
		doubts: {},
		usedUntil: {},
		waiting: {},
		rejected: 0,
	};
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
export function skip(state: PollState, id: string, { count = 0, clock }: Seen): void {
	state.counts[id] = count;
	useUp(state, id, clock + SECOND);
}

/** Lets new clicks of a link wait for their details. `clock` is the time of the poll that counted them, in ms. */
export function wait(state: PollState, id: string, clock: number, clicks: number): void {
	(state.waiting[id] ??= []).push([clock, clicks]);
	// A click in the second of that poll may be later: both times are rounded down.
	state.usedUntil[id] ??= state.polledAt - 1;
}

/**
 * Returns a link's clicks that are ready to be reported, and removes them from the waiting clicks. `listed` holds the
 * details that aren't used yet; undefined if the link's list has no usable times. `now` is in ms.
 */
export function settle(
	state: PollState,
	id: string,
	now: number,
	listed?: ClickDetails[],
): Click[] {
	const free = [...(listed ?? [])].sort((one, other) => other.time - one.time);
	const clicks: Click[] = [];
	const left: PollState['waiting'][string] = [];
	for (const [clock, count] of state.waiting[id]) {
		const until = clock + SECOND;
		const earlier = free.findIndex(({ time }) => time <= until);
		const own = earlier < 0 ? [] : free.splice(earlier, count);
		clicks.push(...own);
		useUp(state, id, own[0]?.time ?? 0);
		const missing = count - own.length;
		if (missing === 0) continue;
		if (listed && Math.abs(now - clock) < PATIENCE) left.push([clock, missing]);
		else {
			clicks.push(...Array<Click>(missing).fill({ time: clock }));
			useUp(state, id, until);
		}
	}
	if (left.length > 0) state.waiting[id] = left;
	else delete state.waiting[id];
	return clicks;
}

/** Marks the details of a link's clicks until `time` (in ms since 1970) as used. */
function useUp(state: PollState, id: string, time: number): void {
	state.usedUntil[id] = Math.max(state.usedUntil[id] ?? 0, time);
}
