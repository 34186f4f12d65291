import type { Resource } from '../../runner/operation';
import { getAll } from './getAll';

/** Pages shown before the target page. The API can list them, but not change them (legacy API, Custom splash). */
export const splashPage: Resource = {
	value: 'splashPage',
	description: 'Pages shown before a target page',
	operations: { getAll },
};
