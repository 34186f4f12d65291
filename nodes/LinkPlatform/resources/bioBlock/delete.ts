import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { blockKey } from './fields';

export const remove: RequestOperation = {
	action: 'Delete bio block permanently',
	description: 'Permanently delete a block from a bio page',
	route: 'DELETE /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey],
};
