import type { CompositeOperation } from '../../runner/operation';
import { qrCodeId } from './fields';
import { fetchImage } from './image';
import { imageFields, imageSize } from './imageFields';

/** Downloads the image of a QR code (`GET /api/qr/:id/download`) as a file, or as text inside the JSON. */
export const download: CompositeOperation = {
	action: 'Download QR code',
	description: 'Get the image of a QR code as a file or as text',
	builderHint: 'create and createMany return images, unless used as tools',
	routes: ['GET /api/qr/{qrCodeId}/download'],
	// A larger image would be too long for an AI model.
	fields: [qrCodeId, ...imageFields, imageSize(300, 'show')],
	run: async (input, context) => {
		const id = input.id('qrCodeId');
		return [await fetchImage(id, input, context, `qr-${id}`)];
	},
};
