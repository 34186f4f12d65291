import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';

/** Some deployments name the collection `overlay`. */
export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many CTA overlays',
	description:
		'Get the call-to-action overlays of the account, e.g. their IDs for requests of your own. No operation takes one.',
	...getMany({
		route: 'GET legacy:/api/overlay',
		collections: ['cta', 'overlay', 'overlays'],
	}),
};
