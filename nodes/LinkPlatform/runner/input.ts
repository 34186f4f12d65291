import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure, toFailure } from '../api/failure';
import { oncePer } from '../api/once';
import { assertId } from '../api/route';
import { fieldMessages } from './messages';
import { isLocator, parseList, parseParameter, toMissingFailure } from './parseParameter';

/** The maximum number of records that an operation returns to an AI model. */
export const MOST_FOR_TOOL = 100;

/**
 * Reads one parameter of the current item, with its expression evaluated. Returns null if the parameter is hidden or
 * not set.
 */
export type ReadParameter = (name: string) => unknown;

/**
 * The field values of one item, cleaned and checked according to the field definitions. Each field is read only once,
 * when it is first needed, because each reading evaluates an expression. Unusable values throw a `Failure` that names
 * the field.
 */
export class Input {
	private readonly values: Record<string, unknown> = {};
	private readonly modes: Record<string, string> = {};
	private readonly index: Map<string, INodeProperties[]>;
	/**
	 * The start of the run, in ms since 1970. All items calculate their periods from this moment, even if the run
	 * continues past midnight.
	 */
	readonly createdAt = Date.now();

	constructor(
		readonly itemIndex: number,
		fields: INodeProperties[],
		private readonly read: ReadParameter,
		/** The time zone of the workflow. */
		readonly timezone: string,
		/** True if an AI agent or MCP client calls the node as a tool. */
		readonly isTool = false,
		/** The number of the item's spreadsheet row, if the item has one. */
		readonly sheetRow?: string,
		/** True if the item is a spreadsheet row in which all columns are empty. */
		readonly isBlank = false,
	) {
		this.index = indexByName(fields);
	}

	/**
	 * Returns a field's value, parsed according to the field's type. If an optional field is empty, returns
	 * undefined, or the default value if the field is a dropdown.
	 */
	value(name: string): unknown {
		if (!(name in this.values)) {
			const field = this.getField(name);
			const raw = this.read(name);
			if (field.type === 'resourceLocator' && isLocator(raw)) this.modes[name] = raw.mode;
			const value = parseParameter(field, raw, this);
			if (value === undefined && field.required) throw toMissingFailure(field);
			const isMenu = field.type === 'options' && field.default !== '';
			this.values[name] = value ?? (isMenu ? field.default : undefined);
		}
		return this.values[name];
	}

	/** Returns a field's value as a string; '' if the field is empty. For a chosen record, returns its ID. */
	string(name: string): string {
		return String(this.value(name) ?? '');
	}

	/**
	 * Returns a field's value as a string; throws if it is empty. Use it for fields that are shown only under a
	 * condition. If they were marked `required` and the condition contained an expression, n8n would always demand a
	 * value.
	 */
	required(name: string): string {
		const text = this.string(name);
		if (text === '') throw this.missing(name);
		return text;
	}

	/** Creates the failure for an empty field that turns out to be required. */
	missing(name: string): Failure {
		return toMissingFailure(this.getField(name));
	}

	/** True if the field is shown and empty. False for a column of a resource mapper. */
	isEmpty(name: string): boolean {
		try {
			if (this.has(name) && this.isShown(this.getField(name))) this.required(name);
			return false;
		} catch (thrown) {
			return toFailure(thrown).details.field === name;
		}
	}

	/** Returns the ID of a record, as a number if it is numeric; throws if it isn't an ID. */
	id(name: string): number | string {
		const id = this.string(name);
		assertId(id, name, this.label(name));
		return toId(id);
	}

	/** Returns a field's value as a number; undefined if the field is empty. */
	number(name: string): number | undefined {
		return this.value(name) as number | undefined;
	}

	/**
	 * True if a flag is on. If the flag has no value, its default applies, so only an explicit false turns it off. A flag
	 * that is hidden from AI agents is off for them.
	 */
	boolean(name: string): boolean {
		const { default: initial, displayOptions } = this.getField(name);
		const isHidden = this.isTool && displayOptions?.hide?.['@tool'] !== undefined;
		return (this.value(name) ?? (initial && !isHidden)) === true;
	}

