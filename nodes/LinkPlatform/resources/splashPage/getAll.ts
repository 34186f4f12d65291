import { getMany } from '../getMany';

export const getAll = getMany({
	route: 'GET legacy:/api/splash',
	collections: ['splash', 'splashes'],
});
