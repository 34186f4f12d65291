import type { IDataObject } from 'n8n-workflow';
import type { List } from '../api/paging';
import type { Field, RequestOperation, Shared } from '../runner/operation';
import { paging } from './fields';

/** Get Many: the records of a list, up to 'Limit' or all of them; `fields` follow those two. */
export function getMany(list: List, fields: Field[] = []): Shared<RequestOperation> {
	const { route } = list;
	return { route, fields: [...paging, ...fields], response: { as: 'list', list } };
}

/** A list from which a record can be picked in the editor. */
export interface RecordList extends List {
	/** What the picker shows of a record, and what a search text is compared with. */
	label: (record: IDataObject) => string;
	/** True if the API itself searches the list, also by what the records don't show. */
	isSearchable?: boolean;
	/** Where the link next to the picker leads. */
	url?: (record: IDataObject) => string | undefined;
}

/** A record by name and ID. */
export function toLabel({ id, name }: IDataObject): string {
	return `${String(name ?? id)} (${String(id)})`;
}
