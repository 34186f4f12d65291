import type { CompositeOperation } from '../../runner/operation';
import { toRecord } from '../../runner/items';
import { toRequest } from '../../api/route';
import { qrCodeId } from './fields';
import { imageReader } from './image';
import { outputFields } from './imageFields';
import { choice, text } from '../../runner/fields';

/** Has AI draw a QR code in a style. The response is not documented: an image becomes a file, a record an item. */
export const createArtistic: CompositeOperation = {
	name: 'Create Artistic',
	action: 'Create artistic QR code with AI',
	description: 'Restyle an existing QR code with AI',
	routes: ['POST /api/qr/{qrCodeId}/artistic'],
	fields: [
		qrCodeId,
		choice(
			'Style',
			'style',
			[
				{ name: 'Abstract', value: 'abstract' },
				{
					name: 'Custom',
					value: 'custom',
					description: 'Another style that your Link Platform offers',
				},
				{ name: 'Pixel', value: 'pixel' },
				{ name: 'Watercolor', value: 'watercolor' },
			],
			{ required: true, description: 'Style of the image. Scan the result before you print it.' },
		),
		text('Custom Style', 'customStyle', {
			displayOptions: { show: { style: ['custom'] } },
			placeholder: 'e.g. mosaic',
		}),
		text('Prompt', 'prompt', {
			typeOptions: { rows: 3 },
			placeholder: 'e.g. A harbor at dawn, warm colors',
			description: 'What the image should show',
		}),
		...outputFields,
	],
	orderingKey: (input) => input.string('qrCodeId'),
	run: async (input, context) => {
		const style = input.string('style');
		const prompt = input.string('prompt') || undefined;
		const body = {
			style: style === 'custom' ? input.required('customStyle') : style,
			prompt,
		};
		const id = input.id('qrCodeId');
		const request = { ...toRequest('POST /api/qr/{qrCodeId}/artistic', { qrCodeId: id }), body };
		const reader = imageReader(input, context, `qr-${id}-${body.style}`);
		const response = await context.client.download(request, reader);
		if ('body' in response) return [{ json: toRecord(response.body) }];
		const { json, binary } = response.file;
		return [{ json: { id, ...json }, binary }];
	},
};
