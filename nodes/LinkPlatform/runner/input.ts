import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { oncePer } from '../api/once';
import { assertId } from '../api/route';
import { fieldMessages } from './messages';
import { isLocator, parseList, parseParameter, toMissingFailure } from './parseParameter';

/** The number of records that a model can read. */
export const MOST_FOR_TOOL = 100;

/** Reads one parameter of the current item, with expressions resolved; null if it is hidden or not set. */
export type ReadParameter = (name: string) => unknown;

/**
 * The values of one item, cleaned and checked by the definitions of the fields. Reading a field evaluates an expression, so
 * each is read when it is first needed, and once. Unusable values throw a `Failure` that names the field.
 */
export class Input {
	private readonly values = new Map<string, unknown>();
	private readonly modes = new Map<string, string>();
	private readonly index: Map<string, INodeProperties[]>;
	/** In ms: when the run began. All items of a run count days from the same time, even past midnight. */
	readonly createdAt = Date.now();

	constructor(
		readonly itemIndex: number,
		fields: INodeProperties[],
		private readonly read: ReadParameter,
		/** The workflow's time zone. */
		readonly timezone: string,
		/** True if an AI agent or MCP client calls the node. */
		readonly isTool = false,
		/** The number of the item's row in a sheet, if the item has one. */
		readonly sheetRow?: string,
		/** True if the item has columns, and all of them are empty. */
		readonly isBlank = false,
	) {
		this.index = indexByName(fields);
	}

	/** Returns a field's value, parsed by its type. If it is empty and not required, returns a menu's default or undefined. */
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

	/** Returns the values of all fields, as n8n has them. */
	readAll(): unknown[] {
		return [...this.index.keys()].map((name) => this.read(name));
	}

	/** Returns a text, '' if the field is empty. A chosen record counts as its ID. */
	string(name: string): string {
		return String(this.value(name) ?? '');
	}

	/**
	 * Returns a text; throws if it is empty. For fields that show only under a condition: if the condition is an expression,
	 * n8n itself would demand a `required` field whatever the result.
	 */
	required(name: string): string {
		const text = this.string(name);
		if (text === '') throw this.missing(name);
		return text;
	}

	/** Makes the failure for a field that is empty but turns out to be required. */
	missing(name: string): Failure {
		return toMissingFailure(this.getField(name));
	}

	/** Returns the ID of a record, as a number if it is one; throws if it isn't an ID. */
	id(name: string): number | string {
		const id = this.string(name);
		assertId(id, this.label(name));
		return toId(id);
	}

	/** Returns a number, undefined if the field is empty. */
	number(name: string): number | undefined {
		return this.value(name) as number | undefined;
	}

	/** True if a flag is on. Without a value, its default counts: only an explicit false turns off 'Dry Run'. */
	boolean(name: string): boolean {
		return (this.value(name) ?? this.getField(name).default) === true;
	}

	/** Returns a list of texts; the field may also hold a JSON array, or a text with commas. */
	list(name: string): string[] {
		if (!this.values.has(name)) {
			const field = this.getField(name);
			const list = parseList(field, this.read(name));
			if (list === undefined && field.required) throw toMissingFailure(field);
			this.values.set(name, list);
		}
		return (this.values.get(name) as string[] | undefined) ?? [];
	}

	/** Returns the filled-in fields of a collection, such as 'Additional Fields'. `0` and `false` count as filled in. */
	collection(name: string): IDataObject {
		return (this.value(name) as IDataObject | undefined) ?? {};
	}

	/** Returns a collection; throws if it is empty, since an update without any field changes nothing. */
	nonEmptyCollection(name: string, collection = this.collection(name)): IDataObject {
		if (Object.keys(collection).length > 0) return collection;
		const { displayName: field } = this.getField(name);
		const fields = this.has('clearFields') ? `${field}' or 'Clear Fields` : field;
		throw Failure.input(fieldMessages.nothingToChange, { field, fields });
	}

	/** True if a model asked for all records: the list is cut to the number that it can read. */
	get isCut(): boolean {
		return this.isTool && this.has('returnAll') && this.boolean('returnAll');
	}

	/** Returns how many records to read; undefined = all. For a list that is cut, one more shows whether there are more. */
	limit(): number | undefined {
		if (this.isCut) return MOST_FOR_TOOL + 1;
		if (!this.has('limit') || this.boolean('returnAll')) return undefined;
		return this.number('limit') ?? Number(this.getField('limit').default);
	}

	/** True if the operation has such a field. */
	has(name: string): boolean {
		return this.index.has(name);
	}

	/** Returns the label of a field, as the user sees it. */
	label(name: string): string {
		return this.getField(name).displayName;
	}

	/** Returns the mode of a resource locator, 'id' for plain values. */
	mode(name: string): string {
		this.value(name);
		return this.modes.get(name) ?? 'id';
	}

	/** Replaces the user's value, e.g. a short URL by the ID of its record. */
	replace(name: string, value: unknown): void {
		this.values.set(name, value);
	}

	/** True if the field is shown, given the values of the others. */
	isShown({ displayOptions }: INodeProperties): boolean {
		const conditions = Object.entries(displayOptions?.show ?? {});
		return conditions.every(([name, values]) => {
			return !this.has(name) || (values as unknown[]).includes(this.value(name));
		});
	}

	private getField(name: string): INodeProperties {
		const fields = this.index.get(name);
		if (!fields) throw new TypeError(`The operation has no field "${name}"`);
		// Several fields may share a name and type; another field's value decides which one is shown.
		const shown = fields.length > 1 ? fields.find((field) => this.isShown(field)) : undefined;
		return shown ?? fields[0];
	}
}

/** Indexes the fields of an operation, which all items of a run share, by their names. */
const indexByName = oncePer((fields: INodeProperties[]) => {
	const index = new Map<string, INodeProperties[]>();
	for (const field of fields) index.set(field.name, [...(index.get(field.name) ?? []), field]);
	return index;
});

/** Returns an ID as records have it: a number if it is one. */
export function toId(text: string): number | string {
	return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
