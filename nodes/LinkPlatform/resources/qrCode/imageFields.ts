import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { outputAs } from '../fields';
import { choice, collection, flag, hiddenFromTools, whole } from '../../runner/fields';

/** The field 'Image Options'. Hidden from AI agents, because n8n drops the files that a tool returns. */
export const imageOptions = collection(
	'Image Options',
	outputAs('A file', {
		name: 'Data URL',
		value: 'dataUrl',
		description: 'Text in the JSON output, e.g. for web pages or AI agents',
	}).map((field) => ({ ...field, displayOptions: undefined })),
	{ displayOptions: hiddenFromTools },
);

export function imageSize(pixels: number, ofTools: 'show' | 'hide'): INodeProperties {
	return whole('Image Size (Pixels)', 'imageSize', 1, {
		default: pixels,
		displayOptions: { [ofTools]: { '@tool': [true] } },
		description: 'Width of the image. 1024 is enough for 8 cm in print.',
	});
}

/** The fields of an image: its format, its size, and whether it is returned as a file or as text. */
export const imageFields = [
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
	imageOptions,
];

/**
 * The field 'Download Image', and the image fields that are shown while it is on. Hidden from AI agents, for which it is
 * off: an agent can use QR Code > Download.
 */
export const downloadFields = updateDisplayOptions(hiddenFromTools, [
	flag('Download Image', 'downloadImage', {
		default: true,
		description: 'Whether to also download the image',
	}),
	...updateDisplayOptions({ show: { downloadImage: [true] } }, imageFields),
]);
