import type { INodePropertyMode } from 'n8n-workflow';
import type { Field } from './operation';

interface Locator {
	displayName: string;
	name: string;
	/** The method that fills the list, from `methods/`. */
	searchListMethod: string;
	/** An example of an ID. */
	id?: string;
	/** What the ID is called, where it is none. */
	idLabel?: string;
	/** Ways to give the record besides list and ID, with how the ID is found from them. */
	modes?: INodePropertyMode[];
	resolve?: Field['resolve'];
}

/** A field that picks one record: from a list, or by its ID. */
export function locator({
	displayName,
	name,
	searchListMethod,
	id = '42',
	idLabel = 'By ID',
	modes = [],
	resolve,
}: Locator): Field {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: idLabel, name: 'id', type: 'string', placeholder: `e.g. ${id}` },
			...modes,
		],
		...(resolve ? { resolve } : {}),
	};
}
