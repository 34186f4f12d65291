import { deletion } from '../deletion';
import { bioPageId } from '../bioPage/fields';
import { blockKey } from './fields';

export const remove = deletion({
	action: 'Delete bio block permanently',
	description: 'Permanently delete a block from a bio page',
	route: 'DELETE /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey],
});
