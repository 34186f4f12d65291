import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/qrs',
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
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. poster',
					description: 'Only QR codes whose name or linked URL contains this text',
				},
			],
		},
	],
	query: (input) => input.group('filters'),
	answer: { as: 'list', collections: ['qrs'] },
};
