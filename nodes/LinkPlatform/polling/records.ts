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

/** The list that shows an event, and how. */
interface Source {
	list: List;
	nature: Nature;
	/** The record's counter; without one, the record itself is the event. */
	counter?: 'clicks' | 'scans';
	/** `data` of an event, as far as the record knows it. */
	toData: (record: IDataObject, watch: Watch) => IDataObject;
	/** Turns the growth of a counter into events. Default: one event. */
	toEvents?: (data: IDataObject, was: number, is: number, watch: Watch) => IDataObject[];
}

const toLink = (link: IDataObject): IDataObject => {
	const { id: linkId, shorturl, longurl } = link;
	return { linkId, alias: getAlias(link), shorturl, longurl };
};

/** By event. */
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
		// Its `url` is the short one, which the documented event has under no name.
		toData: ({ url: shorturl, ...code }) => {
			return { shorturl, ...omit(code, ['scans', 'target']), linkedUrl: getTarget(code) };
		},
	},
};

/** The filter whose records are read one by one, and how. */
const BY_ID: Record<'clicks' | 'scans', { filter: string; route: Route }> = {
	clicks: { filter: 'linkId', route: 'GET /api/url/{id}' },
	scans: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
};

/** What to watch, as the node's fields say. */
export interface Watch extends Pick<TriggerOptions, 'dropIpAddresses' | 'ignoreLikelyBots'> {
	event: string;
	filters: IDataObject;
	bioPageId: string;
	/** Numbers of clicks in ascending order. */
	steps: number[];
}

/** The values of the filters that decide which records are watched: IDs, and aliases. */
export function getRecordFilters({ event, filters }: Watch): string[][] {
	const { counter } = SOURCES[event];
	const ids = splitValues(counter && filters[BY_ID[counter].filter]);
	return [[...new Set(ids)].sort(), splitValues(filters.alias).sort()];
}

/** True if these filters have the record watched. One that was asked for by ID is that record, whatever it states. */
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
 * The records that show the event, also those that are not watched. `mustExist`: fails if one that was chosen by its
 * ID doesn't. Without it, that says nothing, unless none of them is there.
 */
export async function readRecords(
	client: Client,
	watch: Watch,
	mustExist: boolean,
): Promise<Reading> {
	const { list, counter } = SOURCES[watch.event];
	const reading: Reading = new Map();
	const add = (id: string, record: IDataObject) => {
		const count = counter ? getCount(record, counter) : 1;
		reading.set(id, { record, count, clock: client.clock ?? Date.now() });
	};
	const [ids] = getRecordFilters(watch);
	if (counter && ids.length > 0) {
		const { route } = BY_ID[counter];
		const missing: Failure[] = [];
		for (const id of ids) {
			const request = toRequest(route, { id });
			const record = await sendForRecord(client, request).catch((thrown: unknown) => {
				const failure = ofRecord(toFailure(thrown), id);
				if (mustExist || !failure.isNotFound) throw failure;
				missing.push(failure);
				return undefined;
			});
			const stated = getId(record ?? {});
			// Else it is another name of a record that was asked for by its ID, too.
			const isFirst = stated === id || !ids.includes(stated);
			if (record && isFirst) add(id, stated === '' ? { ...record, id: toId(id) } : record);
		}
		if (reading.size === 0) throw missing[0];
		return reading;
	}
	const request = toRequest(list.route, { bioPageId: watch.bioPageId }, () => 'Bio Page');
	for await (const page of readPages(client, list, request)) {
		for (const record of page.filter(isRecord)) add(getKey(record), record);
	}
	return reading;
}

/** The failure with the ID that was asked for. */
function ofRecord(failure: Failure, id: string): Failure {
	const { message } = failure;
	return failure.reworded(fill(pollingMessages.ofRecord, { message, id }));
}

/** A record's ID, '' if it states none; 0 is none. */
function getId({ id }: IDataObject): string {
	const stated = scalarToText(id);
	return stated === '0' ? '' : stated;
}

/** A record's ID, or a mark of its email address. Fails if it has none: then it can't be told from others. */
function getKey(record: IDataObject): string {
	const id = getId(record);
	const address = id === '' ? scalarToText(record.email).toLowerCase() : '';
	if (id !== '' || address !== '') return id || toMark(address);
	throw Failure.unusable(pollingMessages.noId, { fields: Object.keys(record).join(', ') });
}

/** Tells texts apart without showing them: everyone who may read the workflow sees what it remembers. */
export function toMark(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 8);
}
