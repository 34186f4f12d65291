import { collection, optional } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { background, foreground, name, qrCodeId, size } from './fields';
import { qrOutput, qrDetails } from './record';
import { readability } from './readability';

export const update: RequestOperation = {
	name: 'Update',
	action: 'Update QR code',
	description: 'Change the name, colors or size of a QR code',
	route: 'PUT /api/qr/{qrCodeId}/update',
	fields: [
		qrCodeId,
		collection('Update Fields', [background, foreground, optional(name), size]),
		...qrOutput,
	],
	details: qrDetails,
	warnings: readability,
	body: (input) => input.nonEmptyCollection('updateFields'),
};
