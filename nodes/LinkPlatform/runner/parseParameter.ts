import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperValue,
} from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { Failure } from '../api/failure';
import { hasPassed, parseDate } from './dates';
import { fieldMessages } from './messages';
import type { Field } from './fields';

/** The failure to throw if a field that is needed is empty. */
export function toMissingFailure({ displayName }: INodeProperties): Failure {
	return Failure.input(fieldMessages.missing, { field: displayName });
}

/** For whom values are read. */
interface Reader {
	/** The workflow's. */
	timezone: string;
	/** True if an AI agent or MCP client wrote them. */
	isTool?: boolean;
}

/** What a model writes into a field that it has no value for. */
const NOTHING = /^\s*(null|none|undefined|n\/a)\s*$/i;

/**
 * A field's value as its type wants it; undefined for everything that counts as not filled in. Throws a
 * `Failure` that names the field if the value is unusable.
 */
export function parseParameter(field: INodeProperties, raw: unknown, reader: Reader): unknown {
	const value = isLocator(raw) ? raw.value : raw;
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'string' && isEmpty(field, value, reader)) return undefined;
	if (field.type === 'string' && field.typeOptions?.multipleValues) return parseList(field, value);
	switch (field.type) {
		case 'number':
			return parseNumber(field, value);
		case 'boolean':
			return parseBoolean(field, value);
		case 'color':
			return parseColor(field, value);
		case 'dateTime':
			return parseDateField(field, value, reader);
		case 'json':
			return parseJson(field, value);
		case 'multiOptions':
			return parseList(field, value);
		case 'collection':
			return parseCollection(field, value, reader);
		case 'resourceMapper':
			return parseResourceMapper(field, value, reader);
		case 'fixedCollection':
			return parseFixedCollection(field, value, reader);
		case 'options':
			return parseOption(field, value);
		case 'resourceLocator':
			return toBareId(parseString(field, value)) || undefined;
		default:
			return field.typeOptions?.isUrl ? parseUrl(field, value) : parseString(field, value);
	}
}

function isEmpty({ required }: INodeProperties, text: string, { isTool }: Reader): boolean {
	return text.trim() === '' || (isTool === true && !required && NOTHING.test(text));
}

function parseString(field: Field, value: unknown): string {
	const isText = typeof value === 'string' || Number.isFinite(value);
	if (!isText && field.notText) throw Failure.input(field.notText);
	if (!isText) throw Failure.input(fieldMessages.notText, toValues(field, value));
	const isExact = field.typeOptions?.password || field.isExact;
	const text = isExact ? String(value) : trimInvisible(String(value));
	if (!text.isWellFormed()) throw Failure.input(fieldMessages.brokenText, toValues(field, text));
	if (text.includes('\uFFFD')) throw Failure.input(fieldMessages.notUtf8, toValues(field, text));
	return text;
}

/** White space, control and format characters, but for the tag characters that end the emoji of a flag. */
const INVISIBLE = /(?![\u{E0020}-\u{E007F}])[\s\p{Cc}\p{Cf}]/u;

/** Returns the text without white space and invisible characters at both ends. */
function trimInvisible(text: string): string {
	const characters = [...text];
	const isVisible = (character: string) => !INVISIBLE.test(character);
	const start = characters.findIndex(isVisible);
	if (start < 0) return '';
	const end = characters.length - [...characters].reverse().findIndex(isVisible);
	return characters.slice(start, end).join('');
}

/** Throws if there is an invisible character in a text that is part of an address. */
function assertVisible(field: INodeProperties, text: string): void {
	const [character] = INVISIBLE.exec(text) ?? [];
	if (character === undefined) return;
	const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
	throw Failure.input(fieldMessages.invisible, { ...toValues(field, text), code });
}

