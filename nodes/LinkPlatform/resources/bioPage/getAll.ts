import type { RequestOperation } from '../../operations/operation';
import { getMany } from '../getMany';
import { bioPageList } from './list';
import { pageDetails } from './record';

export const getAll: RequestOperation = { ...getMany(bioPageList), details: pageDetails };
