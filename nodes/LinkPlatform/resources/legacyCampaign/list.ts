import { toLabel, type RecordList } from '../recordList';
import { toCampaign } from './record';

export const legacyCampaignList: RecordList = {
	route: 'GET legacy:/api/campaigns',
	collections: ['campaigns'],
	label: (campaign) => toLabel(toCampaign(campaign)),
	url: ({ list }) => String(list ?? ''),
};
