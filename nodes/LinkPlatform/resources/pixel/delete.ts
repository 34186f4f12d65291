import type { Endpoint } from '../../operation/operation';
import { pixelId } from './fields';

/** `DELETE /api/pixel/:id/delete` of v3 (document 1, Pixels). */
export const remove: Endpoint = {
	route: 'DELETE legacy:/api/pixel/{pixelId}/delete',
	fields: [pixelId],
	answer: { as: 'deleted' },
};
