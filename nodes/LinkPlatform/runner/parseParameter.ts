import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperValue,
} from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { Failure } from '../api/failure';
import { shorten } from '../api/fill';
import { INVISIBLE, trimInvisible } from '../api/texts';
import { hasPassed, parseDate } from './dates';
import { fieldMessages } from './messages';
import type { Field } from './fields';

/** Creates the failure for a required field that is empty. */
export function toMissingFailure({ displayName, name }: INodeProperties): Failure {
	return Failure.input(fieldMessages.missing, { field: displayName }).about(name);
}

/** The facts besides the field's definition that determine how a value is parsed. */
interface Reader {
	/** The time zone of the workflow. */
	timezone: string;
	/** True if an AI agent or MCP client provided the values. */
	isTool?: boolean;
}

/** The maximum length of a value in a message, in characters. */
const LONGEST_SHOWN = 60;

type Parser = (field: INodeProperties, value: unknown, reader: Reader) => unknown;

/** Matches words such as "null" that AI models write into a field if they have no value for it. */
const NOTHING = /^\s*(null|none|undefined|n\/a)\s*$/i;

/**
 * Parses a field's value according to the field's type. Returns undefined for everything that counts as empty. Throws a
 * `Failure` that names the field if the value is unusable.
 */
export function parseParameter(field: Field, raw: unknown, reader: Reader): unknown {
	const value = isLocator(raw) ? raw.value : raw;
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'string' && isEmpty(field, value, reader)) return undefined;
	const { isUrl, multipleValues } = field.typeOptions ?? {};
	const parseText = multipleValues ? parseList : isUrl ? parseUrl : parseString;
	const parse = field.type === 'string' ? parseText : (PARSERS[field.type] ?? parseString);
	const parsed = parse(field, value, reader);
	field.check?.(String(parsed), toValues(field, value));
	return parsed;
}

const PARSERS: Partial<Record<INodeProperties['type'], Parser>> = {
	number: parseNumber,
	boolean: parseBoolean,
	color: parseColor,
	dateTime: parseDateField,
	json: parseJson,
	multiOptions: parseOptions,
	collection: parseCollection,
	resourceMapper: parseResourceMapper,
	fixedCollection: parseFixedCollection,
	options: parseOption,
};

function isEmpty({ required }: INodeProperties, text: string, { isTool }: Reader): boolean {
	return trimInvisible(text) === '' || (isTool === true && !required && NOTHING.test(text));
}

function parseString(field: Field, value: unknown): string {
	if (typeof value !== 'string' && !Number.isFinite(value)) {
		throw Failure.input(fieldMessages.notText, toValues(field, value));
	}
	const text = field.typeOptions?.password ? String(value) : trimInvisible(String(value));
	if (!text.isWellFormed() || text.includes('\uFFFD'))
		throw Failure.input(fieldMessages.notUtf8, toValues(field, text));
	return text;
}

/** Matches the joiner between the parts of an emoji, e.g. between the people of a family. */
const EMOJI_JOINER = /\u200D(?=\p{Extended_Pictographic})/gu;

/**
 * Matches a full URL. Links may also open `mailto:` and similar URLs, so these match too. `localhost:3000` doesn't
 * match, because `localhost` isn't a scheme.
 */
const WHOLE_URL = /^([a-z][a-z\d+.-]*:\/\/|(mailto|tel|sms):)./i;

/**
 * Matches a URL with a second scheme after the first, e.g. `https://http://`, and a URL that was disabled so that
 * nobody clicks it, e.g. `hxxps:`.
 */
