import { outputFields } from '../../runner/outputFields';

/** The fields of a QR code, `target` being the name of the one that says where it leads. */
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

/** The choice of what of a QR code comes out. */
export const qrOutput = outputFields(toFields('target'));

/** The same for an update, which also says where the code led before. */
export const qrOutputOfUpdate = outputFields(
	[...toFields('targetUrl'), { name: 'Previous URL', value: 'previousUrl' }].sort((one, other) =>
		one.name < other.name ? -1 : 1,
	),
);

/** Its look, which 'Simplified' leaves out. What deployments call the rest is not documented, so that stays. */
export const qrDetails = ['foreground', 'background', 'errorCorrection', 'size', 'margin', 'logo'];
