import type { CompositeOperation } from '../../runner/operation';
import { toRecord } from '../../runner/items';
import { toRequest } from '../../api/route';
import { qrCodeId } from './fields';
import { imageReader } from './image';
import { imageOptions } from './imageFields';
import { choice, text } from '../../runner/fields';

/**
 * Creates an AI-drawn version of a QR code. The API docs don't show the response. If it is an image, returns a file. If
 * it is a record, returns an item.
 */
export const createArtistic: CompositeOperation = {
	action: 'Create artistic QR code with AI',
	description: 'Restyle an existing QR code with AI',
	routes: ['POST /api/qr/{qrCodeId}/artistic'],
	fields: [
		qrCodeId,
		choice(
			'Style',
			'style',
			[
				'abstract',
				{
					value: 'custom',
					description: 'Another style that your Link Platform offers',
				},
				'pixel',
				'watercolor',
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
		imageOptions,
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
		const reader = imageReader(id, input, context, `qr-${id}-${body.style}`);
		const toOutput = (record: unknown) => ({ json: toRecord(record) });
		return [await context.client.download(request, reader, toOutput)];
	},
};
