/**
 * What a poll decides, without asking anything.
 *
 * | a counter was | is now | what happens |
 * |---|---|---|
 * | 5, or 0 as one that was never seen | 8 | the difference came in |
 * | 8 | not listed | it says nothing: still 8 |
 * | never a number | 8 | it begins at 8 |
 * | 8 | 6 | a doubt: nothing comes out below 8 |
 * | 8, in doubt | 8 or more | the doubt is dropped, and the difference to 8 came in |
 * | 8, below it in this poll and for 15 minutes, at its lowest 4 | 6 | the fall is believed: 6 - 4 came in |
 * | 8, of which 2 clicks wait for their rows | 6 | as above; the two come out all the same |
 * | 100, of steps that a link passes | 6 | still 100: a step is passed once |
 *
 * A record that is an event itself is a counter of 1, and one of 0 while a complete list lacks it. So it is forgotten
 * after 15 minutes and two polls, and new when it comes back.
 *
 * The new clicks of a link wait for their rows in its list of clicks, the newest rows first.
 * | a row | what happens |
 * |---|---|
 * | later than what is used up, not later than the poll that counted a click | the click comes out with it |
 * | earlier, or without a moment | never used |
 * | not listed for 15 minutes | the click comes out without it |
 * | not listed now, and the last click of the link has waited in vain | the click comes out without it, at once |
 * | in a list that can't tell moments | the click comes out without it, at once |
 * Used up are all rows up to the latest of: the newest row that came out, a poll that counted a click which came out
 * without its row or which nobody watched, the poll that showed the record first.
 */
import type { IDataObject } from 'n8n-workflow';

/** In ms: how long a click waits for its row, and how long a fall is doubted. */
const PATIENCE = 15 * 60_000;
/** In ms: a `Date` is the beginning of its second. */
export const SECOND = 999;

/** What a trigger remembers from one poll to the next, in n8n's static data. */
export interface PollState {
	/** What was watched: another event or bio page begins anew. */
	watched: string;
	/** Identifies the key and its address, without saying anything about them. */
	account: string;
	/** The values of the filters that decide which records are watched. */
	filters: string[][];
	/** Link Platform's clock when the first poll began, in ms. */
	clock: number;
	/** How much of each counter has come out, by the ID of its record; null for one that could never be read. */
	counts: Record<string, number | null>;
	/** Since when counters are lower than what came out, and their lowest. */
	doubts: Record<string, [since: number, lowest: number]>;
	/** Up to which moment the rows of a link are used up. */
	usedUntil: Record<string, number>;
	/** By link, the clicks whose rows are not listed yet, by the clock of the page that counted them. */
	waiting: Record<string, Array<[clock: number, clicks: number]>>;
	/** The links whose last click has waited for its row in vain. */
	vain: Record<string, true>;
	/** Rows are dated by another clock than responses, so that no row can be told to be that of a click. */
	hasTwoClocks?: boolean;
}

/** A record as a reading shows it. */
export interface Seen {
	record: IDataObject;
	/** Undefined if its counter can't be read. */
	count?: number;
	/** Link Platform's clock at the page that showed it, in ms. */
	clock: number;
}

/** The records of one poll by ID. */
export type Reading = Map<string, Seen>;

/** What each counter that grew was and is now. */
export type Growth = Map<string, [was: number, is: number]>;

/** What an event is: that a counter grows, that it passes a number, or that a record appears. */
export type Nature = 'counter' | 'steps' | 'record';

/** A row of a link's list of clicks. */
export interface ClickRow {
	row: IDataObject;
	/** In ms. */
	time: number;
}

/** A click that comes out: its row if it has one, and its moment or that of the poll that counted it, in ms. */
export interface Click {
	row?: IDataObject;
	time: number;
}

/** The state after a first poll. */
export function begin(
	watch: Pick<PollState, 'watched' | 'account' | 'filters'>,
	reading: Reading,
	clock: number,
): PollState {
	const empty = { counts: {}, doubts: {}, usedUntil: {}, waiting: {}, vain: {} };
	const state: PollState = { ...watch, clock, ...empty };
	for (const [id, seen] of reading) {
		state.counts[id] = seen.count ?? null;
		if (seen.count && seen.clock > clock) useUp(state, id, seen.clock + SECOND);
	}
	return state;
}

