import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { domainList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many domains',
	description: 'Retrieve a list of domains: your own and those that Link Platform provides',
	...getMany(domainList),
};
