import type { RequestOperation } from '../../runner/operation';
import { linkId } from './fields';

export const remove: RequestOperation = {
	action: 'Delete link permanently',
	description: 'Permanently delete a link. Its short URL stops working.',
	route: 'DELETE /api/url/{linkId}/delete',
	fields: [linkId],
};
