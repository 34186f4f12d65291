import { getMany } from '../getMany';

export const getAll = getMany(
	{ route: 'GET legacy:/api/splash', collections: ['splash', 'splashes'] },
	{
		action: 'Get many splash pages',
		description:
			'Retrieve a list of custom splash pages. You can use their IDs in your own HTTP requests, but not in these nodes.',
	},
);
