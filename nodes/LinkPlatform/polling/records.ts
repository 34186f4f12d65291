import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getAlias, getCount, getTarget } from '../api/dialect';
import { isRecord, omit, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { readPages, type List } from '../api/paging';
import { toRequest, type Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { qrCodeList } from '../resources/qrCode/getAll';
import { subscriberList } from '../resources/subscriber/getAll';
import { toId } from '../runner/input';
import { sendForRecord } from '../runner/requests';
import { isAccepted, splitValues } from '../events/filters';
import type { TriggerOptions } from '../events/options';
import { pollingMessages } from './messages';
import type { Nature, Reading } from './plan';

/** How to read the data of an event from Link Platform. */
interface Source {
	list: List;
	nature: Nature;
	/** The counter of the record whose growth is the event. If absent, the event is that a record appears. */
	counter?: 'clicks' | 'scans';
	/** Returns the event's `data`, as far as the record contains it. */
	toData: (record: IDataObject, watch: Watch) => IDataObject;
	/** Converts the growth of a counter to events. Default: one event. */
	toEvents?: (data: IDataObject, was: number, is: number, watch: Watch) => IDataObject[];
}

const toLink = (link: IDataObject): IDataObject => {
	const { id: linkId, shorturl, longurl } = link;
	return { linkId, alias: getAlias(link), shorturl, longurl };
};

/** How to read each event, by event type. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': { list: linkList, nature: 'counter', counter: 'clicks', toData: toLink },
	'link.milestone': {
		list: linkList,
		nature: 'steps',
		counter: 'clicks',
		toData: (link) => omit(toLink(link), ['longurl']),
		toEvents: (link, was, is, { steps }) => {
			const passed = steps.filter((step) => was < step && step <= is);
			return passed.map((step) => ({ ...link, clicks: is, step }));
		},
	},
	'qr.scanned': {
		list: qrCodeList,
		nature: 'counter',
		counter: 'scans',
		toData: (code) => ({ qrId: code.id, name: code.name, scans: getCount(code, 'scans') }),
		toEvents: (code, was, is) => [{ ...code, added: is - was }],
	},
	'subscriber.added': {
		list: subscriberList,
		nature: 'record',
		toData: (subscriber, { bioPageId }) => ({ bioId: toId(bioPageId), ...subscriber }),
	},
	'link.created': {
		list: linkList,
		nature: 'record',
		toData: (link) => ({ ...omit(link, ['clicks']), alias: getAlias(link) }),
	},
	'qr.created': {
		list: qrCodeList,
		nature: 'record',
		// The `url` of a QR code is its short URL. The documented event has no field for that, so it becomes `shorturl`.
		toData: ({ url: shorturl, ...code }) => {
			return { shorturl, ...omit(code, ['scans', 'target']), linkedUrl: getTarget(code) };
		},
	},
};

/** By counter, the filter that selects records by ID, and the route that returns one of these records. */
const BY_ID: Record<'clicks' | 'scans', { filter: string; route: Route }> = {
	clicks: { filter: 'linkId', route: 'GET /api/url/{id}' },
	scans: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
};

/** The settings of the trigger's fields: the event to watch, and its filters and options. */
export interface Watch extends Pick<TriggerOptions, 'dropIpAddresses' | 'ignoreLikelyBots'> {
	event: string;
	filters: IDataObject;
	bioPageId: string;
	/** Numbers of clicks, in ascending order, that a link has to pass. */
	steps: number[];
}

/** Returns the values of the filters that decide which records are watched: IDs and aliases. */
export function getRecordFilters({ event, filters }: Watch): string[][] {
	const { counter } = SOURCES[event];
	const ids = splitValues(counter && filters[BY_ID[counter].filter]);
	return [[...new Set(ids)].sort(), splitValues(filters.alias).sort()];
}

/**
 * True if the filters select the record. `id` is the ID that was requested, which may differ from the one in the
 * record.
 */
export function isWatched(
	{ event }: Watch,
	[ids, alias]: string[][],
	id: string,
	record: IDataObject,
): boolean {
	const isChosen = ids.length === 0 || ids.includes(id);
	return isChosen && isAccepted(event, { alias: getAlias(record) }, { alias });
}

/**
 * Returns the records that can show the event, including those that no filter selects. The first reading fails if a
 * record that was selected by its ID doesn't exist; later readings fail only if none of them exists. The first reading
 * reads everything twice, because a record that moves to another page during a reading is missed, and would seem new at
 * the next poll.
 */
export async function readRecords(
	client: Client,
	watch: Watch,
	isFirst: boolean,
): Promise<Reading> {
	const { list, counter } = SOURCES[watch.event];
	const reading: Reading = new Map();
	const add = (id: string, record: IDataObject) => {
		const count = counter ? getCount(record, counter) : 1;
		if ((reading.get(id)?.count ?? -1) >= (count ?? 0)) return;
		reading.set(id, { record, count, clock: client.clock ?? Date.now() });
	};
	const [ids] = getRecordFilters(watch);
	if (!counter || ids.length === 0) {
		const request = toRequest(list.route, { bioPageId: watch.bioPageId }, () => 'Bio Page');
		for (let readings = isFirst ? 2 : 1; readings > 0; readings -= 1) {
			for await (const page of readPages(client, list, request)) {
				for (const record of page.filter(isRecord)) add(getKey(record), record);
			}
		}
		return reading;
	}
	let missing: Failure | undefined;
	for (const id of ids) {
		try {
			const record = await sendForRecord(client, toRequest(BY_ID[counter].route, { id }));
			const stated = getId(record);
			if (stated === '') add(id, { ...record, id: toId(id) });
			// Otherwise `id` is another name for a record that is also requested by its ID, so it must not be added twice.
			else if (stated === id || !ids.includes(stated)) add(id, record);
		} catch (thrown) {
			const failure = toFailure(thrown);
			const { message } = failure;
			missing = failure.reworded(fill(pollingMessages.ofRecord, { message, id }));
			if (isFirst || !failure.isNotFound) throw missing;
		}
	}
	if (missing && reading.size === 0) throw missing;
	return reading;
}

/** Returns the ID in a record; '' if it has none, or 0. */
function getId({ id }: IDataObject): string {
	const stated = scalarToText(id);
	return stated === '0' ? '' : stated;
}

/**
 * Returns a key that identifies a record: its ID, or a short hash of its email address. Fails if the record has
 * neither.
 */
function getKey(record: IDataObject): string {
	const id = getId(record);
	const address = scalarToText(record.email).toLowerCase();
	if (id !== '' || address !== '') return id || toMark(address);
	throw Failure.unusable(pollingMessages.noId, { fields: Object.keys(record).join(', ') });
}

/**
 * Returns a short hash of a text, for data that the trigger remembers: everyone who may read the workflow can see it.
 */
export function toMark(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 8);
}
