import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { creationFields, creationRequest, readNewQrCode } from './design';
import { name as nameField, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFieldsOfPeople } from './imageFields';
import { doubts } from '../doubts';
import { readability } from './readability';
import { addNamesHint, addTargetHint, getStatedTarget } from './target';

/** Creates a QR code. If 'Download Image' is on, downloads its image in a second request. */
export const create: CompositeOperation = {
	action: 'Create QR code',
	description: 'Create a QR code and optionally download its image',
	builderHint: 'For several rows use createMany',
	routes: ['POST /api/qr/add', 'GET /api/qr/{qrCodeId}/download'],
	fields: [
		nameField,
		targetUrl,
		...downloadFieldsOfPeople,
		collection('Additional Fields', creationFields),
	],
	warnings: [readability, doubts],
	run: async (input, context) => {
		const created = readNewQrCode(input);
		const isImageWanted = !context.isTool && input.boolean('downloadImage');
		// Check the image fields before creating anything.
		if (isImageWanted) imageRequest(1, input);
		const record = await sendForRecord(context.client, creationRequest(created));
		const { name, url } = created.row;
		addTargetHint(getStatedTarget(record, url), url, context.addHint);
		addNamesHint([{ record, name }], context.addHint);
		return [isImageWanted ? await withImage(record, input, context) : { json: record }];
	},
};
