import type { FieldType, IDataObject, ResourceMapperField } from 'n8n-workflow';
import { isRecord, scalarToText } from '../../api/envelope';
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
 * The fields of a link block: "Block content of the `link` type carries `title`, `url` and `icon`" (current API, Bio
 * profiles).
 */
export const LINK_BLOCK: IDataObject = {
	properties: { title: {}, url: { title: 'URL' }, icon: {} },
};

/**
 * Returns the form fields for a type of block, from its entry in `GET /api/bio/widgets`. The API docs only call the
 * entry a "configuration schema". So any JSON Schema inside the entry is used.
 */
export function parseBlockFields(entry: IDataObject): ResourceMapperField[] {
	const places = [entry, ...Object.values(entry)].filter(isRecord);
	const { properties, required } = places.find((place) => isRecord(place.properties)) ?? {};
	const needed = Array.isArray(required) ? (required as unknown[]) : [];
	return Object.entries((properties as IDataObject) ?? {}).map(([id, schema]) =>
		toField(id, isRecord(schema) ? schema : {}, needed.includes(id)),
	);
}

function toField(id: string, schema: IDataObject, required: boolean): ResourceMapperField {
	const { title, type, format } = schema;
	const types = [format, type].flat().map((name) => TYPES[String(name)]);
	return {
		id,
		displayName: scalarToText(title) || toTitle(id),
		required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: types.find(Boolean) ?? 'string',
	};
}
