import type { RequestOperation } from '../../operations/operation';
import { paging } from '../fields';
import { getMany } from '../getMany';
import { qrCodeList } from './list';
import { qrDetails } from './record';

export const getAll: RequestOperation = {
	...getMany(qrCodeList),
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
					description: 'Text that the name or the target URL contains',
				},
			],
		},
	],
	details: qrDetails,
	query: (input) => input.collection('filters'),
};
