import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { withTarget } from '../../api/dialect';
import { toFailure } from '../../api/failure';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { background, foreground, name, qrCodeId, size, targetUrl } from './fields';
import { qrCodeMessages } from './messages';
import { qrOutputOfUpdate } from './record';
import { doubts } from '../doubts';
import { readability } from './readability';
import { getLinkLookup } from '../link/linkLookup';
import { getQrCodeLookup } from './qrCodeLookup';
import {
	addNamesHint,
	changeTarget,
	getLinkToChange,
	getStatedTarget,
	Leads,
	withTargetUrl,
} from './target';

export const update: CompositeOperation = {
	action: 'Update QR code',
	description: 'Change the target, name, colors or size of a QR code',
	routes: [
		'PUT /api/qr/{qrCodeId}/update',
		// The target URL is a field of the link behind the QR code, which other QR codes may use as well.
		'GET /api/qr/{qrCodeId}',
		'GET /api/urls',
		'GET /api/qrs',
		'PUT /api/url/{linkId}/update',
	],
	fields: [
		qrCodeId,
		collection('Update Fields', [
			background,
			foreground,
			name,
			size,
			{ ...targetUrl, description: 'New URL that a scan opens' },
		]),
		...qrOutputOfUpdate,
	],
	warnings: [readability, doubts],
	orderingKey: (input) => input.string('qrCodeId'),
	run: async (input, context) => {
		const { client, account, addHint } = context;
		const { url, ...own } = input.nonEmptyCollection('updateFields');
		const change = { ...toItemRequest('PUT /api/qr/{qrCodeId}/update', input), body: own };
		const sendChange = async () => {
			const record = await sendForRecord(client, change);
			addNamesHint([{ record, row: own }], addHint);
			return record;
		};
		if (url === undefined) {
			const record = await sendChange();
			const target = getStatedTarget(record);
			return [{ json: target === undefined ? record : withTargetUrl(record, target) }];
		}
		const details = await sendForRecord(client, toItemRequest('GET /api/qr/{qrCodeId}', input));
		const links = getLinkLookup(account);
		const lead = await new Leads(links).read(details);
		const qrCodes = getQrCodeLookup(account);
		const linkId = await getLinkToChange(details, lead, String(url), qrCodes);
		const hasOthers = Object.keys(own).length > 0;
		// Change the target last, so that a refused name or color leaves everything unchanged.
		const record = hasOthers ? await sendChange() : details;
		const target = await changeTarget(linkId, String(url), context).catch((thrown: unknown) => {
			throw toFailure(thrown).withAdvice(hasOthers ? qrCodeMessages.restChanged : '');
		});
		// Another item may change the same link.
		if (lead.link) links.add(withTarget(lead.link, target));
		const former = lead.target === undefined ? {} : { previousUrl: lead.target };
		return [{ json: { ...withTargetUrl(record, target), ...former } }];
	},
};
