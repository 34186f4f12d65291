import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many splash pages',
	description:
		'Retrieve a list of custom splash pages, e.g. to use their IDs in your own HTTP requests. No operation of these nodes uses them.',
	...getMany({ route: 'GET legacy:/api/splash', collections: ['splash', 'splashes'] }),
};
