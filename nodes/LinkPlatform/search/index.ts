import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { nodeError } from '../api/failure';
import { listAll } from '../api/paging';
import type { Listing } from '../api/paging';
import { connect } from '../connect';
import type { Route } from '../operation/operation';
import { locate } from '../operation/request';
import { campaignOf } from '../resources/legacyCampaign/record';
import { getBlockFields } from './blockFields';
import { searchBlocks } from './blocks';
import { getEventTypes } from './eventTypes';
import { listSearch as locatorSearch } from './listSearch';

const named = (record: IDataObject) => `${String(record.name ?? record.id)} (${String(record.id)})`;

/** What fills the resource locators. */
export const listSearch = {
	searchBioPages: locatorSearch({
		route: 'GET /api/bios',
		collections: ['bios', 'bio', 'profiles'],
		label: named,
		url: ({ url }) => String(url),
	}),
	searchBlocks,
	searchCampaigns: locatorSearch({
		route: 'GET /api/campaigns',
		collections: ['campaigns'],
		label: named,
	}),
	searchChannels: locatorSearch({
		route: 'GET legacy:/api/channels',
		collections: ['channels'],
		label: named,
	}),
	searchDomains: locatorSearch({
		route: 'GET /api/domains',
		collections: ['domains'],
		label: ({ domain }) => String(domain),
		isPaged: false,
	}),
	searchLegacyCampaigns: locatorSearch({
		route: 'GET legacy:/api/campaigns',
		collections: ['campaigns'],
		label: (campaign) => named(campaignOf(campaign)),
		url: ({ list }) => String(list ?? ''),
	}),
	searchLegacyDomains: locatorSearch({
		route: 'GET legacy:/api/domains',
		collections: ['domains'],
		label: ({ domain }) => String(domain),
		url: ({ domain }) => String(domain),
	}),
	searchLinks: locatorSearch({
		route: 'GET /api/urls',
		collections: ['urls', 'links'],
		label: ({ shorturl, longurl }) => `${String(shorturl)} → ${String(longurl)}`,
		url: ({ shorturl }) => String(shorturl),
	}),
	searchPixels: locatorSearch({
		route: 'GET legacy:/api/pixels',
		collections: ['pixels'],
		label: named,
	}),
	searchQrCodes: locatorSearch({
		route: 'GET /api/qrs',
		collections: ['qrs'],
		label: named,
		url: ({ url }) => String(url),
	}),
	searchWebhooks: locatorSearch({
		route: 'GET /api/webhooks',
		collections: ['webhooks'],
		label: ({ id, url }) => `${String(url)} (${String(id)})`,
		isPaged: false,
	}),
};

/** What fills the dropdowns inside collections. */
export const loadOptions = {
	getEventTypes,
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

/** What fills the resource mappers. */
export const resourceMapping = { getBlockFields };

function dropdown(
	route: Route,
	listing: Listing,
	option: (record: IDataObject) => INodePropertyOptions,
) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const client = await connect(this);
			const records = await listAll(client, locate(route), listing);
			return records.filter(isRecord).map(option);
		} catch (thrown) {
			throw nodeError(this.getNode(), thrown);
		}
	};
}
