import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { readList, type List } from '../api/paging';
import { campaignList } from '../resources/campaign/getAll';
import { domainList } from '../resources/domain/getAll';
import { inForm } from './inForm';

/** The entry for leaving the field empty. Without this entry, the editor would mark the empty value in red. */
const NONE: INodePropertyOptions = {
	name: 'Not Set',
	value: '',
	description: 'Same as leaving the field out',
};

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
		return await inForm(this, async (client) => {
			const records = await readList(client, list);
			return [NONE, ...records.filter(isRecord).map(toOption)];
		});
	};
}
