import { getMany } from '../getMany';

export const getAll = getMany({
	route: 'GET /api/account/apikeys',
	collections: ['keys', 'apikeys'],
	isPaged: false,
});
