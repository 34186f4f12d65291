/**
 * Decides which events a poll reports and what it remembers. Sends no requests.
 *
 * A counter may drop by mistake, e.g. if a response is incomplete. So for 15 minutes, a drop is only suspected, and the
 * counter's old value still applies. After that, the drop is accepted.
 *
 * | Counter before | Counter now | Result |
 * |---|---|---|
 * | 5 | 8 | the difference is new |
 * | 8 | not listed, or not readable | nothing is new; the remembered value is still 8 |
 * | never seen, and the record's date is after the first poll | 8 | 8 are new |
 * | never seen, with any other date or none | 8 | nothing is new; counting starts at 8 |
 * | 8 | 6 | a drop is suspected: nothing is new until the counter exceeds 8 |
 * | 8, with a suspected drop | 8 or more | the suspicion ends, and the difference from 8 is new |
 * | 8, then lower for 15 minutes, with a minimum of 4 | 6 | the drop is accepted: 6 - 4 are new |
 * | 100, for the event "link passes a number of clicks" | 6 | still 100, because a link passes each number once |
 *
 * If the event is that a record appears, its counter is 1. A record that was never listed is new unless its date is
 * before the first poll. One that complete lists lack has 0; after 15 minutes and two polls it is gone, and is new only
 * with a date after the first of them.
 *
 * The first poll of a record is that of the filter that has selected the record ever since.
 */
import type { IDataObject } from 'n8n-workflow';
import { getSpan } from '../api/dialect';
import type { Failure } from '../api/failure';

/** How long the drop of a counter is treated as a possible error, in ms. */
const PATIENCE = 15 * 60_000;
/** The precision of Link Platform's clock, in ms: its `Date` header leaves out fractions of a second. */
const SECOND = 1_000;
/** The number of earlier filters that the trigger remembers. */
const MOST_FILTERS = 5;

/** The data that a polling trigger remembers from one poll to the next. */
export interface PollState {
	/** Identifies the watched event and bio page. If it changes, the trigger starts over. */
	watched: string;
	/** Identifies the account. If it changes, the trigger starts over and says so. */
	account: string;
	/** The filters that select the watched records, newest first, each with the time of its first poll. */
	filters: Array<[filters: IDataObject, since: number]>;
	/**
	 * The number of clicks (or scans, or records) that the trigger has counted, by the ID of the record. Absent until a
	 * reading is complete.
	 */
	counts?: Record<string, number>;
	/**
	 * The suspected drops of counters, by record ID: when the drop was first seen, and the counter's lowest value
	 * since then.
	 */
	doubts: Record<string, [since: number, lowest: number]>;
	/** When the records that are gone were first missed, by record ID. */
	gone: Record<string, number>;
}

/** The records that one poll has read, by ID. The times are Link Platform's, in ms since 1970. */
export interface Reading {
	records: Map<string, IDataObject>;
	/** When the first response was sent. */
	began: number;
	/** When the last response was sent. */
	ended: number;
	/** The failures of requested IDs that don't exist. */
	missing: Failure[];
}

/** A counter that has grown since the previous poll. */
export interface Growth {
	record: IDataObject;
	was: number;
	count: number;
}

/** How an event is found in its records. */
export interface Comparison {
	/** Returns a record's counter; undefined if it can't be read. */
	getCount: (record: IDataObject) => number | undefined;
	/** True if the event is the appearance of a record, whose counter is then 1. */
	isAppearance?: boolean;
	/** True if a drop in the counter is ignored, so that its largest value so far still applies. */
	neverFalls?: boolean;
	/** True if these filters select the record that was asked for, or listed, under this ID. */
	isWatched: (filters: IDataObject, id: string, record: IDataObject) => boolean;
}

/** Returns the state of a trigger whose first reading began at `since`. */
export function begin(
	{ watched, account }: Pick<PollState, 'watched' | 'account'>,
	filters: IDataObject,
	since: number,
): PollState {
	return { watched, account, filters: [[filters, since]], doubts: {}, gone: {} };
}

/** Remembers the counters of the first complete reading. Leaves out records that are proved to be newer. */
export function remember(state: PollState, { records }: Reading, { getCount }: Comparison): void {
	const [[, since]] = state.filters;
	state.counts = {};
	for (const [id, record] of records) {
		const count = getCount(record);
		if (count !== undefined && !isAfter(since, record)) state.counts[id] = count;
	}
}

