import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { legacyCampaignList } from './list';
import { toCampaign } from './record';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many legacy campaigns',
	description: 'Retrieve a list of campaigns with the URLs of their rotator pages',
	...getMany(legacyCampaignList),
	response: { as: 'list', list: legacyCampaignList, toItem: toCampaign },
};
