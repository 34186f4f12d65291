import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { outputFile } from '../fields';
import { choice, flag, number } from '../../runner/fields';

export const outputFields: INodeProperties[] = [
	choice(
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
	),
	...outputFile,
];

function imageSize(pixels: number, ofTools: 'show' | 'hide'): INodeProperties {
	return number('Image Size (Pixels)', 'imageSize', {
		default: pixels,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		displayOptions: { [ofTools]: { '@tool': [true] } },
		description: 'Width of the image. 1024 is enough for 8 cm in print.',
	});
}

/** A larger image would be too large for an AI model. */
const sizeForTools = imageSize(300, 'show');

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
	imageSize(1024, 'hide'),
	sizeForTools,
	...outputFields,
];

/** Download Image, and the image's fields while it is on. */
export const downloadFields: INodeProperties[] = [
	flag('Download Image', 'downloadImage', {
		default: true,
		description: 'Whether to also download the image',
	}),
	...updateDisplayOptions({ show: { downloadImage: [true] } }, imageFields),
];

/** The same for an operation that returns no image to an AI agent: QR Code > Download does. */
export const downloadFieldsOfPeople: INodeProperties[] = updateDisplayOptions(
	{ hide: { '@tool': [true] } },
	downloadFields.filter(({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined),
);
