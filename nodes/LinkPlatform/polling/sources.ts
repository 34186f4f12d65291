import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getTarget } from '../api/dialect';
import { omit } from '../api/envelope';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { qrCodeList } from '../resources/qrCode/getAll';
import { subscriberList } from '../resources/subscriber/getAll';

/** The list that shows an event, and how. */
interface Source {
	list: List;
	/** The record's counter; without one, the record itself is the event. */
	counter?: 'clicks' | 'scans';
	/** The filter whose records are read one by one. */
	byId?: { filter: 'linkId' | 'qrCodeId'; route: Route };
	/** `data` of an event, as far as the record knows it. */
	toData: (record: IDataObject) => IDataObject;
}

const toLink = (link: IDataObject): IDataObject => {
	const { id: linkId, shorturl, longurl } = link;
	return { linkId, alias: getAlias(link), shorturl, longurl };
};
const clicks = {
	...{ list: linkList, counter: 'clicks' },
	byId: { filter: 'linkId', route: 'GET /api/url/{id}' },
} satisfies Partial<Source>;

/** By event. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': { ...clicks, toData: toLink },
	'link.milestone': { ...clicks, toData: (link) => omit(toLink(link), ['longurl']) },
	'qr.scanned': {
		list: qrCodeList,
		counter: 'scans',
		byId: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
		toData: (code) => ({ qrId: code.id, name: code.name, scans: getCount(code, 'scans') }),
	},
	'subscriber.added': { list: subscriberList, toData: (subscriber) => subscriber },
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
