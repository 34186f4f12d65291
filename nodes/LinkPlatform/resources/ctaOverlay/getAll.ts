import { getMany } from '../getMany';

/** Gets the CTA overlays. In the responses of some deployments, the list is called `overlay`. */
export const getAll = getMany(
	{ route: 'GET legacy:/api/overlay', collections: ['cta', 'overlay', 'overlays'] },
	{
		action: 'Get many CTA overlays',
		description:
			'Retrieve a list of call-to-action overlays. You can use their IDs in your own HTTP requests, but not in these nodes.',
	},
);
