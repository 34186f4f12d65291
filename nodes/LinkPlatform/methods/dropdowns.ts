import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { readList, type List } from '../api/paging';
import { openClient } from '../n8n/client';
import { toNodeError } from '../n8n/nodeError';
import { campaignList } from '../resources/campaign/list';
import { domainList } from '../resources/domain/list';

/** A dropdown has no search of its own, and n8n shows it at once. */
const MOST_OPTIONS = 1_000;

export const getCampaigns = dropdown(campaignList, ({ id, name }) => ({
	name: String(name ?? id),
	value: id as number,
}));

export const getDomains = dropdown(domainList, ({ domain }) => ({
	name: String(domain),
	value: String(domain),
}));

function dropdown(list: List, toOption: (record: IDataObject) => INodePropertyOptions) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const records = await readList(await openClient(this), list, MOST_OPTIONS);
			return records.filter(isRecord).map(toOption);
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}
