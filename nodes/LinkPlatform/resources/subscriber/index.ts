import type { Resource } from '../../runner/operation';
import { exportAll } from './export';
import { getAll } from './getAll';

/** People who signed up through the newsletter block of a bio page (current API, Bio profiles). */
export const subscriber: Resource = {
	value: 'subscriber',
	description: 'People who signed up on a bio page',
	operations: { getAll, export: exportAll },
};
