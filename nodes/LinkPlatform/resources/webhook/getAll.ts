import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { webhookList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Get the active webhooks of the account',
	...getMany(webhookList),
};
