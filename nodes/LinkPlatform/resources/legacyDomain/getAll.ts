import { getMany } from '../getMany';
import { legacyDomainList } from './list';

export const getAll = getMany(legacyDomainList);
