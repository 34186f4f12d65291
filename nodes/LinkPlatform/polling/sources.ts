import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { omit, scalarToText } from '../api/envelope';
import type { Message } from '../api/fill';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import { linkList } from '../resources/link/list';
import { getAlias } from '../api/dialect';
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
	/** `data` of an event, as far as the record knows it; `added` is how much the counter has grown. */
	toData: (record: IDataObject, added: number) => IDataObject;
	/** How to make the event happen. */
	cause: Message;
}

const getId = ({ id }: IDataObject) => scalarToText(id);

/** By event. */
export const SOURCES: Record<string, Source> = {
	'link.clicked': {
		list: linkList,
		counter: 'clicks',
		byId: { filter: 'linkId', route: 'GET /api/url/{id}' },
		filters: ['alias', 'linkId'],
		getId,
		toData: (link) => {
			const { id: linkId, shorturl, longurl } = link;
			return { linkId, alias: link.alias ?? getAlias(link), shorturl, longurl };
		},
		cause: pollingMessages.visitLink,
	},
	'qr.scanned': {
		list: qrCodeList,
		counter: 'scans',
		byId: { filter: 'qrCodeId', route: 'GET /api/qr/{id}' },
		filters: ['qrCodeId'],
		getId,
		toData: ({ id: qrId, name, scans }, added) => ({ qrId, name, scans, added }),
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
		toData: (link) => omit({ ...link, alias: link.alias ?? getAlias(link) }, ['clicks']),
		cause: pollingMessages.createLink,
	},
	'qr.created': {
		list: qrCodeList,
		filters: [],
		getId,
		toData: (code) => omit(code, ['scans']),
		cause: pollingMessages.createCode,
	},
};

function toHash(text: string): string {
	return createHash('sha256').update(text.toLowerCase()).digest('base64').slice(0, 8);
}
