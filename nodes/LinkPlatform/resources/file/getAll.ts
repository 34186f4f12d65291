import { collection, text } from '../../runner/fields';
import { getMany } from '../getMany';

/** Gets the uploaded files. Their list is at the top level of the response (legacy API, Files). */
export const getAll = getMany(
	{ route: 'GET legacy:/api/files', collections: ['list', 'files'] },
	{
		action: 'Get many files',
		description: 'Retrieve a list of uploaded files with their short URLs and download counts',
		query: (input) => input.collection('filters'),
		fields: [
			collection('Filters', [
				text('Name', 'name', { placeholder: 'e.g. invoice', description: 'Search by file name' }),
			]),
		],
	},
);