/** Compares the counters with what was remembered; the growth is not yet part of the state. */
export function compare(state: PollState, reading: Reading, nature: Nature, now: number): Growth {
	const growth: Growth = new Map();
	const compareCounter = (id: string, is: number, clock: number) => {
		state.counts[id] ??= 0;
		const known = state.counts[id] + countWaiting(state, id);
		const was = is < known && nature !== 'steps' ? believe(state, id, is, clock) : known;
		if (is >= known) delete state.doubts[id];
		if (is > was) growth.set(id, [was, is]);
	};
	for (const [id, seen] of reading) {
		if (seen.count === undefined) state.counts[id] = null;
		else if (state.counts[id] === null) pass(state, id, seen);
		else compareCounter(id, seen.count, seen.clock);
	}
	if (nature !== 'record') return growth;
	for (const id of Object.keys(state.counts)) {
		if (!reading.has(id)) compareCounter(id, 0, now);
		if (state.counts[id] === 0) delete state.counts[id];
	}
	return growth;
}

/** From where a counter that is lower counts: where it is, until its fall is believed. */
function believe(state: PollState, id: string, is: number, clock: number): number {
	const [since, lowest] = state.doubts[id] ?? [clock, is];
	const low = Math.min(lowest, is);
	if (Math.abs(clock - since) < PATIENCE) {
		state.doubts[id] = [since, low];
		return is;
	}
	delete state.doubts[id];
	useUp(state, id, state.clock + SECOND);
	state.counts[id] = low - countWaiting(state, id);
	return low;
}

/** Remembers what a record shows without any event: nobody watched it until now. */
export function pass(state: PollState, id: string, { count = 0, clock }: Seen): void {
	state.counts[id] = count - countWaiting(state, id);
	useUp(state, id, clock + SECOND);
}

/** Lets the new clicks of a link wait for their rows. */
export function wait(state: PollState, id: string, [was, is]: [number, number], clock: number) {
	// Of a link without clicks until then, those in the second of the first poll are new, too.
	state.usedUntil[id] ??= state.clock + (was === 0 ? -1 : SECOND);
	state.waiting[id] = [...(state.waiting[id] ?? []), [clock, is - was]];
}

/**
 * The clicks of a link that come out now; the state no longer waits for them. `rows` are all later than what is used
 * up; none are given if its list can't tell moments.
 */
export function settle(state: PollState, id: string, now: number, rows?: ClickRow[]): Click[] {
	const free = [...(rows ?? [])].sort((one, other) => other.time - one.time);
	const came: Click[] = [];
	const left: PollState['waiting'][string] = [];
	for (const [clock, clicks] of state.waiting[id]) {
		const until = clock + SECOND;
		const at = free.findIndex(({ time }) => time <= until);
		const own = at < 0 ? [] : free.splice(at, clicks);
		came.push(...own);
		useUp(state, id, own[0]?.time ?? 0);
		const missing = clicks - own.length;
		if (missing === 0) continue;
		const isOver = !rows || id in state.vain || Math.abs(now - clock) >= PATIENCE;
		if (isOver) for (let n = 0; n < missing; n += 1) came.push({ time: clock });
		if (isOver) useUp(state, id, until);
		else left.push([clock, missing]);
	}
	if (left.length > 0) state.waiting[id] = left;
	else delete state.waiting[id];
	if (came.some(({ row }) => row)) delete state.vain[id];
	else if (rows && came.length > 0) state.vain[id] = true;
	state.counts[id] = (state.counts[id] ?? 0) + came.length;
	return came;
}

/** The rows of a link are used up to this moment. */
function useUp(state: PollState, id: string, time: number): void {
	state.usedUntil[id] = Math.max(state.usedUntil[id] ?? 0, time);
}

/** How many clicks of a link wait for their rows. */
export function countWaiting({ waiting }: PollState, id: string): number {
	return (waiting[id] ?? []).reduce((sum, [, clicks]) => sum + clicks, 0);
}
