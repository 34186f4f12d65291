import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { readList } from '../../api/paging';
import { toRequest } from '../../api/route';
import { toShortAddress } from '../../api/url';
import { toRecord } from '../../runner/items';
import { qrCodeList } from '../qrCode/list';
import { analyticsMessages } from './messages';

/** The QR codes of an execution, which has one client; none if they can't be read. */
const lists = new WeakMap<Client, Promise<IDataObject[]>>();

/**
 * The ID of the link behind the QR code that has this short URL, after `failure` to find it among the links.
 * Undefined if no QR code has it; throws if Link Platform doesn't tell the link.
 */
export async function findLinkOfQrCode(
	given: string,
	client: Client,
	failure: Failure,
): Promise<string | undefined> {
	if (!failure.isNotFound || !given.includes('/')) return undefined;
	const reading = lists.get(client) ?? readQrCodes(client);
	lists.set(client, reading);
	const wanted = toShortAddress(given);
	const qrCode = (await reading).find(({ url }) => toShortAddress(scalarToText(url)) === wanted);
	if (!qrCode) return undefined;
	const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: qrCode.id });
	const id = getLinkId(qrCode) || getLinkId(toRecord(await client.send(request), request));
	if (id) return id;
	throw Failure.unusable(analyticsMessages.linkHidden, {
		url: given,
		name: scalarToText(qrCode.name),
		id: scalarToText(qrCode.id),
	});
}

async function readQrCodes(client: Client): Promise<IDataObject[]> {
	const records = await readList(client, qrCodeList).catch((thrown: unknown): unknown[] => {
		if (thrown instanceof Failure) return [];
		throw thrown;
	});
	return records.filter(isRecord);
}

/** No document names the field; the event `qr.scanned` calls it `linkId`. */
function getLinkId({ linkId, link_id: snake, urlId, link }: IDataObject): string {
	const values = [linkId, snake, urlId, isRecord(link) ? link.id : link];
	return values.map(scalarToText).find((id) => id !== '' && !id.includes('/')) ?? '';
}