const WRONG_SCHEME = /^hxxps?:|^[a-z]+:\/\/(https?|ftp)([:/?#]|$)/i;

/** Matches QR code content other than a URL, such as a contact or Wi-Fi credentials. */
const OTHER_CONTENT = /^(BEGIN:|MECARD:|WIFI:|geo:)/i;

/**
 * Returns a URL as entered. Rejects whitespace and invisible characters: they could get lost later, and two URLs in
 * one field would become one wrong URL. Joiners within an emoji are allowed.
 */
function parseUrl(field: INodeProperties, value: unknown): string {
	const text = parseString(field, value);
	const isVisible = !INVISIBLE.test(text.replace(EMOJI_JOINER, ''));
	const isUrl = WHOLE_URL.test(text) && URL.canParse(text) && !WRONG_SCHEME.test(text);
	if (isVisible && isUrl) return text;
	const { notContent, notOneUrl, notUrl } = fieldMessages;
	const words = isVisible ? notUrl : notOneUrl;
	throw Failure.input(OTHER_CONTENT.test(text) ? notContent : words, toValues(field, value));
}

/**
 * Matches a number as text. Thousands separators are rejected, because their meaning depends on the country: `1.000`
 * may be 1 or 1000.
 */
const DECIMAL = /^-?\d+(\.\d+)?$/;
const WHOLE = /^-?\d+$/;

function parseNumber(field: INodeProperties, value: unknown): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
	const values = toValues(field, value);
	const text = trimInvisible(scalarToText(value));
	const number = Number(text);
	// JavaScript reads a number that is too large as infinite.
	if (!DECIMAL.test(text) || !Number.isFinite(number))
		throw Failure.input(fieldMessages.notNumber, values);
	if (numberPrecision === 0 && !WHOLE.test(text))
		throw Failure.input(fieldMessages.notWhole, values);
	if (number < minValue)
		throw Failure.input(fieldMessages.tooSmall, { ...values, least: String(minValue) });
	if (number > maxValue)
		throw Failure.input(fieldMessages.tooLarge, { ...values, most: String(maxValue) });
	return number;
}

function parseBoolean(field: INodeProperties, value: unknown): boolean {
	const text = toLowerText(value);
	if (text !== 'true' && text !== 'false')
		throw Failure.input(fieldMessages.notBoolean, toValues(field, value));
	return text === 'true';
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
	// Reject an expiry in the past, because nobody would notice an expired link until somebody clicks it.
	if (field.mustBeFuture && hasPassed(date, timezone))
		throw Failure.input(fieldMessages.passed, toValues(field, value));
	return date;
}

/** Parses JSON. An object that an expression returns is accepted as it is. */
function parseJson(field: INodeProperties, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch (cause) {
		const { message: reason } = cause as Error;
		throw Failure.input(fieldMessages.invalidJson, { field: field.displayName, reason });
	}
}

/** Returns the entries of a list, a JSON array, or text with commas; undefined if there are none. */
export function parseList(field: INodeProperties, value: unknown): string[] | undefined {
	const isJson = typeof value === 'string' && value.trimStart().startsWith('[');
	const entries = [isJson ? parseJson(field, value) : value].flat(2);
	if (entries.some((entry) => typeof entry === 'object' && entry !== null)) {
		throw Failure.input(fieldMessages.notList, toValues(field, value));
	}
	const texts = entries.flatMap((entry) => String(entry ?? '').split(','));
	const filled = texts.map(trimInvisible).filter(Boolean);
	return filled.length > 0 ? filled : undefined;
}

function parseCollection(field: INodeProperties, value: unknown, reader: Reader): IDataObject {
	const entered = toObject(field, value);
	const group: IDataObject = {};
	for (const option of (field.options ?? []) as INodeProperties[]) {
		const entry = parseParameter(option, entered[option.name], reader);
		if (entry !== undefined) group[option.name] = entry as IDataObject;
	}
	return group;
}

/**
 * Parses a fixed collection with a single group of fields. Returns the fields that were filled in; undefined if there
 * are none.
 */
function parseFixedCollection(
	field: INodeProperties,
	value: unknown,
	reader: Reader,
): IDataObject | undefined {
	const groups = toObject(field, value);
	const [{ name, values }] = field.options as INodePropertyCollection[];
	// An expression may return the group in a list.
	const [entered = {}] = [groups[name] ?? []].flat();
	const group = parseCollection({ ...field, options: values }, entered, reader);
	return Object.keys(group).length > 0 ? group : undefined;
}

/** Parses the values of a resource mapper, each according to its type in the mapper's own schema. */
function parseResourceMapper(field: INodeProperties, value: unknown, reader: Reader): IDataObject {
	const { value: mapped, schema = [] }: Partial<ResourceMapperValue> = toObject(field, value);
	const group: IDataObject = {};
	for (const [name, raw] of Object.entries(toObject(field, mapped ?? {}))) {
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
	const isJson = type === 'array' || type === 'object';
	const known = (['boolean', 'dateTime', 'number', 'options'] as const).find((one) => one === type);
	return {
		displayName,
		name: id,
		type: isJson ? 'json' : (known ?? 'string'),
		default: '',
		options,
	};
}

/**
 * Returns the value of a dropdown entry. Users may have entered its value or its label. If n8n loads the entries of
 * the dropdown, accepts any text or number.
 */
function parseOption(field: INodeProperties, value: unknown): unknown {
	const options = (field.options ?? []) as INodePropertyOptions[];
	if (options.length === 0) return Number.isFinite(value) ? value : parseString(field, value);
	const entered = toLowerText(value);
	const option =
		options.find((one) => toLowerText(one.value) === entered) ??
		options.find(({ name }) => toLowerText(name) === entered);
	if (option) return option.value;
	const offered = options.map((one) => one.value).filter((one) => one !== '');
	const values = { ...toValues(field, value), options: offered.join(', ') };
	throw Failure.input(fieldMessages.notOption, values);
}

/** Returns the values of the chosen entries of a dropdown; undefined if there are none. */
function parseOptions(field: INodeProperties, value: unknown): unknown[] | undefined {
	return parseList(field, value)?.map((entry) => parseOption(field, entry));
}

/**
 * Returns a scalar as lower-case text. Returns undefined for a list: a list with one entry would otherwise look like
 * text.
 */
function toLowerText(value: unknown): string | undefined {
	return typeof value === 'object' ? undefined : String(value).trim().toLowerCase();
}

/** Returns the values for a message's placeholders: a field's label, and its value as messages show it. */
export function toValues({ displayName: field, typeOptions }: INodeProperties, value: unknown) {
	const shown = JSON.stringify(value) ?? String(value);
	return { field, value: typeOptions?.password ? '***' : shorten(shown, LONGEST_SHOWN) };
}

/** True for the value of a resource locator in the form that n8n stores. */
export function isLocator(value: unknown): value is { mode: string; value: unknown } {
	return typeof value === 'object' && value !== null && '__rl' in value;
}
