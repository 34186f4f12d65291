import type { RequestOperation } from '../../runner/operation';
import { pixelId } from './fields';

/** `DELETE /api/pixel/:id/delete` of the legacy API (Pixels). */
export const remove: RequestOperation = {
	name: 'Delete',
	action: 'Delete pixel permanently',
	description: 'Permanently delete a tracking pixel',
	route: 'DELETE legacy:/api/pixel/{pixelId}/delete',
	fields: [pixelId],
	response: { as: 'deleted' },
};
