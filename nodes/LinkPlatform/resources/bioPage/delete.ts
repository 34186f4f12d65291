import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from './fields';

export const remove: RequestOperation = {
	action: 'Delete bio page permanently',
	description: 'Permanently delete a bio page and everything on it. Export its subscribers first.',
	route: 'DELETE /api/bio/{bioPageId}/delete',
	fields: [bioPageId],
};
