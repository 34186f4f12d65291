import type { Resource } from '../../runner/operation';
import { create } from './create';
import { getAll } from './getAll';

export const apiKey: Resource = {
	name: 'API Key',
	value: 'apiKey',
	description: 'Keys of the account',
	operations: { getAll, create },
};
