import { getMany, toLabel, type RecordList } from '../getMany';
import { toCampaign } from '../legacyCampaign/record';

export const campaignList: RecordList = {
	route: 'GET /api/campaigns',
	collections: ['campaigns'],
	// Where one address has both APIs, the name may be where the legacy API files it.
	label: (campaign) => toLabel(toCampaign(campaign)),
};

export const getAll = getMany(campaignList, {
	action: 'Get many campaigns',
	description: 'Retrieve a list of campaigns',
});
