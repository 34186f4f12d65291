import type { Resource } from '../../runner/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const campaign: Resource = {
	value: 'campaign',
	description: 'Groups of links',
	operations: { create, get, getAll, update, delete: remove },
};
