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

/** How an event is read from Link Platform. */
interface Source {
	list: List;
	nature: Nature;
	/** The record's counter. Without a counter, the appearance of the record is the event. */
	counter?: 'clicks' | 'scans';
	/** Returns the `data` of an event, as far as the record states it. */
	toData: (record: IDataObject, watch: Watch) => IDataObject;
	/** Turns a counter's growth into events. Default: one event. */
	toEvents?: (data: IDataObject, was: number, is: number, watch: Watch) => IDataObject[];
}

const toLink = (link: IDataObject): IDataObject => {
	const { id: linkId, shorturl, longurl } = link;
	return { linkId, alias: getAlias(link), shorturl, longurl };
};

/** The sources by event. */
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
		// The `url` of a QR code is its short URL, for which the documented event has no name.
		toData: ({ url: shorturl, ...code }) => {
			return { shorturl, ...omit(code, ['scans', 'target']), linkedUrl: getTarget(code) };
		},
	},
};

/** The filter that chooses records by ID, and the route that returns one of them. */
const BY_ID: Record<'clicks' | 'scans', { filter: string; route: Route }> = {
	clicks: { filter: 'linkId', route: 'GET /api/url/{id}' },
	scans: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
};

/** What the node's fields ask to watch. */
export interface Watch extends Pick<TriggerOptions, 'dropIpAddresses' | 'ignoreLikelyBots'> {
	event: string;
	filters: IDataObject;
	bioPageId: string;
	/** Numbers of clicks in ascending order. */
	steps: number[];
}

/** Returns the values of the filters that decide which records are watched: IDs, and aliases. */
export function getRecordFilters({ event, filters }: Watch): string[][] {
	const { counter } = SOURCES[event];
	const ids = splitValues(counter && filters[BY_ID[counter].filter]);
	return [[...new Set(ids)].sort(), splitValues(filters.alias).sort()];
}

/** True if these filters choose the record. `id` is the ID that was asked for, whatever ID the record states. */
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
 * Returns the records that show the event, also those that no filter chooses. In a first reading, fails if a record
 * that was chosen by its ID doesn't exist (later, that only fails if none exists), and reads everything twice: a record
 * that moves to another page meanwhile is missed, and would seem new in the next poll.
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
			// Otherwise `id` is another name of a record that was also asked for by its ID.
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

/** Returns the ID that a record states; '' if it states none, or 0. */
function getId({ id }: IDataObject): string {
	const stated = scalarToText(id);
	return stated === '0' ? '' : stated;
}

/** Returns what identifies a record: its ID, or a mark of its email address. Fails if it has neither. */
function getKey(record: IDataObject): string {
	const id = getId(record);
	const address = scalarToText(record.email).toLowerCase();
	if (id !== '' || address !== '') return id || toMark(address);
	throw Failure.unusable(pollingMessages.noId, { fields: Object.keys(record).join(', ') });
}

/** Returns a short hash of a text, since everyone who may read the workflow sees what the trigger remembers. */
export function toMark(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 8);
}
