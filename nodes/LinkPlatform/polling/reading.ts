import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { isRecord, type Paging } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { toIdKey } from '../api/identity';
import { inTurn } from '../api/inTurn';
import { readPages } from '../api/paging';
import { toRequest, type ApiRequest } from '../api/route';
import { toId } from '../runner/input';
import { sendForRecord } from '../runner/requests';
import { pollingMessages } from './messages';
import type { Reading } from './plan';
import { getKey, getSelectedIds, SOURCES, type Watch } from './records';

/** A reading that polls wait for. All polls that need the same records wait for the same reading. */
export interface Ongoing {
	/** Identifies the account and the records. */
	key: string;
	/** The client that reads nothing but these records. */
	client: Client;
	/** The result; undefined until the reading is complete. */
	reading?: Reading;
	complete: Promise<Reading>;
}

type Found = Pick<Reading, 'records' | 'missing'>;

/** The readings of this process that aren't complete. */
const ofProcess = new Map<string, Ongoing>();
/** The numbers of pages of lists in which IDs were looked for, by account and list. */
const pagesOf = new Map<string, number>();

/**
 * Returns the reading that a poll needs: the one that another poll of this account waits for, or a new one, which begins
 * when all earlier readings of the account have ended. A reading goes on even if nobody waits for it anymore.
 */
export function startReading(client: Client, watch: Watch): Ongoing {
	const ids = getSelectedIds(watch);
	const { route } = SOURCES[watch.event].list;
	const key = JSON.stringify([client.account, route, watch.bioPageId, ids]);
	const known = ofProcess.get(key);
	if (known) return known;
	const complete = inTurn(`polls of ${client.account}`, async () => {
		const { records, missing } = await (ids.length > 0
			? readSelected(client, watch, ids)
			: readAll(client, watch));
		const ended = getClock(client);
		one.reading = { records, missing, began: client.began ?? ended, ended };
		return one.reading;
	}).finally(() => ofProcess.delete(key));
	// A failure is no unhandled rejection, even if nobody waits for the reading anymore.
	complete.catch(() => undefined);
	const one: Ongoing = { key, client, complete };
	ofProcess.set(key, one);
	return one;
}

/** Reads the whole list. Fails if it has records, but none has an ID. Single records without an ID are left out. */
async function readAll(client: Client, watch: Watch): Promise<Found> {
	const records = new Map<string, IDataObject>();
	let sample: IDataObject | undefined;
	for await (const page of readPages(client, SOURCES[watch.event].list, toListRequest(watch))) {
		for (const record of page.filter(isRecord)) {
			const key = getKey(record);
			if (key !== '') records.set(key, record);
			sample ??= record;
		}
	}
	if (sample && records.size === 0) {
		throw Failure.unusable(pollingMessages.noId, { fields: Object.keys(sample).join(', ') });
	}
	return { records, missing: [] };
}

/**
 * Reads the records that the filters select by ID. They are looked for in the list first, if that takes fewer requests.
 * A record that the list lacks may exist, so it is always requested by its ID.
 */
export async function readSelected(client: Client, watch: Watch, ids: string[]): Promise<Found> {
	const { route = 'GET /api/url/{id}' } = SOURCES[watch.event].byId ?? {};
	const records = await findInList(client, watch, ids);
	const missing: Failure[] = [];
	for (const id of ids.filter((one) => !records.has(one))) {
		const record = await sendForRecord(client, toRequest(route, { id })).catch(toFailure);
		if (!(record instanceof Failure)) {
			const stated = toIdKey(record.id);
			// The filter has both this ID and another name for the same record, so don't add the record twice.
			if (stated !== id && ids.includes(stated)) continue;
			records.set(id, stated ? record : { ...record, id: toId(id) });
			continue;
		}
		const { message, isNotFound, isAboutValues } = record;
		const failure = record
			.withAdvice(isNotFound || isAboutValues ? pollingMessages.removeId : '')
			.reworded({ message: fill(pollingMessages.ofRecord, { message, id }) });
		if (!isNotFound) throw failure;
		missing.push(failure);
	}
	return { records, missing };
}

/** Returns the records with the wanted IDs that the list has. Stops as soon as it has more pages than IDs are wanted. */
async function findInList(client: Client, watch: Watch, ids: string[]): Promise<Found['records']> {
	const { list } = SOURCES[watch.event];
	const key = `${client.account} ${list.route}`;
	const records: Reading['records'] = new Map();
	let pages = pagesOf.get(key) ?? 1;
	if (pages >= ids.length) return records;
	const wanted = new Set(ids);
	let read = 0;
	const onPage = (paging: Paging) => {
		read += 1;
		pages = paging.pages ?? read;
	};
	for await (const page of readPages(client, list, toListRequest(watch), Infinity, onPage)) {
		for (const record of page.filter(isRecord)) {
			const id = toIdKey(record.id);
			if (wanted.has(id)) records.set(id, record);
		}
		if (records.size === wanted.size || pages >= ids.length) break;
	}
	pagesOf.set(key, pages);
	return records;
}

/** Returns the request for the list that contains an event's records. */
export function toListRequest({ event, bioPageId }: Watch): ApiRequest {
	return toRequest(SOURCES[event].list.route, { bioPageId }, () => 'Bio Page');
}

/** Returns Link Platform's time at its latest response, in ms. If that isn't known, returns n8n's time. */
export function getClock({ clock }: Client): number {
	return clock ?? Date.now();
}
