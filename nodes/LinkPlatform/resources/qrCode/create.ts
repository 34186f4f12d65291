import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { creationFields, creationRequest, readNewQrCode } from './design';
import { name as nameField, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { doubts } from '../doubts';
import { downloadFields } from './imageFields';
import { readability } from './readability';
import { addNamesHint, addTargetHint, getStatedTarget } from './target';

/** Creates a QR code. If 'Download Image' is on, downloads its image in a second request. */
export const create: CompositeOperation = {
	action: 'Create QR code',
	description: 'Create a QR code with its image',
	builderHint: 'For several rows use createMany',
	routes: ['POST /api/qr/add', 'GET /api/qr/{qrCodeId}/download'],
	fields: [
		nameField,
		targetUrl,
		...downloadFields,
		collection('Additional Fields', creationFields),
	],
	warnings: [readability, doubts],
	run: async (input, context) => {
		const created = readNewQrCode(input);
		// Check the image fields before creating anything.
		if (input.boolean('downloadImage')) imageRequest(1, input);
		const record = await sendForRecord(context.client, creationRequest(created));
		addTargetHint(getStatedTarget(record, created.url), created.url, context.addHint);
		addNamesHint([{ record, row: created }], context.addHint);
		return [await withImage(record, input, context)];
	},
};
