import type { RequestOperation } from '../../runner/operation';
import { getMany, toLabel, type RecordList } from '../getMany';

export const channelList: RecordList = {
	route: 'GET legacy:/api/channels',
	collections: ['channels'],
	label: toLabel,
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many channels',
	description: 'Retrieve a list of channels',
	...getMany(channelList),
};
