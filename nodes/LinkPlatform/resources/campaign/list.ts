import { toLabel, type RecordList } from '../recordList';

export const campaignList: RecordList = {
	route: 'GET /api/campaigns',
	collections: ['campaigns'],
	label: toLabel,
};
