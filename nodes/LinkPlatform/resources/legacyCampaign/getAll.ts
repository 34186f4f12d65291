import type { RequestOperation } from '../../operations/operation';
import { getMany } from '../getMany';
import { legacyCampaignList } from './list';
import { toCampaign } from './record';

export const getAll: RequestOperation = {
	...getMany(legacyCampaignList),
	response: { as: 'list', list: legacyCampaignList, toItem: toCampaign },
};
