import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { exportAll } from './export';
import { getAll } from './getAll';

/** Who signed up through the newsletter block of a bio page (current API, Bio profiles). */
export const subscriber: Resource = {
	option: {
		name: 'Subscriber',
		value: 'subscriber',
		description: 'People who signed up on a bio page',
	},
	operationField: operationMenu('getAll', [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many subscribers',
			description: 'Get the people who signed up through the newsletter block of a bio page',
		},
		{
			name: 'Export',
			value: 'export',
			action: 'Export subscribers',
			description: 'Get all subscribers of a bio page as a CSV file, or one item for each',
		},
	]),
	operations: { export: exportAll, getAll },
};
