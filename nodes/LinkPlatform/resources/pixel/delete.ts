import type { RequestOperation } from '../../runner/operation';
import { pixelId } from './fields';

/** Deletes a tracking pixel: `DELETE /api/pixel/:id/delete` (legacy API, Pixels). */
export const remove: RequestOperation = {
	action: 'Delete pixel permanently',
	description: 'Permanently delete a tracking pixel',
	route: 'DELETE legacy:/api/pixel/{pixelId}/delete',
	fields: [pixelId],
};
