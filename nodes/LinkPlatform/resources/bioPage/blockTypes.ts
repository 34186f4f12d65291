import type { IDataObject } from 'n8n-workflow';
import { isRecord, getPayload, getRecords } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { toRow } from '../../runner/items';
import { bioPageMessages } from './messages';

/** Names under which Link Platform may file its block types; the document shows none. */
const COLLECTIONS = ['widgets', 'blocks', 'types', 'blockTypes', 'block_types'];

/**
 * The block types in a response to `GET /api/bio/widgets`, whose form is not documented: a list of records
 * or names, or an object keyed by the type, whose key then becomes `name` (`type` if it has a name).
 */
export function parseBlockTypes(body: unknown): IDataObject[] {
	const listed = getRecords(body, COLLECTIONS);
	if (listed) return listed.map(toRow);
	const payload = getPayload(body);
	const places = isRecord(payload) ? [...COLLECTIONS.map((name) => payload[name]), payload] : [];
	const keyed = places.find(isRecord);
	if (keyed) return Object.entries(keyed).map(([name, entry]) => toType(name, entry));
	throw Failure.unusable(bioPageMessages.noBlockTypes);
}

/** Finds a type by its name, however Link Platform spells the property that holds it. */
export function findBlockType(types: IDataObject[], wanted: string): IDataObject | undefined {
	const names = ['type', 'key', 'id', 'slug', 'name'];
	return types.find((entry) =>
		names.some((name) => String(entry[name] ?? '').toLowerCase() === wanted.toLowerCase()),
	);
}

function toType(name: string, entry: unknown): IDataObject {
	if (isRecord(entry))
		return entry.name === undefined ? { name, ...entry } : { type: name, ...entry };
	return Array.isArray(entry) ? { name, fields: entry } : { name, label: entry as string };
}
