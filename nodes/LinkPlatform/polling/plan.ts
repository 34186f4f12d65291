/**
 * What a poll decides, without asking anything.
 *
 * A counter
 * | was | is now | what happens |
 * |---|---|---|
 * | 5, or not known (0) | 8 | 3 events |
 * | 8 | 6 | a doubt: nothing yet, the response may be older than the former one |
 * | 8, in doubt | 8 or more | the doubt is dropped |
 * | 8, in doubt since it was 6 | 7 | the fall is believed: it went on from 6, so 1 event |
 * | 8 | not listed | a doubt |
 * | 8, in doubt | not listed | forgotten: if it comes back, it is new |
 * | 8 | a record without a figure | the poll fails |
 *
 * The new clicks of a link wait for their rows in its list of clicks
 * | a row | what happens |
 * |---|---|
 * | later than the newest one that came out, not later than the poll that counted the click | the click comes out with it |
 * | of a link's first click: later than the poll before the click was counted | the same |
 * | earlier, or without a time to the second | never used |
 * | not listed within 15 minutes | the click comes out with `details: false` |
 * | in a list that is refused for good or has no such times | the same, at once |
 * | not asked for, since this poll has no time left | the click waits |
 * Once a click came out without its row, no row from before the poll that counted it is used.
 */
import { Failure } from '../api/failure';
import type { ClickList, ClickRow } from './clicks';
import { pollingMessages } from './messages';

/** In ms: how long a click waits for its row. */
const PATIENCE = 15 * 60_000;
/** What is remembered of them takes about 200 KB, which n8n loads for each execution of the workflow. */
const MOST_RECORDS = 10_000;
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
	/** Counters that fell, with what they fell to, and records that were not listed (null), since this poll. */
	doubts: Record<string, number | null>;
	/** Up to which moment the rows of a link are used up. */
	usedUntil: Record<string, number>;
	/** Links with clicks whose rows are not listed yet. */
	waiting: Record<string, Wait>;
}

export interface Wait {
	/** The clock of the poll before the first of them was counted. */
	after: number;
	/** How many were counted by which poll. */
	batches: Array<[clock: number, clicks: number]>;
}

/** The counters of one poll by the ID of their record; undefined where a record tells none. */
export interface Counters {
	counts: Map<string, number | undefined>;
	clock: number;
}

export interface Comparison {
	/** Without the growth. */
	state: PollState;
	/** What each counter was and is now. */
	growth: Map<string, [was: number, is: number]>;
	/** Clicks that still waited when their link was forgotten. */
	left: Map<string, number>;
	isChanged: boolean;
}

/** What is remembered, while it is compared. */
interface Memory {
	known: Map<string, number>;
	waiting: Map<string, Wait>;
	formerDoubts: Map<string, number | null>;
	doubts: Map<string, number | null>;
}

/** The state after a first poll. */
export function begin(
	watch: Pick<PollState, 'watched' | 'account'>,
	{ counts, clock }: Counters,
): PollState {
	const { watched, account } = watch;
	const seen = new Map([...counts].map(([id, count]) => [id, count ?? 0]));
	assertFew([...seen].filter(([, count]) => count > 0).length);
	return {
		...{ watched, account, clock, counts: toCounts(seen) },
		...{ doubts: {}, usedUntil: {}, waiting: {} },
	};
}

/**
 * Compares the counters with what was remembered. `neverFalls` is for what may happen only once, such as to pass a
 * number. Fails if a counter can't be read any more, and if there are too many.
 */
export function compare(former: PollState, seen: Counters, neverFalls = false): Comparison {
	const known = new Map(Object.entries(former.counts));
	const waiting = new Map(Object.entries(former.waiting));
	const formerDoubts = new Map(Object.entries(former.doubts));
	const doubts = new Map<string, number | null>();
	const growth: Comparison['growth'] = new Map();
	for (const [id, count] of seen.counts) {
		const owed = countWaiting(waiting.get(id));
		const was = (known.get(id) ?? 0) + owed;
		if (count === undefined && was > 0) throw Failure.unusable(pollingMessages.lostCounter, { id });
		const is = count ?? 0;
		if (is > was) growth.set(id, [was, is]);
		if (is >= was || neverFalls) continue;
		const doubt = formerDoubts.get(id);
		if (typeof doubt !== 'number') doubts.set(id, is);
		else {
			const base = Math.min(doubt, is);
			known.set(id, base - owed);
			if (is > base) growth.set(id, [base, is]);
		}
	}
	const left = forget(seen, { known, waiting, formerDoubts, doubts });
	assertFew(new Set([...known.keys(), ...growth.keys()]).size);
	const isGone = (id: string) => !known.has(id) && !waiting.has(id) && !seen.counts.has(id);
	const usedUntil = Object.entries(former.usedUntil).filter(([id]) => !isGone(id));
	const state = {
		...former,
		clock: seen.clock,
		usedUntil: Object.fromEntries(usedUntil),
		counts: toCounts(known),
		doubts: Object.fromEntries(doubts),
		waiting: Object.fromEntries(waiting),
	};
	return { state, growth, left, isChanged: growth.size + doubts.size + formerDoubts.size > 0 };
}

