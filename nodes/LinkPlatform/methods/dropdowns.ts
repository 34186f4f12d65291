import type { INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { readList } from '../api/paging';
import { campaignList } from '../resources/campaign/getAll';
import { domainList } from '../resources/domain/getAll';
import type { RecordList } from '../resources/getMany';
import { inForm } from './inForm';

/** The entry for leaving the field empty. Without this entry, the editor would mark the empty value in red. */
const NONE: INodePropertyOptions = {
	name: 'Not Set',
	value: '',
	description: 'Same as not adding this field',
};

export const getCampaigns = dropdown(campaignList, 'id');
export const getDomains = dropdown(domainList, 'domain');

/**
 * Creates a method that fills a dropdown with the records of a list. `field` is the name of the record's field that
 * holds the entry's value.
 */
function dropdown(list: RecordList, field: string) {
	return inForm(async (client) => {
		const records = await readList(client, list);
		const options = records.filter(isRecord).map((record) => ({
			name: list.label(record),
			value: record[field] as string | number,
		}));
		return [NONE, ...options];
	});
}
