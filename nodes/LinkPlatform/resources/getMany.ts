import type { IDataObject } from 'n8n-workflow';
import type { List } from '../api/paging';
import type { Field, RequestOperation, ToItem } from '../runner/operation';
import { paging } from './fields';

interface GetMany extends Pick<RequestOperation, 'name' | 'action' | 'description' | 'query'> {
	/** The field for the record that the list belongs to. Omitted if the list belongs to the account. */
	parent?: Field;
	/** Fields shown after 'Return All' and 'Limit'. */
	fields?: Field[];
	/** Converts each record to an output item. */
	toItem?: ToItem;
}

/** Returns a Get Many operation: it gets up to 'Limit' records of a list, or all of them. */
export function getMany(
	list: List,
	{ parent, fields = [], toItem, ...operation }: GetMany,
): RequestOperation {
	return {
		name: 'Get Many',
		...operation,
		route: list.route,
		fields: [...(parent ? [parent] : []), ...paging, ...fields],
		list,
		toItem,
	};
}

/** A list whose records can be chosen in the editor's list picker. */
export interface RecordList extends List {
	/** Returns a record's label. The list picker shows the label, and searches it for the user's input. */
	label: (record: IDataObject) => string;
	/** True if the API can search this list. Its search may also match values that the records don't contain. */
	isSearchable?: boolean;
	/** Returns the URL that n8n links to next to the list picker. */
	url?: (record: IDataObject) => string | undefined;
}

/** Returns the label of a record: its name, followed by its ID. */
export function toLabel({ id, name }: IDataObject): string {
	return `${String(name ?? id)} (${String(id)})`;
}