/** Doubts the records that are not listed, and forgets those in doubt; how many clicks of them still waited. */
function forget(
	{ counts }: Counters,
	{ known, waiting, formerDoubts, doubts }: Memory,
): Comparison['left'] {
	const left: Comparison['left'] = new Map();
	for (const id of new Set([...known.keys(), ...waiting.keys()])) {
		if (counts.has(id)) continue;
		if (formerDoubts.get(id) !== null) {
			doubts.set(id, null);
			continue;
		}
		if (waiting.has(id)) left.set(id, countWaiting(waiting.get(id)));
		known.delete(id);
		waiting.delete(id);
	}
	return left;
}

/** Lets the new clicks of links wait for their rows; the links to ask for, those that wait longest first. */
export function wait(former: PollState, { state, growth }: Comparison): string[] {
	for (const [id, [was, is]] of growth) {
		const { after, batches } = state.waiting[id] ?? { after: former.clock, batches: [] };
		state.waiting[id] = { after, batches: [...batches, [state.clock, is - was]] };
	}
	const begins = (id: string) => state.waiting[id].batches[0][0];
	return Object.keys(state.waiting).sort((one, other) => begins(one) - begins(other));
}

/** The clicks of one link that come out now, with what its list of clicks says; the state forgets them. */
export function settle(
	state: PollState,
	id: string,
	list: ClickList,
): { rows: ClickRow[]; without: number } {
	const { after, batches } = state.waiting[id];
	const left = batches.map(([clock, clicks]) => ({ until: clock + SECOND, clicks }));
	const usedUntil = state.usedUntil[id] ?? after + (list.isWhole ? 0 : SECOND);
	const isUsable = list.isTimed && state.clock > 0;
	const rows: ClickRow[] = [];
	for (const row of isUsable ? getNewer(list, usedUntil) : []) {
		const batch = left.find(({ until, clicks }) => clicks > 0 && row.time <= until);
		if (!batch) continue;
		batch.clicks -= 1;
		rows.push(row);
	}
	const isOver = ({ until }: { until: number }) =>
		!isUsable || state.clock + SECOND - until >= PATIENCE;
	const over = left.filter((batch) => batch.clicks > 0 && isOver(batch));
	const without = over.reduce((sum, { clicks }) => sum + clicks, 0);
	const still = left.filter((batch) => batch.clicks > 0 && !isOver(batch));
	const moments = [...rows.map(({ time }) => time), ...over.map(({ until }) => until)];
	// Without a clock, nobody knows which rows those were.
	if (over.length > 0 && state.clock === 0) moments.push(Number.MAX_SAFE_INTEGER);
	const last = moments.reduce((latest, time) => Math.max(latest, time), 0);
	if (last > 0) state.usedUntil[id] = Math.max(last, state.usedUntil[id] ?? 0);
	state.counts[id] = (state.counts[id] ?? 0) + rows.length + without;
	if (still.length === 0) delete state.waiting[id];
	else {
		state.waiting[id] = {
			after,
			batches: still.map(({ until, clicks }) => [until - SECOND, clicks]),
		};
	}
	return { rows, without };
}

/** The rows later than a moment, the newest first. */
function getNewer({ rows }: Pick<ClickList, 'rows'>, moment: number): ClickRow[] {
	return rows.filter(({ time }) => time > moment).sort((one, other) => other.time - one.time);
}

export function countWaiting(waiting: Wait | undefined): number {
	return (waiting?.batches ?? []).reduce((sum, [, clicks]) => sum + clicks, 0);
}

function toCounts(counts: Iterable<[string, number]>): PollState['counts'] {
	return Object.fromEntries([...counts].filter(([, count]) => count !== 0));
}

function assertFew(count: number): void {
	if (count <= MOST_RECORDS) return;
	throw Failure.input(pollingMessages.tooMany, { most: MOST_RECORDS, count });
}
