import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { isRecord } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { toShortUrlKey } from '../../api/identity';
import { oncePer } from '../../api/once';
import { readList } from '../../api/paging';
import { qrCodeList } from './getAll';
import { qrCodeMessages } from './messages';

/** The QR codes of an account by their short URLs, read once however many items ask for one. */
const readAll = oncePer(async (client: Client): Promise<Map<string, IDataObject>> => {
	const qrCodes = (await readList(client, qrCodeList)).filter(isRecord);
	return new Map(qrCodes.map((qrCode) => [toShortUrlKey(qrCode.url), qrCode]));
});

/** The ID of the QR code that encodes this short URL; fails with how many were compared. */
export async function findByShortUrl(given: string, client: Client): Promise<unknown> {
	const qrCodes = await readAll(client);
	const key = toShortUrlKey(given);
	const found = key === '' ? undefined : qrCodes.get(key);
	if (found) return found.id;
	const words = fill(qrCodeMessages.unknownShortUrl, { url: given, count: qrCodes.size });
	throw new Failure(words, { httpCode: '404', reason: 'notFound' }, 'refused');
}
