import { collection, optional } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { toFailure } from '../../api/failure';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { background, foreground, name, qrCodeId, size, targetUrl } from './fields';
import { qrCodeMessages } from './messages';
import { qrOutputOfUpdate } from './record';
import { doubts } from '../doubts';
import { readability } from './readability';
import { assertNotOwn, changeTarget, findLink, getStatedTarget, withTargetUrl } from './target';

export const update: CompositeOperation = {
	action: 'Update QR code',
	description: 'Change the target, name, colors or size of a QR code',
	routes: [
		'PUT /api/qr/{qrCodeId}/update',
		// The target URL is a field of the link behind the QR code. So the details of the QR code are read first.
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
			{ ...optional(targetUrl), description: 'New URL that a scan opens' },
		]),
		...qrOutputOfUpdate,
	],
	warnings: [readability, doubts],
	orderingKey: (input) => input.string('qrCodeId'),
	run: async (input, context) => {
		const { client } = context;
		const { url, ...own } = input.nonEmptyCollection('updateFields');
		const change = { ...toItemRequest('PUT /api/qr/{qrCodeId}/update', input), body: own };
		if (url === undefined) {
			const record = await sendForRecord(client, change);
			const target = getStatedTarget(record);
			return [{ json: target === undefined ? record : withTargetUrl(record, target) }];
		}
		const details = await sendForRecord(client, toItemRequest('GET /api/qr/{qrCodeId}', input));
		assertNotOwn(String(url), details);
		const linkId = await findLink(details, context.account);
		const hasOthers = Object.keys(own).length > 0;
		// Change the target last, so that a refused name or color leaves everything unchanged.
		const record = hasOthers ? await sendForRecord(client, change) : details;
		const target = await changeTarget(linkId, String(url), context).catch((thrown: unknown) => {
			throw toFailure(thrown).withAdvice(hasOthers ? qrCodeMessages.restChanged : '');
		});
		const previousUrl = getStatedTarget(details);
		const former = previousUrl === undefined ? {} : { previousUrl };
		return [{ json: { ...withTargetUrl(record, target), ...former } }];
	},
};
