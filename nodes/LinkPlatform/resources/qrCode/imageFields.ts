import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { outputFile, fileShape } from '../fields';

const outputAs: INodeProperties = {
	displayName: 'Output As',
	name: 'outputAs',
	type: 'options',
	options: [
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
	default: 'binary',
	// A tool gives text: n8n drops its files.
	displayOptions: { hide: { '@tool': [true] } },
};

export const imageShape = { ...fileShape, dataUrl: 'string' };

export const outputFields: INodeProperties[] = [outputAs, ...outputFile];

/** What an image of a QR code needs: format, size, and where it goes. */
export const imageFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		options: [
			{ name: 'PDF', value: 'pdf', description: 'For print shops' },
			{ name: 'PNG', value: 'png', description: 'For screens and most documents' },
			{ name: 'SVG', value: 'svg', description: 'For print at any size' },
		],
		default: 'png',
	},
	{
		displayName: 'Image Size (Pixels)',
		name: 'imageSize',
		type: 'number',
		default: 1024,
		typeOptions: { minValue: 1, numberPrecision: 0 },
	},
	...outputFields,
];

/** Download Image, and the image's fields while it is on. */
export const downloadFields: INodeProperties[] = [
	{
		displayName: 'Download Image',
		name: 'downloadImage',
		type: 'boolean',
		default: false,
		description: 'Whether to also download the image, in a second request',
	},
	...updateDisplayOptions({ show: { downloadImage: [true] } }, imageFields),
];
