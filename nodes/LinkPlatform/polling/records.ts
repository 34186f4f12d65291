import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getAlias, getCount, getShortUrl, getTarget } from '../api/dialect';
import { isRecord, omit, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { toIdKey } from '../api/identity';
import { readPages, type List } from '../api/paging';
import { toRequest, type Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { qrCodeList } from '../resources/qrCode/getAll';
import { subscriberList } from '../resources/subscriber/getAll';
import { toId } from '../runner/input';
import { sendForRecord } from '../runner/requests';
import { isAccepted, splitValues } from '../events/filters';
import type { TriggerOptions } from '../adapter/triggerFields';
import { pollingMessages } from './messages';
import type { Comparison, Reading } from './plan';

/** How to read an event's data from Link Platform. */
interface Source extends Comparison {
	list: List;
	/** The counter whose growth is the event. Absent if the event is the appearance of a record. */
	counter?: 'clicks' | 'scans';
	/**
	 * The name of the filter that selects records by ID, and the route for reading a single record. Absent if there
	 * is no such filter.
	 */
	byId?: { filter: string; route: Route };
	/**
	 * Returns the `data` of the events for a counter that has grown from `was` to `is`. It contains only what the
	 * record provides.
	 */
	toEvents: (record: IDataObject, watch: Watch, was: number, is: number) => IDataObject[];
}

/** Returns the fields of a link that its events contain. */
function toLink(link: IDataObject): IDataObject {
	const { id: linkId, shorturl, longurl } = link;
	return { linkId, alias: getAlias(link), shorturl, longurl };
}

const CLICKS = {
	list: linkList,
	counter: 'clicks',
	byId: { filter: 'linkId', route: 'GET /api/url/{id}' },
} as const;

/** How to read each event, by event type. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': {
		...CLICKS,
		toEvents: (link, _, was, is) => [{ ...toLink(link), clicks: is, added: is - was }],
	},
	'link.milestone': {
		...CLICKS,
		neverFalls: true,
		toEvents: (link, { steps }, was, is) => {
			const passed = steps.filter((step) => was < step && step <= is);
			const data = omit(toLink(link), ['longurl']);
			return passed.map((step) => ({ ...data, clicks: is, step }));
		},
	},
	'qr.scanned': {
		list: qrCodeList,
		counter: 'scans',
		byId: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
		toEvents: ({ id: qrId, name }, _, was, is) => [{ qrId, name, scans: is, added: is - was }],
	},
	'subscriber.added': {
		list: subscriberList,
		toEvents: (subscriber, { bioPageId }) => [{ bioId: toId(bioPageId), ...subscriber }],
	},
	'link.created': {
		list: linkList,
		toEvents: (link) => [{ ...omit(link, ['clicks']), alias: getAlias(link) }],
	},
	'qr.created': {
		list: qrCodeList,
		// The `url` of a QR code is its short URL. It becomes `shorturl`: the documented event has no field for it.
		toEvents: ({ url: shorturl, ...code }) => [
			{ shorturl, ...omit(code, ['scans', 'target']), linkedUrl: getTarget(code) },
		],
	},
};

/** The settings of the trigger's fields: the event to watch, and its filters and options. */
export interface Watch extends Pick<TriggerOptions, 'dropIpAddresses'> {
	event: string;
	filters: IDataObject;
	bioPageId: string;
	/** The numbers of clicks that a link has to pass to cause an event, in ascending order. */
	steps: number[];
}

/** Returns the filters that decide which records are watched: by ID and by alias. */
export function getRecordFilters({ event, filters }: Watch): IDataObject {
	const { filter = 'alias' } = SOURCES[event].byId ?? {};
	return { [filter]: filters[filter], alias: filters.alias };
}

/**
 * True if the filters select the record. `id` is the ID that was requested, which may differ from the one in the
 * record.
 */
export function isWatched(
	{ event }: Watch,
	filters: IDataObject,
	id: string,
	record: IDataObject,
): boolean {
	const { byId } = SOURCES[event];
	// Without a filter by ID, the records come from a list, where `getKey` returns their key.
	const isListed = splitValues(byId && filters[byId.filter]).length > 0 || id === getKey(record);
	const { domain } = record;
	const link = {
		linkId: id,
		qrId: id,
		domain,
		shorturl: getShortUrl(record),
		alias: getAlias(record),
	};
	return isListed && isAccepted(event, link, filters);
}

/**
 * Returns the records to compare, including those that no filter selects. If a record that a filter selects by ID
 * doesn't exist, the first reading fails, and later ones leave it out. The first reading reads a list twice. Without
 * totals, a single pass could miss a record that moves to another page meanwhile, and all its clicks would be new at
 * the next poll.
 */
export async function readRecords(
	client: Client,
	watch: Watch,
	isFirst: boolean,
): Promise<Reading> {
	const { list, counter, byId } = SOURCES[watch.event];
	const reading: Reading = new Map();
	const add = (id: string, record: IDataObject) => {
		const count = counter ? getCount(record, counter) : 1;
		if ((reading.get(id)?.count ?? -1) >= (count ?? 0)) return;
		reading.set(id, { record, count, clock: getClock(client) });
	};
	const ids = splitValues(byId && watch.filters[byId.filter]);
	if (!byId || ids.length === 0) {
		const request = toRequest(list.route, { bioPageId: watch.bioPageId }, () => 'Bio Page');
		for (let readings = isFirst ? 2 : 1; readings > 0; readings -= 1) {
			for await (const page of readPages(client, list, request)) {
				for (const record of page.filter(isRecord)) add(getKey(record), record);
			}
		}
		return reading;
	}
	for (const id of ids) {
		const record = await sendForRecord(client, toRequest(byId.route, { id })).catch(toFailure);
		if (!(record instanceof Failure)) {
			const stated = toIdKey(record.id);
			// The filter has both this ID and another name for the same record, so don't add the record twice.
			if (stated !== id && ids.includes(stated)) continue;
			add(id, stated ? record : { ...record, id: toId(id) });
		} else if (isFirst || !record.isNotFound) {
			const { message, isNotFound, isAboutValues } = record;
			throw record
				.withAdvice(isNotFound || isAboutValues ? pollingMessages.removeId : '')
				.reworded({ message: fill(pollingMessages.ofRecord, { message, id }) });
		}
	}
	return reading;
}

/** Returns Link Platform's time at its latest response, in ms. If that isn't known, returns n8n's time. */
export function getClock({ clock }: Client): number {
	return clock ?? Date.now();
}

/**
 * Returns a key that identifies a record: its ID, or a short hash of its email address. Fails if the record has
 * neither.
 */
function getKey(record: IDataObject): string {
	const address = scalarToText(record.email).toLowerCase();
	const key = toIdKey(record.id) || (address && toMark(address));
	if (key) return key;
	throw Failure.unusable(pollingMessages.noId, { fields: Object.keys(record).join(', ') });
}

/**
 * Returns a short hash of a string. The trigger remembers hashes, because everyone who may read the workflow sees its
 * data.
 */
export function toMark(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 8);
}
