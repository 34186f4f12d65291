import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { toLabel, type RecordList } from '../recordList';

export const pixelList: RecordList = {
	route: 'GET legacy:/api/pixels',
	collections: ['pixels'],
	label: toLabel,
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many pixels',
	description: 'Retrieve a list of tracking pixels',
	...getMany(pixelList),
};
