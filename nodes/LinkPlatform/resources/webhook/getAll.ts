import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { webhookList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Retrieve a list of active webhooks',
	...getMany(webhookList),
};
