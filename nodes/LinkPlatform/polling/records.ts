import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getCount } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { Failure, getFailure } from '../api/failure';
import { readPages } from '../api/paging';
import { toRequest } from '../api/route';
import { toRecord } from '../runner/items';
import { isAccepted, splitValues } from '../webhooks/filters';
import { pollingMessages } from './messages';
import type { Counters } from './plan';
import { SOURCES, type Source } from './sources';

/** What to watch, as the node's fields say. */
export interface Watch {
	event: string;
	filters: IDataObject;
	bioPageId: string;
	/** Numbers of clicks in ascending order. */
	steps: number[];
	dropIpAddresses: boolean;
	ignoreLikelyBots: boolean;
	/** Identifies the key and its address, without saying anything about them. */
	account: string;
}

/** The records that are watched, by ID, with their counters. */
export interface Reading extends Counters {
	records: Map<string, IDataObject>;
}

/** Identifies what is watched: for anything else, a trigger begins anew. */
export function toWatched({ event, filters, bioPageId }: Watch): string {
	const values = SOURCES[event].filters.map((name) => splitValues(filters[name]).sort().join(','));
	return [event, event === 'subscriber.added' ? bioPageId : '', ...values].join(' ');
}

/**
 * The records as a first poll finds them. If there are several pages, they are read twice: they may have moved
 * meanwhile, and a record that was missed would seem new.
 */
export async function readFirst(client: Client, watch: Watch): Promise<Reading> {
	const pages = { read: 0 };
	const reading = await readRecords(client, watch, { pages, mustExist: true });
	if (pages.read < 2) return reading;
	const second = await readRecords(client, watch);
	const counts = [...reading.counts].map(([id, count]) => {
		const again = second.counts.get(id);
		return [id, count === undefined ? again : Math.max(count, again ?? 0)] as const;
	});
	return { ...second, counts: new Map([...second.counts, ...counts]) };
}

/** The records that are watched. Fails if a counter can't be read; `mustExist`: or if a chosen record is no more. */
export async function readRecords(
	client: Client,
	watch: Watch,
	{ pages = { read: 0 }, mustExist = false } = {},
): Promise<Reading> {
	const { byId, list, counter, getId } = SOURCES[watch.event];
	const isWatched = toWatchedTest(watch, SOURCES[watch.event]);
	const ids = byId ? splitValues(watch.filters[byId.filter]) : [];
	const reading: Reading = { records: new Map(), counts: new Map(), clock: 0 };
	const add = (record: IDataObject, id = getId(record)) => {
		if (id === '' || !isWatched(record)) return;
		reading.records.set(id, record);
		reading.counts.set(id, counter ? readCounter(record, counter, id) : 1);
	};
	if (byId && ids.length > 0) {
		for (const id of new Set(ids)) {
			const request = toRequest(byId.route, { id });
			const adding = client.send(request).then((body) => add(toRecord(body, request), id));
			const failure = await getFailure(adding);
			if (failure?.status === 404 && mustExist) {
				throw Failure.input(pollingMessages.unknownId, { id });
			}
			if (failure && failure.status !== 404) throw failure;
		}
	} else {
		const request = toRequest(list.route, { bioPageId: watch.bioPageId }, () => 'Bio Page');
		for await (const records of readPages(client, list, request)) {
			for (const record of records) if (isRecord(record)) add(record);
			pages.read += 1;
		}
	}
	reading.clock = client.clock ?? 0;
	const counts = [...reading.counts.values()];
	if (counter && counts.length > 0 && counts.every((count) => count === undefined)) {
		throw Failure.unusable(pollingMessages.noCounter, { counter });
	}
	return reading;
}

/** The figure of a record, undefined if it has none. */
function readCounter(
	record: IDataObject,
	counter: 'clicks' | 'scans',
	id: string,
): number | undefined {
	const figure = getCount(record, counter);
	const value = record[counter];
	if (figure !== undefined || value === undefined || value === null) return figure;
	throw Failure.unusable(pollingMessages.noFigure, { counter, id, value: JSON.stringify(value) });
}

/** Whether a record passes the filters that decide which ones are watched. */
function toWatchedTest(watch: Watch, source: Source): (record: IDataObject) => boolean {
	const names = source.filters.filter((name) => splitValues(watch.filters[name]).length > 0);
	if (names.length === 0) return () => true;
	const filters = Object.fromEntries(names.map((name) => [name, watch.filters[name]]));
	return (record) => isAccepted(watch.event, source.toData(record), filters);
}
