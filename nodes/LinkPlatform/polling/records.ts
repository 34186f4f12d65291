import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getShortUrl, getTarget } from '../api/dialect';
import { omit, scalarToText } from '../api/envelope';
import { toIdKey } from '../api/identity';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { qrCodeList } from '../resources/qrCode/getAll';
import { subscriberList } from '../resources/subscriber/getAll';
import { toId } from '../runner/input';
import { isAccepted, splitValues } from '../events/filters';
import type { TriggerOptions } from '../adapter/triggerFields';
import type { Comparison } from './plan';

/** How to read an event's data from Link Platform. */
interface Source extends Pick<Comparison, 'neverFalls'> {
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
		toEvents: (code) => [{ ...omit(code, ['scans', 'target']), linkedUrl: getTarget(code) }],
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

/** Returns the IDs in the filters; none if the records come from a list. */
export function getSelectedIds({ event, filters }: Pick<Watch, 'event' | 'filters'>): string[] {
	const { byId } = SOURCES[event];
	return [...new Set(splitValues(byId && filters[byId.filter]))];
}

/** Returns how an event is found in the records of a reading. */
export function toComparison(watch: Watch): Comparison {
	const { counter, neverFalls } = SOURCES[watch.event];
	return {
		getCount: counter ? (record) => getCount(record, counter) : () => 1,
		isAppearance: counter === undefined,
		neverFalls,
		isWatched: (filters, id, record) => isWatched(watch.event, filters, id, record),
	};
}

/**
 * True if the filters select the record. `id` is the ID that was requested, which may differ from the one in the
 * record.
 */
function isWatched(event: string, filters: IDataObject, id: string, record: IDataObject): boolean {
	// Without a filter by ID, the records come from a list, where `getKey` returns their key.
	const isListed = getSelectedIds({ event, filters }).length > 0 || id === getKey(record);
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
 * Returns a key that identifies a record: its ID, or a short hash of its email address; '' if the record has neither.
 */
export function getKey(record: IDataObject): string {
	const key = toIdKey(record.id);
	const address = key === '' ? scalarToText(record.email).toLowerCase() : '';
	return address === '' ? key : toMark(address);
}

/**
 * Returns a short hash of a string. The trigger remembers hashes, because everyone who may read the workflow sees its
 * data.
 */
export function toMark(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 8);
}
