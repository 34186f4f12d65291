import { getMany } from '../getMany';
import { campaignList } from './list';

export const getAll = getMany(campaignList);
