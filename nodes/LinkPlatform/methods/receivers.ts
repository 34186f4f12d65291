import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { describeReceiver, getReceivers } from '../resources/webhook/receivers';

/** The account's webhooks at this n8n, with their events. */
export async function searchReceivers(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		// Under n8n's public address, as the webhooks are, also if its editor is elsewhere.
		const receivers = await getReceivers(await openClient(this), this.getRestApiUrl());
		const results = receivers.map((one) => ({ name: describeReceiver(one), value: one.url }));
		const wanted = filter.toLowerCase();
		return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	} catch (thrown) {
		throw toNodeError(this.getNode(), thrown);
	}
}
