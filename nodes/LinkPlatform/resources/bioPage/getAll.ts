import type { RequestOperation } from '../../runner/operation';
import { paging } from '../fields';
import { getMany } from '../getMany';
import { toLabel, type RecordList } from '../recordList';
import { pageOutput, pageDetails } from './record';

/** The collection's name is not documented. */
export const bioPageList: RecordList = {
	route: 'GET /api/bios',
	collections: ['bios', 'bio', 'profiles'],
	label: toLabel,
	url: ({ url }) => String(url),
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many bio pages',
	description: 'Retrieve a list of bio pages',
	...getMany(bioPageList),
	fields: [...paging, ...pageOutput],
	details: pageDetails,
};
