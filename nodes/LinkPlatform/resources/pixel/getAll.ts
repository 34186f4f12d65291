import { getMany, toLabel, type RecordList } from '../getMany';

export const pixelList: RecordList = {
	route: 'GET legacy:/api/pixels',
	collections: ['pixels'],
	label: toLabel,
};

export const getAll = getMany(pixelList, {
	action: 'Get many pixels',
	description: 'Retrieve a list of tracking pixels',
});
