import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getLinkId } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { readList } from '../../api/paging';
import { toRequest } from '../../api/route';
import { toShortAddress } from '../../api/url';
import { toRecord } from '../../runner/items';
import { qrCodeList } from '../qrCode/getAll';
import { linkMessages } from './messages';

/** The QR codes of the account; none if they can't be read. */
export async function readQrCodes(client: Client): Promise<IDataObject[]> {
	const records = await readList(client, qrCodeList).catch((thrown: unknown): unknown[] => {
		if (thrown instanceof Failure) return [];
		throw thrown;
	});
	return records.filter(isRecord);
}

/** The ID of the link behind the QR code of this short URL, undefined if none has it; fails if its link isn't told. */
export async function findBehindQrCode(
	qrCodes: IDataObject[],
	given: string,
	client: Client,
): Promise<string | undefined> {
	const wanted = toShortAddress(given);
	const qrCode = qrCodes.find(({ url }) => toShortAddress(scalarToText(url)) === wanted);
	if (!qrCode) return undefined;
	const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: qrCode.id });
	const id = getLinkId(qrCode) ?? getLinkId(toRecord(await client.send(request), request));
	if (id !== undefined) return id;
	throw Failure.unusable(linkMessages.linkHidden, {
		url: given,
		name: scalarToText(qrCode.name),
		id: scalarToText(qrCode.id),
	});
}
