import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getTarget } from '../api/dialect';
import { omit, scalarToText } from '../api/envelope';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { qrCodeList } from '../resources/qrCode/list';
import { subscriberList } from '../resources/subscriber/getAll';

/** The list that shows an event, and how. */
export interface Source {
	list: List;
	/** The record's counter; without one, the record itself is the event. */
	counter?: 'clicks' | 'scans';
	/** The filter whose records are read one by one. */
	byId?: { filter: 'linkId' | 'qrCodeId'; route: Route };
	/** The filters that decide which records are watched. */
	filters: string[];
	/** `data` of an event, as far as the record knows it. */
	toData: (record: IDataObject) => IDataObject;
}

const withAlias = (link: IDataObject): IDataObject => ({
	...link,
	alias: link.alias ?? getAlias(link),
});

const links = {
	list: linkList,
	counter: 'clicks',
	byId: { filter: 'linkId', route: 'GET /api/url/{id}' },
	filters: ['alias', 'linkId'],
	toData: (link: IDataObject): IDataObject => {
		const { id: linkId, alias, shorturl, longurl } = withAlias(link);
		return { linkId, alias, shorturl, longurl };
	},
} satisfies Partial<Source>;

/** By event. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': links,
	'link.milestone': { ...links, toData: (link) => omit(links.toData(link), ['longurl']) },
	'qr.scanned': {
		list: qrCodeList,
		counter: 'scans',
		byId: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
		filters: ['qrCodeId'],
		toData: (code) => ({ qrId: code.id, name: code.name, scans: getCount(code, 'scans') }),
	},
	'subscriber.added': {
		list: subscriberList,
		filters: [],
		toData: (subscriber) => subscriber,
	},
	'link.created': {
		list: linkList,
		filters: ['alias'],
		toData: (link) => omit(withAlias(link), ['clicks']),
	},
	'qr.created': {
		list: qrCodeList,
		filters: [],
		// Its `url` is the short one.
		toData: (code) => ({ ...omit(code, ['scans', 'url', 'target']), linkedUrl: getTarget(code) }),
	},
};

/**
 * What a record is remembered by, '' if it tells nothing of that kind: its ID, or a digest of its email address, since
 * everyone who may read the workflow sees it.
 */
export function getKey({ id, email }: IDataObject): string {
	const address = scalarToText(email).toLowerCase();
	if (scalarToText(id) !== '' || address === '') return scalarToText(id);
	return createHash('sha256').update(address).digest('base64').slice(0, 8);
}
