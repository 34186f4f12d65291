import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { omit } from '../../api/envelope';
import { toRequest, type ApiRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { utm, utmTags, withUtm } from '../link/utm';
import { background, foreground, size } from './fields';
import type { Row } from './createMany/compare';
import { choice, number, text } from '../../runner/fields';

/** What can be set on a new QR code besides its name and URL, as 'Additional Fields'. */
export const creationFields: INodeProperties[] = [
	background,
	choice(
		'Error Correction',
		'errorCorrection',
		[
			{ name: 'High (30%)', value: 'H', description: 'For QR codes with a logo' },
			{ name: 'Low (7%)', value: 'L', description: 'The simplest pattern, for screens' },
			{ name: 'Medium (15%)', value: 'M', description: 'For most uses' },
			{ name: 'Quartile (25%)', value: 'Q', description: 'For rough surfaces' },
		],
		{ default: 'M', description: 'How much may be damaged or covered' },
	),
	foreground,
	text('Logo', 'logo', {
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'URL of an image for the middle of the code',
	}),
	number('Margin', 'margin', {
		default: 4,
		typeOptions: { minValue: 0, numberPrecision: 0 },
		description: 'Empty border that scanners need, in squares',
	}),
	size,
	utm,
];

/** A QR code to be created. */
export interface NewQrCode {
	/** Its URL includes the UTM parameters. */
	row: Row;
	/** Empty for the default look. */
	design: IDataObject;
}

/** The QR code that the fields of an item describe, all of them checked. */
export function readNewQrCode(input: Input): NewQrCode {
	const { utm: given, ...fields } = input.collection('additionalFields');
	const url = withUtm(input.string('url'), utmTags(given));
	return { row: { name: input.string('name'), url }, design: omit(fields, ['batchSize']) };
}

/** The request that creates it alone. */
export function creationRequest({ row, design }: NewQrCode): ApiRequest {
	return { ...toRequest('POST /api/qr/add'), body: { ...row, ...design } };
}