	/** True if 'Only Check' is on. Also true if its value can't be read, so that nothing is created. */
	get isOnlyChecked(): boolean {
		try {
			return this.has('onlyCheck') && this.boolean('onlyCheck');
		} catch {
			return true;
		}
	}

	/** Returns a field's value as a list of strings. The field may contain a list, a JSON array, or text with commas. */
	list(name: string): string[] {
		if (!(name in this.values)) {
			const field = this.getField(name);
			const list = parseList(field, this.read(name));
			if (list === undefined && field.required) throw toMissingFailure(field);
			this.values[name] = list;
		}
		return (this.values[name] as string[] | undefined) ?? [];
	}

	/** Returns the filled-in fields of a collection, such as 'Additional Fields'. `0` and `false` count as filled in. */
	collection(name: string): IDataObject {
		return (this.value(name) as IDataObject | undefined) ?? {};
	}

	/** Returns the filled-in fields of 'Additional Fields' or 'Update Fields', whichever the operation has. */
	optionalFields(): IDataObject {
		const names = ['additionalFields', 'updateFields'].filter((name) => this.has(name));
		return Object.assign({}, ...names.map((name) => this.collection(name)));
	}

	/** Returns a collection; throws if it is empty, because an update without fields would change nothing. */
	nonEmptyCollection(name: string, collection = this.collection(name)): IDataObject {
		if (Object.keys(collection).length > 0) return collection;
		const { displayName: field } = this.getField(name);
		const fields = this.has('clearFields') ? `${field}' or 'Clear Fields` : field;
		throw Failure.input(fieldMessages.nothingToChange, { field, fields }).about(name);
	}

	/**
	 * The number of records to return; undefined means all. An AI model gets at most as many as it can read.
	 */
	get most(): number | undefined {
		if (!this.has('limit') || !this.has('returnAll')) return undefined;
		if (this.boolean('returnAll')) return this.isTool ? MOST_FOR_TOOL : undefined;
		return this.number('limit') ?? Number(this.getField('limit').default);
	}

	/**
	 * Returns how many records to read; undefined means all. For an AI model, reads one more record than it gets, to see
	 * whether there are more.
	 */
	limit(): number | undefined {
		const { most, isTool } = this;
		return isTool && most !== undefined ? most + 1 : most;
	}

	/** True if the operation has a field with this name. */
	has(name: string): boolean {
		return this.index.has(name);
	}

	/** Returns the label of a field, as the editor shows it. */
	label(name: string): string {
		return this.getField(name).displayName;
	}

	/** Returns the mode of a resource locator; 'id' if the value isn't a locator. */
	mode(name: string): string {
		this.value(name);
		return this.modes[name] ?? 'id';
	}

	/** Replaces the value that the user entered, e.g. a short URL with the ID of its record. */
	replace(name: string, value: unknown): void {
		this.values[name] = value;
	}

	/** True if the field is shown, given the current values in its display conditions. */
	isShown({ displayOptions }: INodeProperties): boolean {
		const conditions = Object.entries(displayOptions?.show ?? {});
		return conditions.every(([name, values]) => {
			return !this.has(name) || (values as unknown[]).includes(this.value(name));
		});
	}

	/** Returns the definition of a field. */
	getField(name: string): INodeProperties {
		const fields = this.index.get(name);
		if (!fields) throw new TypeError(`The operation has no field "${name}"`);
		// Several fields may share a name and type. Use the one that is shown, which depends on the value of another field.
		const shown = fields.length > 1 ? fields.find((field) => this.isShown(field)) : undefined;
		return shown ?? fields[0];
	}
}

/** Indexes the fields of an operation by name. Cached, because all items of a run use the same fields. */
const indexByName = oncePer((fields: INodeProperties[]) => {
	const index = new Map<string, INodeProperties[]>();
	for (const field of fields) index.set(field.name, [...(index.get(field.name) ?? []), field]);
	return index;
});

/** Returns an ID in the form that records use: a number if it is written as one, otherwise a string, e.g. for 007. */
export function toId(text: string): number | string {
	return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;
}
