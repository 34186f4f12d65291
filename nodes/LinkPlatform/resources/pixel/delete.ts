import type { RequestOperation } from '../../operations/operation';
import { pixelId } from './fields';

/** `DELETE /api/pixel/:id/delete` of the legacy API (Pixels). */
export const remove: RequestOperation = {
	route: 'DELETE legacy:/api/pixel/{pixelId}/delete',
	fields: [pixelId],
	response: { as: 'deleted' },
};
