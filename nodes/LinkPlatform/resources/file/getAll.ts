import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

/** `GET /api/files` of v3, whose list stands at the top level (document 1, Files). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/files',
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
					description: 'Only files whose name contains this text',
				},
			],
		},
	],
	query: (input) => input.group('filters'),
	answer: { as: 'list', collections: ['list', 'files'] },
};
