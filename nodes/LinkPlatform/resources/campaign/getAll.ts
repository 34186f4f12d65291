import { getMany, toLabel, type RecordList } from '../getMany';
import { toCampaign } from '../legacyCampaign/record';

export const campaignList: RecordList = {
	route: 'GET /api/campaigns',
	collections: ['campaigns'],
	// If the current API and the legacy API share an address, the campaign's name may be in the field that the legacy
	// API uses.
	label: (campaign) => toLabel(toCampaign(campaign)),
};

export const getAll = getMany(campaignList, {
	action: 'Get many campaigns',
	description: 'Retrieve a list of campaigns',
});
