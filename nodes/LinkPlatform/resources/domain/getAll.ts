import type { RequestOperation } from '../../runner/operation';
import { getMany, type RecordList } from '../getMany';

export const domainList: RecordList = {
	route: 'GET /api/domains',
	collections: ['domains'],
	isPaged: false,
	label: ({ domain }) => String(domain),
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many domains',
	description: 'Retrieve a list of domains: your own and those that Link Platform provides',
	...getMany(domainList),
};
