import type { RequestOperation } from '../../runner/operation';
import { getMany, toLabel, type RecordList } from '../getMany';

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
