import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { channelList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many channels',
	description: 'Retrieve a list of channels',
	...getMany(channelList),
};
