import { toLabel, type RecordList } from '../recordList';

export const channelList: RecordList = {
	route: 'GET legacy:/api/channels',
	collections: ['channels'],
	label: toLabel,
};
