import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import type { Client } from '../api/client';
import type { Words } from '../api/failure';

/** The account of an item, and all items of the run that use it. */
export interface AccountOfRun {
	client: Client;
	inputs: unknown[];
}

/** A field of an operation, as n8n shows it. */
export interface Field extends INodeProperties {
	/**
	 * For a resource locator: finds the ID of a record that is given in one of the locator's modes, e.g. `url`. For a
	 * deletion, only the record itself counts, not another one that leads to it.
	 */
	resolve?: Record<
		string,
		(given: string, account: AccountOfRun, isDeletion: boolean) => Promise<unknown>
	>;
	/** True for a text in which white space at both ends counts. */
	isExact?: boolean;
	/** True for a date that must not have passed, such as an expiry. */
	mustBeFuture?: boolean;
	/** The failure if the value is a list or an object instead of a text. */
	notText?: Words;
}

/** The properties of a field besides its label, name and type. */
type More = Omit<Partial<Field>, 'displayName' | 'name' | 'type'>;

const field =
	(type: INodeProperties['type'], initial: INodeProperties['default']) =>
	(displayName: string, name: string, more: More = {}): INodeProperties => ({
		displayName,
		name,
		type,
		default: initial,
		...more,
	});

/** Fields of one type, empty unless `more` says otherwise. */
export const text = field('string', '');
export const date = field('dateTime', '');
export const flag = field('boolean', false);
export const number = field('number', 0);
export const json = field('json', '{}');
export const color = field('color', '#000000');

/** Makes a text field that must hold a whole URL; anything else is refused before anything is sent. */
export function url(displayName: string, name: string, more: More = {}): INodeProperties {
	return text(displayName, name, { ...more, typeOptions: { isUrl: true } });
}

/** Makes a menu of fixed entries, the first one preset unless `more` says otherwise. */
export function choice(
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
	more: More = {},
): INodeProperties {
	const initial = options[0].value;
	return { displayName, name, type: 'options', options, default: initial, ...more };
}

/** Makes a menu of records that n8n loads, for a collection, which can't hold a locator. */
export function dropdown(record: string, name: string, loadOptionsMethod: string): INodeProperties {
	return {
		displayName: `${record} Name or ID`,
		name,
		type: 'options',
		typeOptions: { loadOptionsMethod },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	};
}

interface Locator {
	displayName: string;
	name: string;
	/** The method that fills the list, from `methods/`. */
	searchListMethod: string;
	/** An example of an ID. */
	id?: string;
	/** The label of the mode for IDs, if they aren't called so. */
	idLabel?: string;
	/** Ways to pick the record besides list and ID, with `resolve` for each. */
	modes?: INodePropertyMode[];
	resolve?: Field['resolve'];
}

/** Makes a field that picks one record: from a list, or by its ID. */
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

/** Makes 'Additional Fields', 'Filters' and the like: optional fields, which the user adds one by one, sorted by label. */
export function collection(
	displayName: string,
	fields: INodeProperties[],
	more: More = {},
): INodeProperties {
	const words = displayName.split(' ');
	return {
		displayName,
		name: `${words[0].toLowerCase()}${words.slice(1).join('')}`,
		type: 'collection',
		placeholder: `Add ${words[words.length - 1].slice(0, -1)}`,
		default: {},
		options: byLabel(fields),
		...more,
	};
}

/**
 * Sorts fields by label, as n8n requires in a collection. Labels are English. The first `localeCompare` of a process would
 * take a tenth of the time that n8n needs to load the node.
 */
function byLabel(fields: INodeProperties[]): INodeProperties[] {
	const toKey = ({ displayName }: INodeProperties) => displayName.toLowerCase();
	return [...fields].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** Returns a copy of the field that isn't required, e.g. for 'Update Fields'. */
export function optional<T extends INodeProperties>(field: T): T {
	const copy = { ...field };
	delete copy.required;
	return copy;
}
