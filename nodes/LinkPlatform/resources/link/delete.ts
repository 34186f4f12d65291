import { deletion } from '../deletion';
import { linkId } from './fields';

export const remove = deletion({
	action: 'Delete link permanently',
	description: 'Permanently delete a link. Its short URL stops working.',
	route: 'DELETE /api/url/{linkId}/delete',
	fields: [linkId],
});
