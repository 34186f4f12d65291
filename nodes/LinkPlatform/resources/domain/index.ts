import type { Resource } from '../../runner/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';

export const domain: Resource = {
	value: 'domain',
	description: 'Branded domains',
	operations: { create, get, getAll, delete: remove },
};
