import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { nodeError } from '../api/failure';
import { listAll } from '../api/paging';
import type { Listing } from '../api/paging';
import { connect } from '../connect';
import type { Route } from '../operation/operation';
import { locate } from '../operation/request';
import { listSearch as locatorSearch } from './listSearch';

const named = (record: IDataObject) => `${String(record.name ?? record.id)} (${String(record.id)})`;

/** What fills the resource locators. */
export const listSearch = {
	searchLinks: locatorSearch({
		route: 'GET /api/urls',
		collections: ['urls', 'links'],
		label: ({ shorturl, longurl }) => `${String(shorturl)} → ${String(longurl)}`,
		url: ({ shorturl }) => String(shorturl),
	}),
	searchQrCodes: locatorSearch({
		route: 'GET /api/qrs',
		collections: ['qrs'],
		label: named,
		url: ({ url }) => String(url),
	}),
};

/** What fills the dropdowns inside collections. */
export const loadOptions = {
	getDomains: dropdown(
		'GET /api/domains',
		{ collections: ['domains'], isPaged: false },
		(domain) => ({
			name: String(domain.domain),
			value: String(domain.domain),
		}),
	),
	getCampaigns: dropdown(
		'GET /api/campaigns',
		{ collections: ['campaigns'], limit: 1000 },
		(campaign) => ({
			name: String(campaign.name ?? campaign.id),
			value: campaign.id as number,
		}),
	),
};

function dropdown(
	route: Route,
	listing: Listing,
	option: (record: IDataObject) => INodePropertyOptions,
) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const client = await connect(this);
			const records = await listAll(
				client,
				locate(route, () => ''),
				listing,
			);
			return records.filter(isRecord).map(option);
		} catch (thrown) {
			throw nodeError(this.getNode(), thrown);
		}
	};
}
