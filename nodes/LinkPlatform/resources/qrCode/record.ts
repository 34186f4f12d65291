import { outputFields } from '../../operations/outputFields';

/** The choice of what of a QR code comes out. */
export const qrOutput = outputFields([
	{ name: 'Background', value: 'background' },
	{ name: 'Created At', value: 'date' },
	{ name: 'Error Correction', value: 'errorCorrection' },
	{ name: 'Foreground', value: 'foreground' },
	{ name: 'Link ID', value: 'linkId' },
	{ name: 'Logo', value: 'logo' },
	{ name: 'Margin', value: 'margin' },
	{ name: 'Name', value: 'name' },
	{ name: 'Scans', value: 'scans' },
	{ name: 'Size', value: 'size' },
	{ name: 'Target URL', value: 'target' },
	{ name: 'URL', value: 'url' },
]);

/** What 'Simplify' leaves: what the QR code is and does, without its look. */
export const simplifiedQr = ['id', 'name', 'url', 'target', 'linkId', 'scans', 'date'];
