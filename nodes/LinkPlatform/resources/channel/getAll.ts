import { getMany, toLabel, type RecordList } from '../getMany';

export const channelList: RecordList = {
	route: 'GET legacy:/api/channels',
	collections: ['channels'],
	label: toLabel,
};

export const getAll = getMany(channelList, {
	action: 'Get many channels',
	description: 'Retrieve a list of channels',
});
