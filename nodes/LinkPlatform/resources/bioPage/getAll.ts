import type { RequestOperation } from '../../runner/operation';
import { paging } from '../fields';
import { getMany } from '../getMany';
import { bioPageList } from './list';
import { pageOutput, pageDetails } from './record';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many bio pages',
	description: 'Retrieve a list of bio pages',
	...getMany(bioPageList),
	fields: [...paging, ...pageOutput],
	details: pageDetails,
};
