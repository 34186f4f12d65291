import type { RecordList } from '../recordList';

export const legacyDomainList: RecordList = {
	route: 'GET legacy:/api/domains',
	collections: ['domains'],
	label: ({ domain }) => String(domain),
	url: ({ domain }) => String(domain),
};
