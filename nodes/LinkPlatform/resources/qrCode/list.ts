import { toLabel, type RecordList } from '../recordList';

/** `search` matches the name or the linked URL, which the list doesn't show (current API, QR codes). */
export const qrCodeList: RecordList = {
	route: 'GET /api/qrs',
	collections: ['qrs'],
	label: toLabel,
	isSearchable: true,
	url: ({ url }) => String(url),
};
