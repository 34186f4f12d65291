import { getMany } from '../getMany';
import { domainList } from './list';

export const getAll = getMany(domainList);
