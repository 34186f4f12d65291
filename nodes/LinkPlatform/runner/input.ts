import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { oncePer } from '../api/once';
import { assertId } from '../api/route';
import { fieldMessages } from './messages';
import { isLocator, parseList, parseParameter, toMissingFailure } from './parseParameter';

/** As many records as a model can read. */
export const MOST_FOR_TOOL = 100;

/** Reads one parameter of the current item, expressions resolved; null if it is hidden or not set. */
export type ReadParameter = (name: string) => unknown;

/**
 * The values of one item, cleaned and checked by the fields' own definitions. Reading costs an expression
 * each, so a field is read when first asked for, and once. Unusable values throw a `Failure` that names the field.
 */
export class Input {
	private readonly values = new Map<string, unknown>();
	private readonly modes = new Map<string, string>();
	private readonly index: Map<string, INodeProperties[]>;
	/** In ms: when the run began. All items of a run count days from one time, also past midnight. */
	readonly createdAt = Date.now();

	constructor(
		readonly itemIndex: number,
		fields: INodeProperties[],
		private readonly read: ReadParameter,
		/** The workflow's. */
		readonly timezone: string,
		/** True if an AI agent or MCP client calls the node. */
		readonly isTool = false,
		/** The row of the sheet that the item comes from, if it comes from one. */
		readonly sheetRow?: string,
		/** True if the item has columns, and all of them are empty. */
		readonly isBlank = false,
	) {
		this.index = indexByName(fields);
	}

	/** A field's value by its type. If it is empty and not required, undefined, or what a menu has preset. */
	value(name: string): unknown {
		if (!this.values.has(name)) {
			const field = this.getField(name);
			const raw = this.read(name);
			if (field.type === 'resourceLocator' && isLocator(raw)) this.modes.set(name, raw.mode);
			const value = parseParameter(field, raw, this);
			if (value === undefined && field.required) throw toMissingFailure(field);
			const isMenu = field.type === 'options' && field.default !== '';
			this.values.set(name, value ?? (isMenu ? field.default : undefined));
		}
		return this.values.get(name);
	}

	/** Returns the values of all fields as n8n has them. */
	readAll(): unknown[] {
		return [...this.index.keys()].map((name) => this.read(name));
	}

	/** A text, '' if the field is empty. A chosen record counts as its id. */
	string(name: string): string {
		return String(this.value(name) ?? '');
	}

	/**
	 * A text that must not be empty. For fields that show only under a condition: n8n itself would demand a
	 * `required` one even if the condition is an expression with another result.
	 */
	required(name: string): string {
		const text = this.string(name);
		if (text === '') throw this.missing(name);
		return text;
	}

	/** The failure to throw if a field turns out to be needed and is empty. */
	missing(name: string): Failure {
		return toMissingFailure(this.getField(name));
	}

	/** The ID of a record, as a number if it is one. One that may lead elsewhere is refused with the field's label. */
	id(name: string): number | string {
		const id = this.string(name);
		assertId(id, this.label(name));
		return toId(id);
	}

	/** A number, undefined if the field is empty. */
	number(name: string): number | undefined {
		return this.value(name) as number | undefined;
	}

	/** Whether a flag is on. One without a value counts as its default: 'Dry Run' ends only by an explicit false. */
	boolean(name: string): boolean {
		return (this.value(name) ?? this.getField(name).default) === true;
	}

	/** A list of texts; the field may also hold a JSON array, or one text with commas. */
	list(name: string): string[] {
		if (!this.values.has(name)) {
			const field = this.getField(name);
			const list = parseList(field, this.read(name));
			if (list === undefined && field.required) throw toMissingFailure(field);
			this.values.set(name, list);
		}
		return (this.values.get(name) as string[] | undefined) ?? [];
	}

	/** A collection (such as 'Additional Fields') with only what was filled in; `0` and `false` stay. */
	collection(name: string): IDataObject {
		return (this.value(name) as IDataObject | undefined) ?? {};
	}

	/** The content of a collection, which must not be empty: an update without any field changes nothing. */
	nonEmptyCollection(name: string, collection = this.collection(name)): IDataObject {
		if (Object.keys(collection).length > 0) return collection;
		const { displayName: field } = this.getField(name);
		const fields = this.has('clearFields') ? `${field}' or 'Clear Fields` : field;
		throw Failure.input(fieldMessages.nothingToChange, { field, fields });
	}

	/** True if all records are wanted, which are cut to what a model can read. */
	get isCut(): boolean {
		return this.isTool && this.has('returnAll') && this.boolean('returnAll');
	}

	/** How many records to read; undefined = all. Of a list that is cut one more, to know whether there are more. */
	limit(): number | undefined {
		if (this.isCut) return MOST_FOR_TOOL + 1;
		if (!this.has('limit') || this.boolean('returnAll')) return undefined;
		return this.number('limit') ?? Number(this.getField('limit').default);
	}

	/** True if the operation has such a field. */
	has(name: string): boolean {
		return this.index.has(name);
	}

	/** The label of a field, as the user sees it. */
	label(name: string): string {
		return this.getField(name).displayName;
	}

	/** How the record is given: the mode of a resource locator ('id' for plain values). */
	mode(name: string): string {
		this.value(name);
		return this.modes.get(name) ?? 'id';
	}

	/** Puts another value in place of what the user gave, e.g. the id of a record given by its short URL. */
	replace(name: string, value: unknown): void {
		this.values.set(name, value);
	}

	/** True if the values of the other fields let this one show. */
	isShown({ displayOptions }: INodeProperties): boolean {
		const conditions = Object.entries(displayOptions?.show ?? {});
		return conditions.every(([name, values]) => {
			return !this.has(name) || (values as unknown[]).includes(this.value(name));
		});
	}

	private getField(name: string): INodeProperties {
		const fields = this.index.get(name);
		if (!fields) throw new TypeError(`The operation has no field "${name}"`);
		// Several fields may share a name and type; another field's value decides which one shows.
		const shown = fields.length > 1 ? fields.find((field) => this.isShown(field)) : undefined;
		return shown ?? fields[0];
	}
}

/** The fields of an operation, which all items of a run share, by their names. */
const indexByName = oncePer((fields: INodeProperties[]) => {
	const index = new Map<string, INodeProperties[]>();
	for (const field of fields) index.set(field.name, [...(index.get(field.name) ?? []), field]);
	return index;
});

/** An ID as records have it: a number if it is one. */
export function toId(text: string): number | string {
	return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
