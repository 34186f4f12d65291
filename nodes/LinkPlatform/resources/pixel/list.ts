import { toLabel, type RecordList } from '../recordList';

export const pixelList: RecordList = {
	route: 'GET legacy:/api/pixels',
	collections: ['pixels'],
	label: toLabel,
};
