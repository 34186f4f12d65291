import type { RequestOperation } from '../../runner/operation';
import { subscriptionList } from '../../subscriptions/requests';
import { getMany, type RecordList } from '../getMany';

export const webhookList: RecordList = {
	...subscriptionList,
	label: ({ id, url }) => `${String(url)} (${String(id)})`,
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Retrieve a list of active webhooks',
	...getMany(webhookList),
};
