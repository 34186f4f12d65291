import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { pixelId, pixelName, tag } from './fields';

/**
 * Updates a tracking pixel: `PUT /api/pixel/:id/update` (legacy API, Pixels). The API requires the tag in every
 * request.
 */
export const update: RequestOperation = {
	action: 'Update pixel',
	description: 'Change the tag or name of a tracking pixel',
	route: 'PUT legacy:/api/pixel/{pixelId}/update',
	fields: [
		pixelId,
		{ ...tag, description: 'New tag, or the current one. Required for every update.' },
		collection('Update Fields', [pixelName]),
	],
};
