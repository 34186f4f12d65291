import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getLinkId, getShortUrl } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
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

	/**
	 * Returns the QR codes that have this short URL. QR codes that lead to the same link may share it. With `isOne`, stops
	 * at the first.
	 */
	async at(shortUrl: unknown, isOne = false): Promise<IDataObject[]> {
		const key = toShortUrlKey(shortUrl);
		return key === '' ? [] : await this.find({ name: `at ${key}`, isOne });
	}

	/** Returns the QR codes that use this link, which has these short URLs. */
	async using(linkId: string, shortUrls: unknown[]): Promise<IDataObject[]> {
		const keys = shortUrls.map(toShortUrlKey).filter(Boolean);
		const names = [`link ${linkId}`, ...keys.map((key) => `at ${key}`)];
		const found = await Promise.all(names.map(async (name) => await this.find({ name })));
		return [...new Set(found.flat())];
	}

	/**
	 * Returns the QR codes with this name. Throws if the account has QR codes, but its list shows no names: they can't be
	 * told apart from missing ones.
	 */
	async findNamed(name: string): Promise<IDataObject[]> {
		const found = await this.find({ name: `name ${toNameKey(name)}`, search: name });
		const isBlind = this.listed > 0 && this.records.every((one) => scalarToText(one.name) === '');
		if (found.length === 0 && isBlind) throw Failure.unusable(qrCodeMessages.namesHidden);
		return found;
	}
}

function toNames(qrCode: IDataObject): string[] {
	const { name, url } = qrCode;
	const places = [url, getUrlOfLink(qrCode)].map((place) => `at ${toShortUrlKey(place)}`);
	return [`name ${toNameKey(name)}`, ...places, `link ${getLinkId(qrCode) ?? ''}`];
}

/** Returns the short URL of the link in a QR code's record; undefined if the record doesn't state it. */
export function getUrlOfLink({ link }: IDataObject): string | undefined {
	return (isRecord(link) ? getShortUrl(link) : scalarToText(link)) || undefined;
}

/** Returns the QR code lookup of an account. It is kept until the execution ends. */
export const getQrCodeLookup = oncePer(
	({ client, inputs }: AccountOfRun) => new QrCodeLookup(client, inputs.length),
);

/**
 * Returns the ID of the only QR code with this short URL. Otherwise, the error says how many have it, and how many QR
 * codes were compared.
 */
export async function findByShortUrl(given: string, account: AccountOfRun): Promise<unknown> {
	const lookup = getQrCodeLookup(account);
	const found = await lookup.at(given);
	if (found.length === 1) return found[0].id;
	const { sharedShortUrl, unknownShortUrl } = qrCodeMessages;
	throw found.length > 1
		? Failure.input(sharedShortUrl, { url: given, count: found.length })
		: Failure.notFound(unknownShortUrl, { url: given, count: lookup.listed });
}
