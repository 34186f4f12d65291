import { collection, text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';

/** The list is at the top level of the response (legacy API, Files). */
export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many files',
	description: 'Retrieve a list of uploaded files with their short URLs and downloads',
	...getMany({ route: 'GET legacy:/api/files', collections: ['list', 'files'] }, [
		collection('Filters', [
			text('Name', 'name', { placeholder: 'e.g. invoice', description: 'Search by file name' }),
		]),
	]),
	query: (input) => input.collection('filters'),
};
