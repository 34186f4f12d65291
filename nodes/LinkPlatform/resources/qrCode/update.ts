import type { Endpoint } from '../../operation/operation';
import { optional } from '../fields';
import { background, foreground, name, qrCodeId, size } from './fields';
import { readability } from './readability';

export const update: Endpoint = {
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
	],
	advice: readability,
	body: (input) => input.changes('updateFields'),
};
