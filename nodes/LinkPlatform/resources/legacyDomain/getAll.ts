import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { legacyDomainList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many legacy domains',
	description: 'Retrieve a list of branded domains with their redirects',
	...getMany(legacyDomainList),
};
