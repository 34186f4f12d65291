import { subscriptionList } from '../../webhooks/subscriptions';
import type { RecordList } from '../recordList';

export const webhookList: RecordList = {
	...subscriptionList,
	label: ({ id, url }) => `${String(url)} (${String(id)})`,
};