/** Remembers changed filters, whose first poll began at `since`. */
export function refilter(state: PollState, filters: IDataObject, since: number): void {
	state.filters.unshift([filters, since]);
	state.filters.splice(MOST_FILTERS);
}

/**
 * Remembers the counters of a reading, and returns those that have grown and are watched. `isDoubtful` is true if a
 * suspicion has begun, changed or ended, or if a counter begins, because only the state knows from which number. In the
 * first poll with changed filters (`isExtended`), the known records that
 * only the new filters select begin with this reading.
 */
export function compare(
	state: PollState,
	reading: Reading,
	comparison: Comparison,
	isExtended = false,
): { growth: Growth[]; isDoubtful: boolean } {
	const { counts = {}, doubts, gone } = state;
	const before = JSON.stringify([doubts, gone]);
	const growth: Growth[] = [];
	let hasBegun = false;
	for (const [id, record] of reading.records) {
		const count = comparison.getCount(record);
		const known = counts[id];
		if (count === undefined || (count === known && !(id in doubts))) continue;
		const filter = getFirstFilter(state, id, record, comparison);
		const isTakenIn = isExtended && filter === 0 && known !== undefined;
		const isFirst = known === undefined && !isNew(state, id, record, filter, comparison);
		hasBegun ||= isFirst && filter >= 0 && !comparison.isAppearance;
		let was = isFirst ? count : (known ?? 0);
		if (count < was && !isTakenIn) {
			const isIgnored = filter < 0 || comparison.neverFalls;
			const drop = isIgnored ? undefined : suspect(state, id, count, reading.ended);
			if (!drop) continue;
			was = drop.lowest;
		}
		delete doubts[id];
		delete gone[id];
		counts[id] = count;
		if (count > was && filter >= 0 && !isTakenIn) growth.push({ record, was, count });
	}
	if (comparison.isAppearance) missAbsent(state, reading);
	return { growth, isDoubtful: hasBegun || JSON.stringify([doubts, gone]) !== before };
}

/** Suspects that the records that a complete list lacks are gone, and marks those that have been lacking for long. */
function missAbsent(state: PollState, { records, ended }: Reading): void {
	const { counts = {}, gone } = state;
	for (const id of Object.keys(counts)) {
		const drop = records.has(id) ? undefined : suspect(state, id, 0, ended);
		if (!drop) continue;
		delete counts[id];
		gone[id] = drop.since;
	}
}

/**
 * Handles a counter that is lower than the remembered value. Returns undefined while the drop is only suspected. Once
 * it is accepted, returns when it was first seen, and the lowest value since then.
 */
function suspect(
	{ doubts }: PollState,
	id: string,
	count: number,
	now: number,
): { since: number; lowest: number } | undefined {
	const [first, low] = doubts[id] ?? [now, count];
	// If the drop was first seen in a response with a later date than this one, that date was wrong. In that case,
	// the 15 minutes begin at this response.
	const since = Math.min(first, now);
	const lowest = Math.min(low, count);
	if (now - since < PATIENCE) {
		doubts[id] = [since, lowest];
		return undefined;
	}
	delete doubts[id];
	return { since, lowest };
}

/**
 * Returns the number of the oldest filters that have selected a record ever since; 0 are the newest, and -1 means that
 * these don't select it.
 */
function getFirstFilter(
	{ filters }: PollState,
	id: string,
	record: IDataObject,
	{ isWatched }: Comparison,
): number {
	const next = filters.findIndex(([one]) => !isWatched(one, id, record));
	return (next < 0 ? filters.length : next) - 1;
}

/** True if a record whose counter isn't remembered is new, judged by its own date. */
function isNew(
	{ filters, gone }: PollState,
	id: string,
	record: IDataObject,
	filter: number,
	{ isAppearance }: Comparison,
): boolean {
	if (filter < 0) return false;
	if (gone[id] !== undefined) return isAfter(gone[id], record);
	const [, since] = filters[filter];
	return isAppearance ? !isBefore(since, record) : isAfter(since, record);
}

/** True if a record's own date is certainly later than a time of Link Platform's clock. */
function isAfter(time: number, record: IDataObject): boolean {
	const { from = -Infinity } = getSpan(record) ?? {};
	return from >= time + SECOND;
}

/** True if a record's own date is certainly earlier than a time of Link Platform's clock. */
function isBefore(time: number, record: IDataObject): boolean {
	const { to = Infinity } = getSpan(record) ?? {};
	return to < time;
}
