import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getCount } from '../api/dialect';
import { isRecord, scalarToText } from '../api/envelope';
import { Failure, getFailure } from '../api/failure';
import { readPages } from '../api/paging';
import { toRequest } from '../api/route';
import { toRecord } from '../runner/items';
import { isAccepted, splitValues } from '../webhooks/filters';
import { pollingMessages } from './messages';
import type { Counters } from './plan';
import { SOURCES } from './sources';

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
	return [event, bioPageId, ...values].join(' ');
}

/**
 * The records as a first poll finds them. They are read twice: if they moved between pages meanwhile, one that was
 * missed would seem new.
 */
export async function readFirst(client: Client, watch: Watch): Promise<Reading> {
	const { counts } = await readRecords(client, watch, true);
	const reading = await readRecords(client, watch);
	for (const [id, count] of counts) {
		reading.counts.set(id, Math.max(count, reading.counts.get(id) ?? 0));
	}
	return reading;
}

/** The records that are watched. Fails if a counter can't be read; `mustExist`: or if a chosen record is no more. */
export async function readRecords(
	client: Client,
	watch: Watch,
	mustExist = false,
): Promise<Reading> {
	const { byId, list, filters, counter, toData } = SOURCES[watch.event];
	const ofRecords = Object.fromEntries(filters.map((name) => [name, watch.filters[name]]));
	const isFiltered = Object.values(ofRecords).some((value) => splitValues(value).length > 0);
	const records = new Map<string, IDataObject>();
	const counts = new Map<string, number>();
	const add = (record: IDataObject, id = getKey(record)) => {
		if (id === '') return;
		if (isFiltered && !isAccepted(watch.event, toData(record), ofRecords)) return;
		records.set(id, record);
		counts.set(id, counter ? readCounter(record, counter, id) : 1);
	};
	const ids = new Set(byId && splitValues(watch.filters[byId.filter]));
	for (const id of ids) {
		const request = toRequest(byId!.route, { id });
		const adding = client.send(request).then((body) => add(toRecord(body, request), id));
		const failure = await getFailure(adding);
		if (failure && (mustExist || failure.status !== 404)) throw failure;
	}
	if (ids.size === 0) {
		const request = toRequest(list.route, { bioPageId: watch.bioPageId }, () => 'Bio Page');
		for await (const page of readPages(client, list, request)) {
			for (const record of page) if (isRecord(record)) add(record);
		}
	}
	return { records, counts, clock: client.clock ?? 0 };
}

/** A record's ID, or a digest of its email address, since everyone who may read the workflow sees what it remembers. */
function getKey({ id, email }: IDataObject): string {
	const address = scalarToText(email).toLowerCase();
	if (scalarToText(id) !== '' || address === '') return scalarToText(id);
	return createHash('sha256').update(address).digest('base64').slice(0, 8);
}

function readCounter(record: IDataObject, counter: 'clicks' | 'scans', id: string): number {
	const figure = getCount(record, counter);
	if (figure !== undefined) return figure;
	const value = JSON.stringify(record[counter] ?? null);
	throw Failure.unusable(pollingMessages.noFigure, { counter, id, value });
}
