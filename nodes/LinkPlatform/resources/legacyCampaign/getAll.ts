import { getMany, toLabel, type RecordList } from '../getMany';
import { toCampaign } from './record';

export const legacyCampaignList: RecordList = {
	route: 'GET legacy:/api/campaigns',
	collections: ['campaigns'],
	label: (campaign) => toLabel(toCampaign(campaign)),
	url: ({ list }) => String(list ?? ''),
};

export const getAll = getMany(legacyCampaignList, {
	action: 'Get many legacy campaigns',
	description: 'Retrieve a list of campaigns with the URLs of their rotator pages',
	toItem: toCampaign,
});
