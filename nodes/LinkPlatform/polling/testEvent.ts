import type { Client } from '../api/client';
import { getMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { Failure } from '../api/failure';
import { LARGEST_PAGE, readPage, toPageRequest } from '../api/paging';
import type { FullEvent } from '../events/simplify';
import { pollingMessages } from './messages';
import { toPolledEvents } from './poll';
import { getClock, readSelected, toListRequest } from './reading';
import {
	SOURCES,
	getKey,
	getRecordFilters,
	getSelectedIds,
	toComparison,
	type Watch,
} from './records';

/**
 * Returns a real event for a test in the editor: the latest one, or that of the most clicked link or most scanned QR
 * code. Fails if there is none on the first page of the list, or among the records that the filters select by ID.
 */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const { counter, neverFalls } = SOURCES[watch.event];
	const { getCount, isWatched } = toComparison(watch);
	const filters = getRecordFilters(watch);
	let best: { rank: number; event: FullEvent } | undefined;
	for (const [id, record] of await readSome(client, watch)) {
		const count = getCount(record) ?? 0;
		const rank = counter ? count : (getMoment(record) ?? 0);
		if (count === 0 || (best && best.rank >= rank) || !isWatched(filters, id, record)) continue;
		// Pretend that only the last click or scan is new, and that no step has been reported.
		const grown = { record, was: neverFalls ? 0 : count - 1, count };
		const event = toPolledEvents(watch, grown, getClock(client)).at(-1);
		if (event) best = { rank, event };
	}
	if (!best) throw Failure.input(pollingMessages.noneYet);
	return best.event;
}

/** Returns one page of records by ID, or those that the filters select by ID. */
async function readSome(client: Client, watch: Watch) {
	const ids = getSelectedIds(watch).slice(0, LARGEST_PAGE);
	if (ids.length > 0) {
		const { records, missing } = await readSelected(client, watch, ids);
		if (missing.length > 0) throw missing[0];
		return records;
	}
	const { counter, list } = SOURCES[watch.event];
	// Seen (S1 in `docs/maintainers/deployments.md`): links can be sorted by clicks, most first.
	const query = counter === 'clicks' ? { sort: 'clicks' } : {};
	const request = toPageRequest({ ...toListRequest(watch), query }, 1, LARGEST_PAGE, true);
	const { records } = await readPage(client, list, request);
	return records.filter(isRecord).map((record) => [getKey(record), record] as const);
}
