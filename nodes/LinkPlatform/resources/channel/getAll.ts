import { getMany } from '../getMany';
import { channelList } from './list';

export const getAll = getMany(channelList);
