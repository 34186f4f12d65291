/**
 * Decides what a poll reports and remembers, without any request.
 *
 * | A counter was | is now | What happens |
 * |---|---|---|
 * | 5, or 0 as one that was never seen | 8 | the difference is new |
 * | 8 | not listed | this says nothing: still 8 |
 * | never a number | 8 | it begins at 8 |
 * | 8 | 6 | a doubt: nothing is new below 8 |
 * | 8, in doubt | 8 or more | the doubt ends, and the difference to 8 is new |
 * | 8, below it in this poll and for 15 minutes, at its lowest 4 | 6 | the fall is believed: 6 - 4 are new |
 * | the same, while 2 clicks wait for their details | 6 | 6 - 4 are new, and the two clicks are also reported |
 * | 100, of steps that a link passes | 6 | still 100: a link passes each step once |
 *
 * A record whose appearance is the event counts as a counter of 1, and as 0 while a complete list lacks it. So it is
 * forgotten after 15 minutes and two polls, and new when it is back.
 *
 * The new clicks of a link wait for their details in its list of clicks, and take the newest details first:
 *
 * | The details of a click are | What happens |
 * |---|---|
 * | later than all used ones, not later than the poll that counted a click | that click is reported with them |
 * | earlier, or without a moment | they are never used |
 * | not listed for 15 minutes | the click is reported without them |
 * | in a list that can't tell moments | the click is reported without them, at once |
 *
 * All details count as used up to the latest of: the newest details that were reported, a poll that counted a click
 * which was reported without details or which no filter chose, the poll that showed the link first.
 */
import type { IDataObject } from 'n8n-workflow';

/** How long a click waits for its details, and how long a fall is doubted, in ms. */
const PATIENCE = 15 * 60_000;
/** The rest of a second, in ms: a `Date` header names its beginning. */
export const SECOND = 999;

/** What a trigger remembers from one poll to the next, in n8n's static data. */
export interface PollState {
	/** What was watched: another event or bio page begins anew. */
	watched: string;
	/** Identifies the key and its address, without saying anything about them. */
	account: string;
	/** The values of the filters that decide which records are watched. */
	filters: string[][];
	/** How much of each counter was reported, by the ID of its record; null if the counter could never be read. */
	counts: Record<string, number | null>;
	/** Since when counters are lower than what was reported, and their lowest value since. */
	doubts: Record<string, [since: number, lowest: number]>;
	/** The moment up to which the details of a link's clicks are used. */
	usedUntil: Record<string, number>;
	/** The clicks of each link whose details aren't listed yet, with the clock of the page that counted them. */
	waiting: Record<string, Array<[clock: number, clicks: number]>>;
	/** True if clicks are dated by another clock than responses, so that no details can be matched to a click. */
	hasTwoClocks?: boolean;
}

/** A record as Link Platform lists it. */
export interface Seen {
	record: IDataObject;
	/** Undefined if its counter can't be read. */
	count?: number;
	/** Link Platform's clock at the page that listed it, in ms. */
	clock: number;
}

/** The records of one poll by ID. */
export type Reading = Map<string, Seen>;

/** A counter that grew. */
export interface Growth {
	id: string;
	was: number;
	is: number;
	seen: Seen;
}

/** What an event is: a counter grows, a counter passes a number, or a record appears. */
export type Nature = 'counter' | 'steps' | 'record';

/** What a link's list of clicks says of one click. */
export interface ClickDetails {
	details: IDataObject;
	/** In ms. */
	time: number;
}

/** A click to report: its details if they are known, and its time or that of the poll that counted it, in ms. */
export interface Click {
	details?: IDataObject;
	time: number;
}

/** Returns the state after a first poll. */
export function begin(
	watch: Pick<PollState, 'watched' | 'account' | 'filters'>,
	reading: Reading,
): PollState {
	const state: PollState = { ...watch, counts: {}, doubts: {}, usedUntil: {}, waiting: {} };
	for (const [id, seen] of reading) {
		state.counts[id] = seen.count ?? null;
		if (seen.count) useUp(state, id, seen.clock + SECOND);
	}
	return state;
}

/** Compares the counters with those remembered. Returns those that grew, which the state doesn't remember yet. */
export function compare(state: PollState, reading: Reading, nature: Nature, now: number): Growth[] {
	const growth: Growth[] = [];
	const compareCounter = (id: string, is: number, seen: Seen) => {
		const known = (state.counts[id] ??= 0) + countWaiting(state, id);
		const was = is < known && nature !== 'steps' ? doubt(state, id, is, seen.clock) : known;
		if (is >= known) delete state.doubts[id];
		if (is > was) growth.push({ id, was, is, seen });
	};
	for (const [id, seen] of reading) {
		if (seen.count === undefined) state.counts[id] = null;
		else if (state.counts[id] === null) skip(state, id, seen);
		else compareCounter(id, seen.count, seen);
	}
	if (nature !== 'record') return growth;
	for (const id of Object.keys(state.counts)) {
		if (!reading.has(id)) compareCounter(id, 0, { record: {}, clock: now });
		if (state.counts[id] === 0) delete state.counts[id];
	}
	return growth;
}

/** Returns from where a counter that fell counts: from where it is, until the fall is believed. */
function doubt(state: PollState, id: string, is: number, clock: number): number {
	const [since, lowest] = state.doubts[id] ?? [clock, is];
	const low = Math.min(lowest, is);
	state.doubts[id] = [since, low];
	if (Math.abs(clock - since) < PATIENCE) return is;
	delete state.doubts[id];
	state.counts[id] = low - countWaiting(state, id);
	return low;
}

/** Remembers the counter of a record without reporting its growth, because no filter chose the record until now. */
export function skip(state: PollState, id: string, { count = 0, clock }: Seen): void {
	state.counts[id] = count - countWaiting(state, id);
	useUp(state, id, clock + SECOND);
}

/** Lets new clicks of a link wait for their details. `clock` is that of the page that counted them. */
export function wait(state: PollState, id: string, clock: number, clicks: number): void {
	(state.waiting[id] ??= []).push([clock, clicks]);
}

/**
 * Returns the clicks of a link to report now; the state no longer waits for them. `listed` are the details later than
 * all used ones, undefined if the link's list can't tell moments. `now` is in ms.
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
	state.counts[id] = (state.counts[id] ?? 0) + clicks.length;
	return clicks;
}

/** Marks the details of a link's clicks as used up to a moment. */
function useUp(state: PollState, id: string, time: number): void {
	state.usedUntil[id] = Math.max(state.usedUntil[id] ?? 0, time);
}

/** Returns the number of a link's clicks that wait for their details. */
export function countWaiting({ waiting }: PollState, id: string): number {
	return (waiting[id] ?? []).reduce((sum, [, clicks]) => sum + clicks, 0);
}
