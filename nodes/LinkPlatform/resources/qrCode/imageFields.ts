import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { outputFile } from '../fields';
import { choice, flag, number } from '../../runner/fields';

const outputAs: INodeProperties = choice(
	'Output As',
	'outputAs',
	[
		{
			name: 'Binary File',
			value: 'binary',
			description: 'A file that other nodes can store or send',
		},
		{
			name: 'Data URL',
			value: 'dataUrl',
			description: 'Text in the JSON output, for web pages and AI agents',
		},
	],
	{ displayOptions: { hide: { '@tool': [true] } } },
);

function imageSize(more: Partial<INodeProperties>): INodeProperties {
	const typeOptions = { minValue: 1, numberPrecision: 0 };
	return number('Image Size (Pixels)', 'imageSize', {
		typeOptions,
		description: 'Width of the image. 1024 is enough for 8 cm in print.',
		...more,
	});
}

export const outputFields: INodeProperties[] = [outputAs, ...outputFile];

/** What an image of a QR code needs: format, size, and where it goes. */
export const imageFields: INodeProperties[] = [
	choice(
		'Format',
		'format',
		[
			{ name: 'PDF', value: 'pdf', description: 'For print shops' },
			{ name: 'PNG', value: 'png', description: 'For screens and most documents' },
			{ name: 'SVG', value: 'svg', description: 'For print at any size' },
		],
		{ default: 'png' },
	),
	imageSize({ default: 1024, displayOptions: { hide: { '@tool': [true] } } }),
	// A larger image would be too large for an AI model.
	imageSize({ default: 300, displayOptions: { show: { '@tool': [true] } } }),
	...outputFields,
];

/** Download Image, and the image's fields while it is on. */
export const downloadFields: INodeProperties[] = [
	flag('Download Image', 'downloadImage', {
		description: 'Whether to also download the image',
	}),
	...updateDisplayOptions({ show: { downloadImage: [true] } }, imageFields),
];
