import { getMany } from '../getMany';
import { bioPageList } from './list';

export const getAll = getMany(bioPageList);
