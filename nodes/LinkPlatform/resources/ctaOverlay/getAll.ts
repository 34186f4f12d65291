import { getMany } from '../getMany';

/** Some deployments name the collection `overlay`. */
export const getAll = getMany({
	route: 'GET legacy:/api/overlay',
	collections: ['cta', 'overlay', 'overlays'],
});
