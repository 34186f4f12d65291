import type { IDataObject } from 'n8n-workflow';
import { subscriptionList } from '../../subscriptions/requests';
import { getMany, type RecordList } from '../getMany';

export const webhookList: RecordList = {
	...subscriptionList,
	label: ({ id, url }) => `${String(url)} (${String(id)})`,
};

export const getAll = getMany(webhookList, {
	action: 'Get many webhooks',
	description: 'Retrieve a list of active webhooks',
	toItem: maskSecrets,
});

/** Masks the signing secrets in the output, because anyone who knows one can forge deliveries. */
function maskSecrets(webhook: IDataObject): IDataObject {
	const names = Object.keys(webhook).filter((name) => /secret/i.test(name));
	return { ...webhook, ...Object.fromEntries(names.map((name) => [name, '***'])) };
}
