import type { IDataObject } from 'n8n-workflow';
import type { List } from '../api/paging';
import type { Field, RequestOperation, ToItem } from '../runner/operation';
import { paging } from './fields';

interface GetMany
	extends Pick<RequestOperation, 'action' | 'description'>,
		Partial<Pick<RequestOperation, 'name' | 'details' | 'query'>> {
	/** The record whose list is read, if the list isn't the account's. */
	parent?: Field;
	/** Follow 'Return All' and 'Limit'. */
	fields?: Field[];
	/** Makes an item of each record. */
	toItem?: ToItem;
}

/** Returns an operation that gets the records of a list, up to 'Limit' or all of them. */
export function getMany(
	list: List,
	{ parent, fields = [], toItem, ...operation }: GetMany,
): RequestOperation {
	return {
		name: 'Get Many',
		...operation,
		route: list.route,
		fields: [...(parent ? [parent] : []), ...paging, ...fields],
		response: { as: 'list', list, toItem },
	};
}

/** A list from which a record can be picked in the editor. */
export interface RecordList extends List {
	/** Returns the text that the picker shows for a record and compares with what the user types. */
	label: (record: IDataObject) => string;
	/** True if the API itself searches the list, also by values that the records don't show. */
	isSearchable?: boolean;
	/** Returns the URL of the link next to the picker. */
	url?: (record: IDataObject) => string | undefined;
}

/** Returns the name and ID of a record. */
export function toLabel({ id, name }: IDataObject): string {
	return `${String(name ?? id)} (${String(id)})`;
}
