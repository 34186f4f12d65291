import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many splash pages',
	description:
		'Retrieve a list of custom splash pages, e.g. their IDs for requests of your own. No operation takes one.',
	...getMany({
		route: 'GET legacy:/api/splash',
		collections: ['splash', 'splashes'],
	}),
};
