import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';
import { isRecord } from '../../api/envelope';
import { toTitle } from '../../runner/subtitle';

/** n8n's field types for the types and formats of JSON Schema. Any other type becomes a text field. */
const TYPES: Record<string, FieldType> = {
	array: 'array',
	boolean: 'boolean',
	'date-time': 'dateTime',
	integer: 'number',
	number: 'number',
	object: 'object',
};

/**
 * Fields of a link block: "Block content of the `link` type carries `title`, `url` and `icon`" (current API, Bio
 * profiles).
 */
const LINK_FIELDS = { title: {}, url: {}, icon: {} };

/**
 * Returns the form fields for a type of block, from its entry in `GET /api/bio/widgets`. The API docs only call the
 * entry a "configuration schema", so any JSON Schema inside the entry is used.
 */
export function parseBlockFields(
	type: string,
	entry: IDataObject | undefined,
): ResourceMapperField[] {
	const places = [entry, ...Object.values(entry ?? {})].filter(isRecord);
	const { properties, required } = places.find((place) => isRecord(place.properties)) ?? {};
	const known = type === 'link' ? LINK_FIELDS : {};
	const needed = Array.isArray(required) ? (required as unknown[]) : [];
	return Object.entries({ ...known, ...(properties as IDataObject) }).map(([id, schema]) =>
		toField(id, isRecord(schema) ? schema : {}, needed.includes(id)),
	);
}

function toField(id: string, schema: IDataObject, required: boolean): ResourceMapperField {
	const { title, type, format, enum: choices, default: preset } = schema;
	const names = [format, type].flat().map((name) => String(name));
	const options = Array.isArray(choices)
		? choices.filter(isPlain).map((value) => ({ name: String(value), value }))
		: undefined;
	return {
		id,
		displayName: typeof title === 'string' ? title : inWords(id),
		required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: options ? 'options' : (names.map((name) => TYPES[name]).find(Boolean) ?? 'string'),
		...(options ? { options } : {}),
		...(isPlain(preset) ? { defaultValue: preset } : {}),
	};
}

/** Returns e.g. "Button Text" for `buttonText` and `button_text`. */
function inWords(id: string): string {
	const words = toTitle(id.replace(/(\d)([A-Z])/g, '$1 $2'));
	return words.replace(/\b(url|id|html)\b/gi, (word) => word.toUpperCase());
}

function isPlain(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
