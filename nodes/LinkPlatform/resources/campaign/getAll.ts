import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { campaignList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'Retrieve a list of campaigns',
	...getMany(campaignList),
};
