import type { Option } from '../../runner/fields';
import { outputFields } from '../../runner/outputFields';

/** The fields of a QR code, except its target URL. */
const qrFields: Option[] = [
	{ name: 'Background Color', value: 'background' },
	{ name: 'Created At', value: 'date' },
	'errorCorrection',
	{ name: 'Foreground Color', value: 'foreground' },
	{ name: 'Link ID', value: 'linkId' },
	'logo',
	'margin',
	'name',
	'scans',
	{ name: 'Size in Account', value: 'size' },
	{ name: 'URL', value: 'url' },
];

/** The design fields, which 'Simplified' leaves out. The API docs don't name the other fields, so those are kept. */
const details = ['foreground', 'background', 'errorCorrection', 'size', 'margin', 'logo'];

/** The fields 'Output' and 'Fields' for QR codes. */
export const qrOutput = outputFields(
	[...qrFields, { name: 'Target URL', value: 'target' }],
	details,
);

/** The fields 'Output' and 'Fields' for an update, which also returns the previous target. */
export const qrOutputOfUpdate = outputFields(
	[
		...qrFields,
		{ name: 'Previous URL', value: 'previousUrl' },
		{ name: 'Target URL', value: 'targetUrl' },
	],
	details,
);
