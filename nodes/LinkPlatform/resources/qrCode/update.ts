import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getLinkId, getShortUrl, withTarget } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { collection, optional } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { Failure } from '../../api/failure';
import { toRequest } from '../../api/route';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { getLinkLookup } from '../link/linkLookup';
import { background, foreground, name, qrCodeId, size, targetUrl } from './fields';
import { qrCodeMessages } from './messages';
import { qrOutput, qrDetails } from './record';
import { readability } from './readability';

export const update: CompositeOperation = {
	name: 'Update',
	action: 'Update QR code',
	description: 'Change where a QR code leads, its name, colors or size',
	routes: [
		'PUT /api/qr/{qrCodeId}/update',
		// Where it leads belongs to its link.
		'GET /api/qr/{qrCodeId}',
		'PUT /api/url/{linkId}/update',
	],
	fields: [
		qrCodeId,
		collection('Update Fields', [
			background,
			foreground,
			optional(name),
			size,
			{ ...optional(targetUrl), description: 'URL that a scan leads to from now on' },
		]),
		...qrOutput,
	],
	details: qrDetails,
	warnings: readability,
	orderingKey: (input) => input.string('qrCodeId'),
	run: async (input, { client }) => {
		const { url, ...body } = input.nonEmptyCollection('updateFields');
		const change = { ...toItemRequest('PUT /api/qr/{qrCodeId}/update', input), body };
		if (url === undefined) return [{ json: await sendForRecord(client, change) }];
		const details = await sendForRecord(client, toItemRequest('GET /api/qr/{qrCodeId}', input));
		const linkId = getLinkId(details) ?? (await findByShortUrl(details, client));
		if (linkId === undefined) throw Failure.unusable(qrCodeMessages.noLinkTold);
		const link = toRequest('PUT /api/url/{linkId}/update', { linkId });
		await client.send({ ...link, body: { url } });
		const isWhole = Object.keys(body).length === 0;
		const record = isWhole ? details : await sendForRecord(client, change);
		return [{ json: leadTo(record, String(url)) }];
	},
};

/** The record with where it leads now, also in the link that it may hold. */
function leadTo(record: IDataObject, url: string): IDataObject {
	const { link } = record;
	const inside = isRecord(link) ? { link: withTarget(link, url) } : {};
	return { ...withTarget(record, url), ...inside, targetUrl: url };
}

/** The ID of the link whose short URL the QR code states, undefined if it is none in the list of links. */
async function findByShortUrl({ link, url }: IDataObject, client: Client): Promise<unknown> {
	const ofLink = isRecord(link) ? getShortUrl(link) : scalarToText(link);
	return (await getLinkLookup(client).atShortUrl(ofLink || scalarToText(url)))?.id;
}
