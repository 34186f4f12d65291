import { getMany, toLabel, type RecordList } from '../getMany';
import { toCampaign } from '../legacyCampaign/record';

export const campaignList: RecordList = {
	route: 'GET /api/campaigns',
	collections: ['campaigns'],
	// If one address serves both APIs, the name may be in the field of the legacy API.
	label: (campaign) => toLabel(toCampaign(campaign)),
};

export const getAll = getMany(campaignList, {
	action: 'Get many campaigns',
	description: 'Retrieve a list of campaigns',
});
