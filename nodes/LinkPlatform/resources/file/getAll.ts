import type { RequestOperation } from '../../operations/operation';
import { paging } from '../fields';
import { getMany } from '../getMany';

/** The list stands at the top level of the response (legacy API, Files). */
export const getAll: RequestOperation = {
	...getMany({ route: 'GET legacy:/api/files', collections: ['list', 'files'] }),
	fields: [
		...paging,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. invoice',
					description: 'Search by file name',
				},
			],
		},
	],
	query: (input) => input.collection('filters'),
};
