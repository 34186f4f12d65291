import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getTarget } from '../api/dialect';
import { omit, scalarToText } from '../api/envelope';
import type { Message } from '../api/fill';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { qrCodeList } from '../resources/qrCode/list';
import { subscriberList } from '../resources/subscriber/getAll';
import { pollingMessages } from './messages';

/** The list that shows an event, and how. */
export interface Source {
	list: List;
	/** The record's counter; without one, the record itself is the event. */
	counter?: 'clicks' | 'scans';
	/** The filter whose records are read one by one. */
	byId?: { filter: 'linkId' | 'qrCodeId'; route: Route };
	/** The filters that decide which records are watched. */
	filters: string[];
	/** What is counted, by the ID of the record. */
	getId: (record: IDataObject) => string;
	/** `data` of an event, as far as the record knows it. */
	toData: (record: IDataObject) => IDataObject;
	/** How to make the event happen. */
	cause: Message;
}

const getId = ({ id }: IDataObject) => scalarToText(id);

const withAlias = (link: IDataObject): IDataObject => ({
	...link,
	alias: link.alias ?? getAlias(link),
});

const links = {
	list: linkList,
	counter: 'clicks',
	byId: { filter: 'linkId', route: 'GET /api/url/{id}' },
	filters: ['alias', 'linkId'],
	getId,
	toData: (link: IDataObject): IDataObject => {
		const { id: linkId, alias, shorturl, longurl } = withAlias(link);
		return { linkId, alias, shorturl, longurl };
	},
} satisfies Partial<Source>;

/** By event. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': { ...links, cause: pollingMessages.visitLink },
	'link.milestone': {
		...links,
		toData: (link) => omit(links.toData(link), ['longurl']),
		cause: pollingMessages.passStep,
	},
	'qr.scanned': {
		list: qrCodeList,
		counter: 'scans',
		byId: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
		filters: ['qrCodeId'],
		getId,
		toData: (code) => ({ qrId: code.id, name: code.name, scans: getCount(code, 'scans') }),
		cause: pollingMessages.scanCode,
	},
	'subscriber.added': {
		list: subscriberList,
		filters: [],
		// Everyone who may read the workflow sees what it remembers, so no address is in it.
		getId: (subscriber) =>
			getId(subscriber) || toHash(scalarToText(subscriber.email) || JSON.stringify(subscriber)),
		toData: (subscriber) => subscriber,
		cause: pollingMessages.signUp,
	},
	'link.created': {
		list: linkList,
		filters: ['alias'],
		getId,
		toData: (link) => omit(withAlias(link), ['clicks']),
		cause: pollingMessages.createLink,
	},
	'qr.created': {
		list: qrCodeList,
		filters: [],
		getId,
		// Its `url` is the short one.
		toData: (code) => ({
			...omit(code, ['scans', 'url', 'target']),
			linkedUrl: getTarget(code),
		}),
		cause: pollingMessages.createCode,
	},
};

function toHash(text: string): string {
	return createHash('sha256').update(text.toLowerCase()).digest('base64').slice(0, 8);
}
