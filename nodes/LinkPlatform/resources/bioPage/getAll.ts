import { scalarToText } from '../../api/envelope';
import { getMany, toLabel, type RecordList } from '../getMany';
import { pageOutput } from './record';

/** The list of bio pages. The API docs don't name the response property that holds it. */
export const bioPageList: RecordList = {
	route: 'GET /api/bios',
	collections: ['bios', 'bio', 'profiles'],
	label: toLabel,
	url: ({ url }) => scalarToText(url) || undefined,
};

export const getAll = getMany(bioPageList, {
	action: 'Get many bio pages',
	description: 'Retrieve a list of bio pages',
	fields: pageOutput,
});
