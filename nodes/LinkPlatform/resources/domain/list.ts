import type { RecordList } from '../recordList';

export const domainList: RecordList = {
	route: 'GET /api/domains',
	collections: ['domains'],
	isPaged: false,
	label: ({ domain }) => String(domain),
};
