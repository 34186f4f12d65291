import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { toTitle } from './subtitle';

/** One Link Platform account that a run uses, and all items of the run that use it. */
export interface AccountOfRun {
	client: Client;
	inputs: unknown[];
}

/** A field of an operation: n8n's definition, with additional properties of this package. */
export interface Field extends INodeProperties {
	/**
	 * For a resource locator: the functions that find the ID of the record, by mode (e.g. `url`). If `isDeletion` is
	 * true, the short URL of a QR code must not find the link behind the QR code.
	 */
	resolve?: Record<
		string,
		(given: string, account: AccountOfRun, isDeletion: boolean) => Promise<unknown>
	>;
	/** Throws if a value can't be used. `shown` are the values for the message: the field's label, and the value. */
	check?: (value: string, shown: { field: string; value: string }) => void;
	/** True for a date that must be in the future, such as an expiry. */
	mustBeFuture?: boolean;
	/** For the field 'Fields': the fields of the record that the output 'Simplified' leaves out. */
	details?: string[];
}

/** Properties of a field other than its label, name and type. */
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

/** Field factories by type. The default value is empty unless `more` sets one. */
export const text = field('string', '');
export const date = field('dateTime', '');
export const flag = field('boolean', false);
export const number = field('number', 0);
export const json = field('json', '{}');
export const color = field('color', '#000000');

/** Creates a text field that must contain a full URL. Any other value is rejected before anything is sent. */
export function url(displayName: string, name: string, more: More = {}): INodeProperties {
	return text(displayName, name, { ...more, typeOptions: { isUrl: true } });
}

/** Creates a text field whose value n8n masks. */
export function secret(displayName: string, name: string, more: More = {}): INodeProperties {
	return text(displayName, name, { ...more, typeOptions: { password: true } });
}

/** Display options that hide a field from AI agents and MCP clients. */
export const hiddenFromTools = { hide: { '@tool': [true] } };

/**
 * An option of a dropdown. A string is the value of an option without a description. Without a `name`, the label is the
 * value as a title, e.g. "Last Month" for `lastMonth`.
 */
export type Option = string | (Partial<INodePropertyOptions> & Pick<INodePropertyOptions, 'value'>);

/** Returns the options in the form that n8n requires. */
export function toOptions(options: Option[]): INodePropertyOptions[] {
	return options.map((option) => {
		const { value, ...more } = typeof option === 'string' ? { value: option } : option;
		return { name: toTitle(String(value)), value, ...more };
	});
}

/** Creates a dropdown with fixed options. The first option is the default, unless `more` sets another. */
export function choice(
	displayName: string,
	name: string,
	offered: Option[],
	more: More = {},
): INodeProperties {
	const options = toOptions(offered);
	const initial = options[0].value;
	return { displayName, name, type: 'options', options, default: initial, ...more };
}

/** Creates a dropdown in which users choose several of the options, sorted by label. */
export function choices(
	displayName: string,
	name: string,
	options: Option[],
	more: More,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'multiOptions',
		options: byLabel(toOptions(options)),
		default: [],
		...more,
	};
}

/** Creates a field for a whole number that is at least `minValue`. */
export function whole(
	displayName: string,
	name: string,
	minValue: number,
	more: More = {},
): INodeProperties {
	return number(displayName, name, { ...more, typeOptions: { minValue, numberPrecision: 0 } });
}

/** Creates a dropdown of records that n8n loads. For use in a collection, which can't contain a resource locator. */
export function dropdown(
	record: string,
	name: string,
	loadOptionsMethod: string,
	check?: Field['check'],
): Field {
	return {
		displayName: `${record} Name or ID`,
		name,
		type: 'options',
		typeOptions: { loadOptionsMethod },
		check,
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	};
}

/** A mode of a locator in which the user enters text. */
type TextMode = Omit<INodePropertyMode, 'type'>;

export const byId: TextMode = { displayName: 'By ID', name: 'id', placeholder: 'e.g. 42' };

/**
 * Creates a field in which the user chooses a record from a list or enters its ID. `searchListMethod` is the method in
 * `methods/` that fills the list. `modes` are the locator's modes besides the list.
 */
export function locator(
	displayName: string,
	name: string,
	searchListMethod: string,
	modes = [byId],
	resolve?: Field['resolve'],
): Field {
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
			...modes.map((mode) => ({ ...mode, type: 'string' as const })),
		],
		resolve,
	};
}

/**
 * Creates a collection such as 'Additional Fields' or 'Filters': fields that the user adds one by one, sorted by label.
 * None of them is required.
 */
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
		options: byLabel(fields.map(optional)),
		...more,
	};
}

/**
 * Sorts fields or options by label, as n8n requires. Compares plain strings, because the first `localeCompare` of a
 * process would take a tenth of the time that n8n needs to load the node.
 */
function byLabel<T extends { name: string; displayName?: string }>(entries: T[]): T[] {
	const toKey = ({ name, displayName = name }: T) => displayName.toLowerCase();
	return [...entries].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** Returns a copy of the field that isn't required. */
export function optional<T extends INodeProperties>(field: T): T {
	const copy = { ...field };
	delete copy.required;
	return copy;
}
