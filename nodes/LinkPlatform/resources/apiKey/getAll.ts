import type { List } from '../../api/paging';
import { getMany } from '../getMany';

const apiKeyList: List = {
	route: 'GET /api/account/apikeys',
	collections: ['keys', 'apikeys'],
	isPaged: false,
};

export const getAll = getMany(apiKeyList, {
	action: 'Get many API keys',
	description: 'Retrieve a list of API keys: names and scopes, never the keys themselves',
});
