import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { readList, type List } from '../api/paging';
import { campaignList } from '../resources/campaign/getAll';
import { domainList } from '../resources/domain/getAll';
import { inForm } from './inForm';

/**
 * The largest number of entries in a dropdown. n8n loads all of them at once and searches in them; reading them takes
 * at most 10 requests.
 */
const MOST_OPTIONS = 1_000;

/** The entry for leaving the field empty. Without it, the editor would mark the empty value in red. */
const NONE: INodePropertyOptions = {
	name: 'Not Set',
	value: '',
	description: 'Same as not adding the field',
};

/**
 * The last entry of an incomplete list. If the user chooses it, its value is rejected like that of any unknown record.
 */
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
