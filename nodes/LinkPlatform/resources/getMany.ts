import type { List } from '../api/paging';
import type { RequestOperation, Shared } from '../runner/operation';
import { paging } from './fields';

/** Get Many: the records of a list, up to 'Limit' or all of them. */
export function getMany(list: List): Shared<RequestOperation> {
	return { route: list.route, fields: paging, response: { as: 'list', list } };
}
