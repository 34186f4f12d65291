import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { readList, type List } from '../api/paging';
import { campaignList } from '../resources/campaign/getAll';
import { domainList } from '../resources/domain/getAll';
import { inForm } from './inForm';

/** n8n loads a dropdown at once and searches in it, so the whole list is read: 10 requests at most. */
const MOST_OPTIONS = 1_000;

/** The entry for a field that is left empty: the editor marks a value in red if no entry has it. */
const NONE: INodePropertyOptions = {
	name: 'Not Set',
	value: '',
	description: 'The same as leaving the field out',
};

/** The last entry of a list that is cut. Its value is rejected like any unknown record. */
const MORE: INodePropertyOptions = {
	name: `More Than ${MOST_OPTIONS} Exist: Set the ID With an Expression`,
	value: 'not listed',
	description: 'The list ends here. Get Many returns all of them with their IDs.',
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
			const records = await readList(client, list, MOST_OPTIONS + 1);
			const options = records.slice(0, MOST_OPTIONS).filter(isRecord).map(toOption);
			return [NONE, ...options, ...(records.length > MOST_OPTIONS ? [MORE] : [])];
		});
	};
}
