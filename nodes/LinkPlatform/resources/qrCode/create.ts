import type { Composite } from '../../operation/operation';
import { recordOf } from '../../operation/items';
import { locate } from '../../operation/request';
import { background, foreground, name, size, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { readability } from './readability';

/** Creates a QR code, and fetches its image in a second request if wanted. */
export const create: Composite = {
	calls: ['POST /api/qr/add', 'GET /api/qr/{qrCodeId}/download'],
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
						{ name: 'High (30%)', value: 'H', description: 'For a QR code with a logo' },
						{
							name: 'Low (7%)',
							value: 'L',
							description: 'The smallest pattern, for clean screens',
						},
						{ name: 'Medium (15%)', value: 'M', description: 'For most uses' },
						{ name: 'Quartile (25%)', value: 'Q', description: 'For rough surfaces' },
					],
					default: 'M',
					description: 'How much of the pattern may be dirty or covered',
				},
				foreground,
				{
					displayName: 'Logo',
					name: 'logo',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/logo.png',
					description: 'Address of an image to place in the middle',
				},
				{
					displayName: 'Margin',
					name: 'margin',
					type: 'number',
					default: 4,
					typeOptions: { minValue: 0, numberPrecision: 0 },
					description: 'Width of the quiet zone around the pattern, in modules',
				},
				size,
			],
		},
	],
	advice: readability,
	run: async (input, call) => {
		const body = {
			name: input.text('name'),
			url: input.text('url'),
			...input.group('additionalFields'),
		};
		// Checked before anything is created.
		if (input.flag('downloadImage')) imageRequest(0, input);
		const request = locate('POST /api/qr/add');
		const record = recordOf(await call.client.send({ ...request, body }));
		return [await withImage(record, input, call)];
	},
};
