import { outputFields } from '../../runner/outputFields';

/** Returns the output fields of a QR code. `target` is the name of the field with the target URL. */
function toFields(target: string) {
	return [
		{ name: 'Background Color', value: 'background' },
		{ name: 'Created At', value: 'date' },
		{ name: 'Error Correction', value: 'errorCorrection' },
		{ name: 'Foreground Color', value: 'foreground' },
		{ name: 'Link ID', value: 'linkId' },
		{ name: 'Logo', value: 'logo' },
		{ name: 'Margin', value: 'margin' },
		{ name: 'Name', value: 'name' },
		{ name: 'Scans', value: 'scans' },
		{ name: 'Size in Account', value: 'size' },
		{ name: 'Target URL', value: target },
		{ name: 'URL', value: 'url' },
	];
}

/** The fields 'Output' and 'Fields' for QR codes. */
export const qrOutput = outputFields(toFields('target'));

/** The fields 'Output' and 'Fields' for an update, which also returns the previous target. */
export const qrOutputOfUpdate = outputFields(
	[...toFields('targetUrl'), { name: 'Previous URL', value: 'previousUrl' }].sort((one, other) =>
		one.name < other.name ? -1 : 1,
	),
);

/** The design fields, which 'Simplified' leaves out. The API docs don't name the other fields, so those are kept. */
export const qrDetails = ['foreground', 'background', 'errorCorrection', 'size', 'margin', 'logo'];
