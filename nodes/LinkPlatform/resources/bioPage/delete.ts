import { deletion } from '../deletion';
import { bioPageId } from './fields';

export const remove = deletion({
	action: 'Delete bio page permanently',
	description: 'Permanently delete a bio page and everything on it. Export its subscribers first.',
	route: 'DELETE /api/bio/{bioPageId}/delete',
	fields: [bioPageId],
});
