import type { List } from '../../api/paging';
import type { RequestOperation } from '../../runner/operation';

/** The list of block types. The API docs don't name the response property that holds it. */
export const blockTypeList: List = {
	route: 'GET /api/bio/widgets',
	collections: ['widgets', 'blocks', 'types'],
	holds: 'anything',
	isPaged: false,
};

export const getBlockTypes: RequestOperation = {
	action: 'Get bio page block types',
	description: 'Get the block types that a bio page can have, with their settings',
	route: blockTypeList.route,
	fields: [],
	list: blockTypeList,
};