/** An ID without what people and models put around it: quotes, `<…>`, Markdown, a `#` or a full stop. */
function toBareId(text: string): string {
	const bare = trimSigns(text);
	const [, shown, target] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(bare) ?? [];
	const meant = /^#?\d+$/.test(shown) ? shown : (target ?? bare);
	return trimSigns(meant).replace(/^#(?=\d+$)/, '');
}

function trimSigns(text: string): string {
	const sentence = text.trim().replace(/(?<=[^.])\.$/, '');
	return sentence.replace(/^[<`*"']+|[>`*"']+$/g, '').trim();
}

/** `mailto:` and the like lead somewhere too. `localhost:3000` only looks as if it had a scheme. */
const WHOLE_URL = /^([a-z][a-z\d+.-]*:\/\/|(mailto|tel|sms):)./i;

/** A URL pasted behind a scheme that was there already, or one that is written so that nobody can click it. */
const WRONG_SCHEME = /^hxxps?:|^[a-z]+:\/\/(https?|ftp)(:|\/|$)/i;

/** What apps for QR codes make them of, besides URLs. */
const OTHER_CONTENT = /^(BEGIN:|MECARD:|WIFI:|geo:)/i;

/** A URL as it was given. White space would be taken out on the way, and two URLs become a wrong one. */
function parseUrl(field: INodeProperties, value: unknown): string {
	const text = parseString(field, value);
	const values = toValues(field, value);
	if (OTHER_CONTENT.test(text)) throw Failure.input(fieldMessages.notContent, values);
	if (/\s/.test(text)) throw Failure.input(fieldMessages.notOneUrl, values);
	assertVisible(field, text);
	const isWhole = WHOLE_URL.test(text) && URL.canParse(text);
	if (!isWhole || WRONG_SCHEME.test(text)) throw Failure.input(fieldMessages.notUrl, values);
	return text;
}

/** A number as text. What a second separator means depends on the country: `1.000` is 1 or 1000. */
const DECIMAL = /^-?\d+(\.\d+)?$/;
const WHOLE = /^-?\d+$/;

function parseNumber(field: INodeProperties, value: unknown): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
	const values = toValues(field, value);
	const isWhole = numberPrecision === 0;
	const text = typeof value === 'string' ? trimInvisible(value) : undefined;
	const number = Number(text ?? (typeof value === 'number' ? value : NaN));
	if (!Number.isFinite(number) || (text !== undefined && !DECIMAL.test(text)))
		throw Failure.input(fieldMessages.notNumber, values);
	if (isWhole && !(text === undefined ? Number.isInteger(number) : WHOLE.test(text)))
		throw Failure.input(fieldMessages.notWhole, values);
	if (number < minValue)
		throw Failure.input(fieldMessages.tooSmall, { ...values, least: minValue });
	if (number > maxValue) throw Failure.input(fieldMessages.tooLarge, { ...values, most: maxValue });
	return number;
}

function parseBoolean(field: INodeProperties, value: unknown): boolean {
	const text = toPlain(value);
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw Failure.input(fieldMessages.notBoolean, toValues(field, value));
}

function parseColor(field: INodeProperties, value: unknown): string {
	const text = String(value).trim();
	const hex = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1];
	if (!hex) throw Failure.input(fieldMessages.notColor, toValues(field, value));
	return `#${hex}`;
}

function parseDateField(field: Field, value: unknown, { timezone }: Reader): string {
	const date = parseDate(value, timezone);
	if (date === undefined) throw Failure.input(fieldMessages.notDate, toValues(field, value));
	// A link that has expired looks like any other until somebody clicks it.
	if (field.mustBeFuture && hasPassed(date, timezone))
		throw Failure.input(fieldMessages.passed, toValues(field, value));
	return date;
}

/** The JSON value; a parse failure says where. Also accepts an object that an expression returns. */
function parseJson(field: INodeProperties, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	// Models write JSON as a block of Markdown.
	const [, text] = /^\s*```(?:json)?\s(.*)```\s*$/is.exec(value) ?? [undefined, value];
	try {
		return JSON.parse(text);
	} catch (cause) {
		return failJson(field, value, cause as Error);
	}
}

function failJson(field: INodeProperties, value: string, { message }: Error): never {
	const position = /position (\d+)/.exec(message)?.[1];
	const { displayName: label } = field;
	if (position === undefined)
		throw Failure.input(fieldMessages.invalidJson, { field: label, reason: message });
	const line = value.slice(0, Number(position)).split('\n').length;
	throw Failure.input(fieldMessages.invalidJsonLine, { field: label, line, reason: message });
}

/** The entries of a list, of a JSON array, or of a text with commas; undefined if there are none. */
export function parseList(field: INodeProperties, value: unknown): string[] | undefined {
	const isJson = typeof value === 'string' && value.trimStart().startsWith('[');
	const given = [isJson ? parseJson(field, value) : value].flat(2);
	if (given.some((entry) => typeof entry === 'object' && entry !== null)) {
		throw Failure.input(fieldMessages.notList, toValues(field, value));
	}
	const texts = given.flatMap((entry) => String(entry ?? '').split(','));
	const entries = texts.map((text) => text.trim()).filter((text) => text !== '');
	return entries.length > 0 ? entries : undefined;
}

function parseCollection(field: INodeProperties, value: unknown, reader: Reader): IDataObject {
	const given = toObject(field, value);
	const group: IDataObject = {};
	for (const option of (field.options ?? []) as INodeProperties[]) {
		const entry = parseParameter(option, given[option.name], reader);
		if (entry !== undefined) group[option.name] = entry as IDataObject;
	}
	return group;
}

/** A fixed collection, each entry with only what was filled in; undefined if nothing was. */
function parseFixedCollection(field: INodeProperties, value: unknown, reader: Reader): unknown {
	const entries: IDataObject = {};
	const given = toObject(field, value);
	for (const { name, values } of (field.options ?? []) as INodePropertyCollection[]) {
		const fields = { ...field, options: values };
		const groups = [given[name] ?? []]
			.flat()
			.map((group) => parseCollection(fields, group, reader));
		const filled = groups.filter((group) => Object.keys(group).length > 0);
		if (filled.length > 0) entries[name] = field.typeOptions?.multipleValues ? filled : filled[0];
	}
	return Object.keys(entries).length > 0 ? entries : undefined;
}

/** The values of a resource mapper, each by its type in the mapper's own schema. */
function parseResourceMapper(field: INodeProperties, value: unknown, reader: Reader): IDataObject {
	const given = toObject(field, value) as Partial<ResourceMapperValue>;
	const { value: mapped, schema = [] } = given;
	const values = toObject(field, mapped ?? {});
	const group: IDataObject = {};
	for (const [name, raw] of Object.entries(values)) {
		const column = schema.find(({ id }) => id === name);
		const entry = column ? parseParameter(toField(column), raw, reader) : raw;
		if (entry !== undefined && entry !== null && entry !== '') group[name] = entry as IDataObject;
	}
	const lacking = schema.find((column) => column.required && group[column.id] === undefined);
	if (lacking) throw toMissingFailure(toField(lacking));
	return group;
}

function toObject(field: INodeProperties, value: unknown): IDataObject {
	if (!isRecord(value)) throw Failure.input(fieldMessages.notObject, toValues(field, value));
	return value;
}

function toField({ id, displayName, type, options }: ResourceMapperField): INodeProperties {
	const types: Record<string, INodeProperties['type']> = {
		array: 'json',
		boolean: 'boolean',
		dateTime: 'dateTime',
		number: 'number',
		object: 'json',
		options: 'options',
	};
	return { displayName, name: id, type: types[type ?? ''] ?? 'string', default: '', options };
}

/** The value of a menu's entry, given as that or as its label; anything where the entries aren't known here. */
function parseOption(field: INodeProperties, value: unknown): unknown {
	const options = (field.options ?? []) as INodePropertyOptions[];
	if (options.length === 0) return typeof value === 'string' ? value.trim() : value;
	const given = toPlain(value);
	const exact = options.find((option) => toPlain(option.value) === given);
	const option = exact ?? options.find(({ name }) => toPlain(name) === given);
	if (option) return option.value;
	const values = options.map((one) => one.value).filter((one) => one !== '');
	const offered = values.join(', ');
	throw Failure.input(fieldMessages.notOption, { ...toValues(field, value), options: offered });
}

/** Undefined for a list, whose only entry would look like a text. */
function toPlain(value: unknown): string | undefined {
	return typeof value === 'object' ? undefined : String(value).trim().toLowerCase();
}

/** A field with its value as messages show them. */
export function toValues({ displayName: field, typeOptions }: INodeProperties, value: unknown) {
	const shown = JSON.stringify(value) ?? String(value);
	const short = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
	return { field, value: typeOptions?.password ? '***' : short };
}

/** True for what n8n stores of a resource locator. */
export function isLocator(value: unknown): value is { mode: string; value: unknown } {
	return typeof value === 'object' && value !== null && '__rl' in value;
}
