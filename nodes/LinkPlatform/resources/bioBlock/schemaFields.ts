import type {
	FieldType,
	IDataObject,
	INodePropertyOptions,
	ResourceMapperField,
} from 'n8n-workflow';
import { isRecord } from '../../api/envelope';

/** Names under which a block type may keep the description of its content. */
const PLACES = ['schema', 'fields', 'properties', 'config', 'configuration', 'settings', 'content'];

/** What JSON Schema and form builders call the types of a value; everything else is text. */
const TYPES: Record<string, FieldType> = {
	array: 'array',
	list: 'array',
	repeater: 'array',
	bool: 'boolean',
	boolean: 'boolean',
	checkbox: 'boolean',
	switch: 'boolean',
	toggle: 'boolean',
	datetime: 'dateTime',
	'date-time': 'dateTime',
	float: 'number',
	int: 'number',
	integer: 'number',
	number: 'number',
	json: 'object',
	object: 'object',
};

/** "Block content of the `link` type carries `title`, `url` and `icon`" (current API, Bio profiles). */
const LINK_FIELDS = ['title', 'url', 'icon'];

/**
 * The input fields for a type of block, from its entry in `GET /api/bio/widgets` (undefined if there is
 * none). "Configuration schemas" is all that the document says of it: understood are JSON Schema, a list of
 * field names or records, and an object keyed by the field.
 */
export function parseBlockFields(
	type: string,
	entry: IDataObject | undefined,
): ResourceMapperField[] {
	const documented = type === 'link' ? LINK_FIELDS.map((id) => toField(id, {})) : [];
	const byId = new Map(documented.map((field) => [field.id, field]));
	for (const field of describedFields(schemaIn(entry))) byId.set(field.id, field);
	return [...byId.values()];
}

function schemaIn(entry: IDataObject | undefined): unknown {
	if (entry === undefined || isRecord(entry.properties)) return entry;
	return PLACES.map((place) => entry[place]).find((value) => typeof value === 'object');
}

function describedFields(schema: unknown): ResourceMapperField[] {
	if (Array.isArray(schema)) return schema.flatMap(listedField);
	if (!isRecord(schema)) return [];
	const { properties, required } = schema;
	if (!isRecord(properties)) return Object.entries(schema).map(([id, spec]) => toField(id, spec));
	// A schema of the whole block, when only its content is wanted.
	if (isRecord(properties.content) && isRecord(properties.content.properties)) {
		return describedFields(properties.content);
	}
	const needed = Array.isArray(required) ? (required as unknown[]) : [];
	return Object.entries(properties).map(([id, spec]) => toField(id, spec, needed.includes(id)));
}

function listedField(field: unknown): ResourceMapperField[] {
	if (typeof field === 'string') return [toField(field, {})];
	if (!isRecord(field)) return [];
	const id = field.key ?? field.id ?? field.field ?? field.name;
	return typeof id === 'string' ? [toField(id, field)] : [];
}

function toField(id: string, description: unknown, isNeeded = false): ResourceMapperField {
	const spec: Record<string, unknown> = isRecord(description) ? description : { type: description };
	const label = [spec.title, spec.label, spec.displayName].find(isText) ?? inWords(id);
	const options = getOptions(spec);
	const { default: preset } = spec;
	return {
		id,
		displayName: label,
		required: isNeeded || spec.required === true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: options ? 'options' : getType(spec),
		...(options ? { options } : {}),
		...(isPlain(preset) ? { defaultValue: preset } : {}),
	};
}

function getType({ type, format }: Record<string, unknown>): FieldType {
	const names: unknown[] = Array.isArray(type) ? type : [type];
	const name = names.find((candidate) => candidate !== 'null');
	return TYPES[String(format).toLowerCase()] ?? TYPES[String(name).toLowerCase()] ?? 'string';
}

function getOptions(spec: Record<string, unknown>): INodePropertyOptions[] | undefined {
	const choices = spec.enum ?? spec.options ?? spec.choices ?? spec.oneOf;
	if (isRecord(choices)) {
		return Object.entries(choices).map(([value, name]) => ({ name: String(name), value }));
	}
	if (!Array.isArray(choices)) return undefined;
	const options = (choices as unknown[]).flatMap((choice): INodePropertyOptions[] => {
		if (isPlain(choice)) return [{ name: String(choice), value: choice }];
		if (!isRecord(choice)) return [];
		const value = choice.value ?? choice.const ?? choice.id ?? choice.key;
		const name = choice.label ?? choice.title ?? choice.name ?? value;
		return isPlain(value) ? [{ name: String(name), value }] : [];
	});
	return options.length > 0 ? options : undefined;
}

/** `buttonText` and `button_text` as "Button Text". */
function inWords(id: string): string {
	const words = id.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
	const toLabel = (word: string) =>
		/^(url|id|html)$/i.test(word)
			? word.toUpperCase()
			: word.charAt(0).toUpperCase() + word.slice(1);
	return words.map(toLabel).join(' ');
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isPlain(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
