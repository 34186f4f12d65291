import { getMany } from '../getMany';
import { pixelList } from './list';

export const getAll = getMany(pixelList);
