import { getMany, type RecordList } from '../getMany';

export const legacyDomainList: RecordList = {
	route: 'GET legacy:/api/domains',
	collections: ['domains'],
	label: ({ domain }) => String(domain),
	url: ({ domain }) => String(domain),
};

export const getAll = getMany(legacyDomainList, {
	action: 'Get many legacy domains',
	description: 'Retrieve a list of branded domains with their redirects',
});
