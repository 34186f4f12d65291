import type { IDataObject } from 'n8n-workflow';
import { omit } from '../../api/envelope';
import { toRequest, type ApiRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { utm, withUtm } from '../link/utm';
import { background, foreground, size } from './fields';
import { choice, text, whole } from '../../runner/fields';

/** The fields in 'Additional Fields' of a new QR code: its settings other than its name and URL. */
export const creationFields = [
	background,
	choice(
		'Error Correction',
		'errorCorrection',
		[
			{ name: 'High (30%)', value: 'H', description: 'For QR codes with a logo' },
			{ name: 'Low (7%)', value: 'L', description: 'Good for screens' },
			{ name: 'Medium (15%)', value: 'M', description: 'For most uses' },
			{ name: 'Quartile (25%)', value: 'Q', description: 'For rough surfaces' },
		],
		{ default: 'M', description: 'Share of the code that may be damaged or covered' },
	),
	foreground,
	text('Logo', 'logo', {
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'URL of an image for the middle of the code',
	}),
	whole('Margin', 'margin', 0, {
		default: 4,
		description: 'Width of the empty border, in squares',
	}),
	size,
	utm,
];

/** The name and target of a QR code to be created. The URL includes the UTM parameters. */
export interface Row {
	name: string;
	url: string;
}

/** A QR code to be created. */
export interface NewQrCode extends Row {
	/** The design of the QR code; empty for the default design. */
	design: IDataObject;
}

/** Reads and checks the fields of an item that describe a QR code. */
export function readNewQrCode(input: Input): NewQrCode {
	const { utm: given, ...fields } = input.collection('additionalFields');
	const url = withUtm(input.string('url'), given);
	return { name: input.string('name'), url, design: omit(fields, ['batchSize']) };
}

/** Returns the request that creates a single QR code. */
export function creationRequest({ name, url, design }: NewQrCode): ApiRequest {
	return { ...toRequest('POST /api/qr/add'), body: { name, url, ...design } };
}
