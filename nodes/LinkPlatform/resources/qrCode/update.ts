import type { RequestOperation } from '../../operations/operation';
import { optional } from '../fields';
import { background, foreground, name, qrCodeId, size } from './fields';
import { qrOutput, qrDetails } from './record';
import { readability } from './readability';

export const update: RequestOperation = {
	route: 'PUT /api/qr/{qrCodeId}/update',
	fields: [
		qrCodeId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [background, foreground, optional(name), size],
		},
		...qrOutput,
	],
	details: qrDetails,
	warnings: readability,
	body: (input) => input.nonEmptyCollection('updateFields'),
};
