import type { CompositeOperation } from '../../operations/operation';
import { toRecord } from '../../operations/items';
import { toRequest } from '../../api/route';
import { background, foreground, name, size, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { readability } from './readability';

/** Creates a QR code, and fetches its image in a second request if wanted. */
export const create: CompositeOperation = {
	routes: ['POST /api/qr/add', 'GET /api/qr/{qrCodeId}/download'],
	fields: [
		name,
		targetUrl,
		...downloadFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				background,
				{
					displayName: 'Error Correction',
					name: 'errorCorrection',
					type: 'options',
					options: [
						{ name: 'High (30%)', value: 'H', description: 'For QR codes with a logo' },
						{
							name: 'Low (7%)',
							value: 'L',
							description: 'The simplest pattern, for screens',
						},
						{ name: 'Medium (15%)', value: 'M', description: 'For most uses' },
						{ name: 'Quartile (25%)', value: 'Q', description: 'For rough surfaces' },
					],
					default: 'M',
					description: 'How much of the code can be damaged or covered and still scan',
				},
				foreground,
				{
					displayName: 'Logo',
					name: 'logo',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/logo.png',
					description: 'URL of an image to show in the middle of the code',
				},
				{
					displayName: 'Margin',
					name: 'margin',
					type: 'number',
					default: 4,
					typeOptions: { minValue: 0, numberPrecision: 0 },
					description: 'Width of the empty border that scanners need around the code',
				},
				size,
			],
		},
	],
	warnings: readability,
	run: async (input, call) => {
		const body = {
			name: input.string('name'),
			url: input.string('url'),
			...input.collection('additionalFields'),
		};
		// Checked before anything is created.
		if (input.boolean('downloadImage')) imageRequest(0, input);
		const request = toRequest('POST /api/qr/add');
		const record = toRecord(await call.client.send({ ...request, body }));
		return [await withImage(record, input, call)];
	},
};
