import type { Endpoint } from '../../operation/operation';
import { linkId } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/url/{linkId}/delete',
	fields: [linkId],
	answer: { as: 'deleted' },
};
