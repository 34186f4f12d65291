/**
 * What a poll decides, without asking anything.
 *
 * | a counter was | is now | what happens |
 * |---|---|---|
 * | 5, or 0 as one that was never seen | 8 | the difference came in |
 * | 8 | 6, or not listed | a doubt: nothing comes out until a second poll agrees |
 * | 8, in doubt | 8 or more | the doubt is dropped |
 * | 8, in doubt since it was 6 | 7 | the fall is believed: it went on from 6 |
 * | 8, in doubt since it was 6 | 5 | the fall is believed: it is 5, and nothing comes out |
 * | 8, in doubt since it was 6 | not listed | another doubt, as the two don't agree; the other way round, too |
 * | 8, in doubt since it was not listed | not listed | forgotten: if it comes back, it is new |
 *
 * The new clicks of a link wait for their rows in its list of clicks.
 * | a row | what happens |
 * |---|---|
 * | later than what is used up, not later than the poll that counted a click | the click comes out with it |
 * | earlier, or without a time to the second | never used |
 * | not listed for 15 minutes | the click comes out without it |
 * | in a list without such times | the click comes out without it, at once |
 * Used up are all rows up to the latest of: the newest row that came out, a poll that counted a click which came out
 * without its row, the poll before a link's first click.
 */
import type { IDataObject } from 'n8n-workflow';

/** In ms: how long a click waits for its row. */
const PATIENCE = 15 * 60_000;
/** In ms: a `Date` is the beginning of its second. */
const SECOND = 999;

/** What a trigger remembers from one poll to the next, in n8n's static data. */
export interface PollState {
	/** What was watched: another event, bio page or filter begins anew. */
	watched: string;
	/** Identifies the key and its address, without saying anything about them. */
	account: string;
	/** Link Platform's clock at this poll, in ms; 0 if it tells none. */
	clock: number;
	/** How much of each counter has come out, by the ID of its record; those of 0 are left out. */
	counts: Record<string, number>;
	/** What counters fell to in this poll; null for those of records that were not listed. */
	doubts: Record<string, number | null>;
	/** Up to which moment the rows of a link are used up. */
	usedUntil: Record<string, number>;
	/** By link, the clock of the poll that counted each click whose row is not listed yet. */
	waiting: Record<string, number[]>;
}

/** The counters of one poll by the ID of their record. */
export interface Counters {
	counts: Map<string, number>;
	clock: number;
}

/** What each counter that grew was and is now. */
export type Growth = Map<string, [was: number, is: number]>;

/** A row of a link's list of clicks. */
export interface ClickRow {
	row: IDataObject;
	/** In ms. */
	time: number;
}

/** The state after a first poll. It may read the records twice; then the larger counter is remembered. */
export function begin(
	watch: Pick<PollState, 'watched' | 'account'>,
	...readings: Counters[]
): PollState {
	const empty = { counts: {}, doubts: {}, usedUntil: {}, waiting: {} };
	const state: PollState = { ...watch, clock: 0, ...empty };
	for (const { counts, clock } of readings) {
		state.clock = clock;
		for (const [id, count] of counts) remember(state, id, Math.max(count, state.counts[id] ?? 0));
	}
	return state;
}

/**
 * Compares the counters with what was remembered; the growth is not yet part of the new state. `neverFalls` is for
 * what may happen only once, such as to pass a number.
 */
export function compare(
	former: PollState,
	{ counts, clock }: Counters,
	neverFalls = false,
): { state: PollState; growth: Growth } {
	const known = { ...former.counts };
	const waiting = { ...former.waiting };
	const usedUntil = { ...former.usedUntil };
	const state: PollState = { ...former, clock, counts: known, doubts: {}, usedUntil, waiting };
	const growth: Growth = new Map();
	const look = (id: string, is: number | null) => {
		const owed = waiting[id]?.length ?? 0;
		let was = (known[id] ?? 0) + owed;
		if ((is ?? 0) < was && (is === null || !neverFalls)) {
			const doubt = former.doubts[id];
			if (doubt === undefined || (doubt === null) !== (is === null)) {
				state.doubts[id] = is;
				return;
			}
			was = Math.min(doubt ?? 0, is ?? 0);
			remember(state, id, was - owed);
		}
		if (is !== null && is > was) growth.set(id, [was, is]);
	};
	for (const [id, count] of counts) look(id, count);
	for (const id of Object.keys({ ...known, ...waiting })) if (!counts.has(id)) look(id, null);
	return { state, growth };
}

/** Lets the clicks since the poll before wait for their rows; the links to ask for, those that wait longest first. */
export function wait(state: PollState, growth: Growth, since: number): string[] {
	const { waiting, usedUntil, clock } = state;
	for (const [id, [was, is]] of growth) {
		// Of a link without clicks until then, those in the second of the poll before are new, too.
		usedUntil[id] ??= (since || clock) + (was === 0 ? -1 : SECOND);
		waiting[id] = [...(waiting[id] ?? []), ...Array<number>(is - was).fill(clock)];
	}
	return Object.keys(waiting).sort((one, other) => waiting[one][0] - waiting[other][0]);
}

/**
 * The clicks of a link that come out now: the row of each, or undefined; the state no longer waits for them. `rows` are
 * all later than what is used up; none are given if the list has no times.
 */
export function settle(
	state: PollState,
	id: string,
	rows?: ClickRow[],
): Array<ClickRow | undefined> {
	const free = [...(rows ?? [])].sort((one, other) => one.time - other.time);
	const came: Array<ClickRow | undefined> = [];
	const waiting: number[] = [];
	for (const clock of state.waiting[id]) {
		const until = clock + SECOND;
		let index = free.length - 1;
		while (index >= 0 && free[index].time > until) index -= 1;
		const row = index < 0 ? undefined : free.splice(index, 1)[0];
		if (row || !rows || state.clock - clock >= PATIENCE) {
			came.push(row);
			state.usedUntil[id] = Math.max(state.usedUntil[id], row?.time ?? until);
		} else waiting.push(clock);
	}
	if (waiting.length > 0) state.waiting[id] = waiting;
	else delete state.waiting[id];
	remember(state, id, (state.counts[id] ?? 0) + came.length);
	return came;
}

/** A counter has come out up to here; at 0 it is as if it had never been seen, unless clicks wait. */
export function remember(state: PollState, id: string, count: number): void {
	if (count !== 0) state.counts[id] = count;
	else delete state.counts[id];
	if (count === 0 && !state.waiting[id]) delete state.usedUntil[id];
}
