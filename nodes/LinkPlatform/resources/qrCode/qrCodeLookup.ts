import type { IDataObject } from 'n8n-workflow';
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
	constructor(
		protected readonly account: AccountOfRun,
		questions: number,
	) {
		super(account.client, qrCodeList, toNames, questions);
	}

	/** Returns the QR codes that have this short URL. QR codes that lead to the same link may share it. */
	async at(shortUrl: string): Promise<IDataObject[]> {
		return await this.find({ name: `at ${toShortUrlKey(shortUrl)}` });
	}
}

function toNames({ name, url }: IDataObject): string[] {
	return [`name ${toNameKey(name)}`, `at ${toShortUrlKey(url)}`];
}

/** Returns the QR code lookup of an account. It is kept until the execution ends. */
export const getQrCodeLookup = oncePer(
	(account: AccountOfRun) => new QrCodeLookup(account, account.inputs.length),
);

/**
 * Returns the ID of the only QR code with this short URL. Otherwise, the error says how many have it, and how many QR
 * codes were compared.
 */
export async function findByShortUrl(given: string, account: AccountOfRun): Promise<unknown> {
	const lookup = getQrCodeLookup(account);
	const found = toShortUrlKey(given) === '' ? [] : await lookup.at(given);
	const { length: matches } = found;
	if (matches === 1) return found[0].id;
	const words = fill(qrCodeMessages.unknownShortUrl, { url: given, matches, count: lookup.listed });
	throw new Failure(words, { httpCode: '404', reason: 'notFound' }, 'refused');
}
