import { getMany } from '../getMany';
import { linkList } from './list';

export const getAll = getMany(linkList);
