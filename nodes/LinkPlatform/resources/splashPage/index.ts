import type { Resource } from '../../runner/operation';
import { getAll } from './getAll';

/** Pages shown before the target page. The legacy API can list them, but not change them (Custom splash). */
export const splashPage: Resource = {
	name: 'Splash Page',
	value: 'splashPage',
	description: 'Pages shown before a target page',
	operations: { getAll },
};
