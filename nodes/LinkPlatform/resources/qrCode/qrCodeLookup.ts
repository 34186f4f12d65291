import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { toNameKey, toShortUrlKey } from '../../api/identity';
import { oncePer } from '../../api/once';
import type { AccountOfRun } from '../../runner/fields';
import { Lookup } from '../lookup';
import { qrCodeList } from './getAll';
import { qrCodeMessages } from './messages';

/** Finds QR codes of an account by name or short URL. */
export class QrCodeLookup extends Lookup {
	constructor(client: Client, questions: number) {
		super(client, qrCodeList, toNames, questions);
	}

	/** Returns a list with the QR code that has this short URL, or an empty list. */
	async at(shortUrl: string): Promise<IDataObject[]> {
		return await this.find({ name: `at ${toShortUrlKey(shortUrl)}`, isOne: true });
	}
}

function toNames({ name, url }: IDataObject): string[] {
	return [`name ${toNameKey(name)}`, `at ${toShortUrlKey(url)}`];
}

/** Returns the QR code lookup of an account. It is kept until the execution ends. */
export const getQrCodeLookup = oncePer(
	({ client, inputs }: AccountOfRun) => new QrCodeLookup(client, inputs.length),
);

/**
 * Returns the ID of the QR code with this short URL. If there is none, the error says how many QR codes were compared.
 */
export async function findByShortUrl(given: string, account: AccountOfRun): Promise<unknown> {
	const lookup = getQrCodeLookup(account);
	const [found] = toShortUrlKey(given) === '' ? [] : await lookup.at(given);
	if (found) return found.id;
	const values = { url: given, count: lookup.listed };
	const words = fill(qrCodeMessages.unknownShortUrl, values);
	throw new Failure(words, { httpCode: '404', reason: 'notFound' }, 'refused');
}
