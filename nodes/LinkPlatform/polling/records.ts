import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getAlias, getCount, getTarget } from '../api/dialect';
import { isRecord, omit, scalarToText } from '../api/envelope';
import { Failure, toFailure } from '../api/failure';
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
import type { Counters } from './plan';

/** The list that shows an event, and how. */
interface Source {
	list: List;
	/** The record's counter; without one, the record itself is the event. */
	counter?: 'clicks' | 'scans';
	/** `data` of an event, as far as the record knows it. */
	toData: (record: IDataObject, watch: Watch) => IDataObject;
	/** The events by which a counter grew; without it, one. */
	toEvents?: (data: IDataObject, was: number, is: number, watch: Watch) => IDataObject[];
}

const toLink = (link: IDataObject): IDataObject => {
	const { id: linkId, shorturl, longurl } = link;
	return { linkId, alias: getAlias(link), shorturl, longurl };
};

/** By event. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': { list: linkList, counter: 'clicks', toData: toLink },
	'link.milestone': {
		list: linkList,
		counter: 'clicks',
		toData: (link) => omit(toLink(link), ['longurl']),
		toEvents: (link, was, is, { steps }) => {
			const passed = steps.filter((step) => was < step && step <= is);
			return passed.map((step) => ({ ...link, clicks: is, step }));
		},
	},
	'qr.scanned': {
		list: qrCodeList,
		counter: 'scans',
		toData: (code) => ({ qrId: code.id, name: code.name, scans: getCount(code, 'scans') }),
		toEvents: (code, was, is) => [{ ...code, added: is - was }],
	},
	'subscriber.added': {
		list: subscriberList,
		toData: (subscriber, { bioPageId }) => ({ bioId: toId(bioPageId), ...subscriber }),
	},
	'link.created': {
		list: linkList,
		toData: (link) => ({ ...omit(link, ['clicks']), alias: getAlias(link) }),
	},
	'qr.created': {
		list: qrCodeList,
		// Its `url` is the short one.
		toData: (code) => ({ ...omit(code, ['scans', 'url', 'target']), linkedUrl: getTarget(code) }),
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

/** The records that are watched, by ID, with their counters. */
export interface Reading extends Counters {
	records: Map<string, IDataObject>;
}

/** The filters that decide which records are watched; the others, which clicks come out. */
const OF_RECORDS = ['alias', 'linkId', 'qrCodeId'];

/** Identifies what is watched: for anything else, a trigger begins anew. */
export function toWatched({ event, filters, bioPageId }: Watch): string {
	const values = OF_RECORDS.map((name) => splitValues(filters[name]).sort().join(','));
	return [event, bioPageId, ...values].join(' ');
}

/** The records that are watched. Fails if a counter can't be read; `mustExist`: or if a chosen record is no more. */
export async function readRecords(
	client: Client,
	watch: Watch,
	mustExist = false,
): Promise<Reading> {
	const { event, filters, bioPageId } = watch;
	const { list, counter, toData } = SOURCES[event];
	const byId = counter && BY_ID[counter];
	const given = OF_RECORDS.filter((name) => splitValues(filters[name]).length > 0);
	const ofRecords = Object.fromEntries(given.map((name) => [name, filters[name]]));
	const records = new Map<string, IDataObject>();
	const counts = new Map<string, number>();
	const add = (record: IDataObject, id = getKey(record)) => {
		if (id === '') return;
		if (given.length > 0 && !isAccepted(event, toData(record, watch), ofRecords)) return;
		records.set(id, record);
		counts.set(id, counter ? readCounter(record, counter, id) : 1);
	};
	const ids = new Set(byId && splitValues(filters[byId.filter]));
	for (const id of ids) {
		const request = toRequest(byId!.route, { id });
		try {
			add(await sendForRecord(client, request), id);
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (mustExist || failure.status !== 404) throw failure;
		}
	}
	if (ids.size === 0) {
		const request = toRequest(list.route, { bioPageId }, () => 'Bio Page');
		for await (const page of readPages(client, list, request)) {
			for (const record of page) if (isRecord(record)) add(record);
		}
	}
	return { records, counts, clock: client.clock ?? 0 };
}

/** A record's ID, or a mark of its email address. */
function getKey({ id, email }: IDataObject): string {
	const known = scalarToText(id);
	const address = known === '' ? scalarToText(email).toLowerCase() : '';
	return address === '' ? known : toMark(address);
}

/** Tells texts apart without showing them: everyone who may read the workflow sees what it remembers. */
export function toMark(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 8);
}

function readCounter(record: IDataObject, counter: 'clicks' | 'scans', id: string): number {
	const figure = getCount(record, counter);
	if (figure !== undefined) return figure;
	const value = JSON.stringify(record[counter] ?? null);
	throw Failure.unusable(pollingMessages.noFigure, { counter, id, value });
}
