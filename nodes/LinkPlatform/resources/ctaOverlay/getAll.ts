import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';

/** Some deployments name the collection `overlay`. */
export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many CTA overlays',
	description:
		'Retrieve a list of call-to-action overlays, e.g. their IDs for requests of your own. No operation takes one.',
	...getMany({
		route: 'GET legacy:/api/overlay',
		collections: ['cta', 'overlay', 'overlays'],
	}),
};
