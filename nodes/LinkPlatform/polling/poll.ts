import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getSpan } from '../api/dialect';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { dropIpAddresses } from '../events/dropIpAddresses';
import type { FullEvent } from '../events/simplify';
import { pollingMessages } from './messages';
import {
	begin,
	compare,
	refilter,
	remember,
	type Growth,
	type PollState,
	type Reading,
} from './plan';
import { SOURCES, getRecordFilters, toComparison, toMark, type Watch } from './records';

interface PolledEvent extends FullEvent {
	timestamp: string;
}

/**
 * Returns the former state if it is about the same event, bio page and account. Otherwise, returns the state of a trigger
 * whose first reading began at `since`.
 */
export function start(
	watch: Watch,
	client: Pick<Client, 'account'>,
	former: PollState | undefined,
	since: number,
): PollState {
	const watched = `${watch.event} ${watch.bioPageId}`;
	// Four characters of a hash are too short to guess the key from.
	const account = toMark(client.account).slice(0, 4);
	const isSame = former?.watched === watched && former.account === account;
	return isSame ? former : begin({ watched, account }, getRecordFilters(watch), since);
}

/**
 * Compares a reading with the former state, which it changes. If it fails, nothing has changed.
 *
 * Returns the events, hints about them, and the state to remember. There are no events if `former` is missing, has no
 * complete reading, or belongs to another event, bio page or account. `mustBeSaved` is true if the next poll would
 * decide differently without the new state.
 */
export function take(
	watch: Watch,
	client: Pick<Client, 'account'>,
	former: PollState | undefined,
	reading: Reading,
) {
	const filters = getRecordFilters(watch);
	const hints = checkCounters(reading, watch);
	const state = start(watch, client, former, reading.began);
	const isFirst = state.counts === undefined;
	const isExtended = JSON.stringify(state.filters[0][0]) !== JSON.stringify(filters);
	if ((isFirst || isExtended) && reading.missing.length > 0) throw reading.missing[0];
	if (isExtended) refilter(state, filters, reading.began);
	const comparison = toComparison(watch);
	if (isFirst) {
		remember(state, reading, comparison);
		return { state, events: [], hints, mustBeSaved: true };
	}
	const { growth, isDoubtful } = compare(state, reading, comparison, isExtended);
	const events = growth.flatMap((grown) => toPolledEvents(watch, grown, reading.ended));
	events.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
	return { state, events, hints, mustBeSaved: isExtended || isDoubtful };
}

/**
 * Returns a hint about the watched counters that can't be read, or fails if none can be read. They keep their numbers.
 */
function checkCounters({ records }: Reading, watch: Watch): string[] {
	const { counter } = SOURCES[watch.event];
	if (!counter) return [];
	const { getCount, isWatched } = toComparison(watch);
	const filters = getRecordFilters(watch);
	const isSelected = ([id, record]: [string, IDataObject]) => isWatched(filters, id, record);
	const isReadable = ([, record]: [string, IDataObject]) => getCount(record) !== undefined;
	const unreadable = [...records].filter((one) => !isReadable(one)).filter(isSelected);
	const count = unreadable.length;
	if (count === 0) return [];
	if (![...records].some((one) => isReadable(one) && isSelected(one))) {
		const [[id, record]] = unreadable;
		const fields = Object.keys(record).join(', ');
		const value = JSON.stringify(record[counter] ?? null);
		throw Failure.unusable(pollingMessages.noFigure, { counter, id, value, fields });
	}
	return [fill(pollingMessages.unreadable, { count, counter })];
}

/** Returns the events of a counter that has grown. `now` is Link Platform's time in ms. */
export function toPolledEvents(
	watch: Watch,
	{ record, was, count }: Growth,
	now: number,
): PolledEvent[] {
	const { counter, toEvents } = SOURCES[watch.event];
	const { from = now, to } = (counter ? undefined : getSpan(record)) ?? {};
	const time = from === to ? from : now;
	const timestamp = new Date(time).toISOString();
	return toEvents(record, watch, was, count).map((known) => {
		const fields = JSON.parse(JSON.stringify(known)) as IDataObject;
		const data = watch.dropIpAddresses ? (dropIpAddresses(fields) as IDataObject) : fields;
		return { event: watch.event, deliveryId: '', timestamp, data };
	});
}
