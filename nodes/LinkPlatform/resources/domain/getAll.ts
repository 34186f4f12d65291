import { getMany, type RecordList } from '../getMany';

export const domainList: RecordList = {
	route: 'GET /api/domains',
	collections: ['domains'],
	isPaged: false,
	label: ({ domain }) => String(domain),
};

export const getAll = getMany(domainList, {
	action: 'Get many domains',
	description: 'Retrieve a list of domains',
});
