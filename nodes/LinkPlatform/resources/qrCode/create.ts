import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { creationFields, creationRequest, readNewQrCode } from './design';
import { name, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { readability } from './readability';

/** Creates a QR code, and fetches its image in a second request if wanted. */
export const create: CompositeOperation = {
	name: 'Create',
	action: 'Create QR code',
	description: 'Create a QR code and optionally download its image',
	builderHint: 'For several rows use createMany',
	routes: ['POST /api/qr/add', 'GET /api/qr/{qrCodeId}/download'],
	fields: [name, targetUrl, ...downloadFields, collection('Additional Fields', creationFields)],
	warnings: readability,
	run: async (input, context) => {
		const request = creationRequest(readNewQrCode(input));
		// Checked before anything is created.
		if (input.boolean('downloadImage')) imageRequest(0, input);
		const record = await sendForRecord(context.client, request);
		return [await withImage(record, input, context)];
	},
};
