import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { domainList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many domains',
	description: 'Get the domains of the account and those provided by Link Platform',
	...getMany(domainList),
};
