import { toLabel, type RecordList } from '../recordList';

export const qrCodeList: RecordList = {
	route: 'GET /api/qrs',
	collections: ['qrs'],
	label: toLabel,
	url: ({ url }) => String(url),
};
