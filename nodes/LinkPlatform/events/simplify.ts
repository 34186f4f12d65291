import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../api/envelope';

/** The field 'Simplify' of both triggers. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** An event as the triggers return it if 'Simplify' is off. */
export interface FullEvent extends IDataObject {
	event: string;
	deliveryId: string;
	timestamp: IDataObject[string];
	/** Documented as an object, but Link Platform may send any JSON. */
	data: IDataObject[string];
}

/**
 * Returns the event with the fields of `data` moved to its top level, so that `$json.alias` works. If a field's name
 * is already used, the field gets a prefix, so that nothing is lost. `test` is reserved for marking test events. If
 * `data` has no fields (a list, a string), it stays in `data`.
 */
export function toSimplified({
	event,
	deliveryId,
	timestamp,
	data,
	...rest
}: FullEvent): IDataObject {
	const own = { event, deliveryId, timestamp };
	const fields = new Map<string, IDataObject[string]>(Object.entries(own));
	addFields(fields, isRecord(data) ? data : { data }, 'data_', ['test']);
	addFields(fields, rest, 'body_');
	return Object.fromEntries(fields);
}

function addFields(
	fields: Map<string, IDataObject[string]>,
	added: IDataObject,
	prefix: string,
	reserved: string[] = [],
): void {
	const taken = new Set([...fields.keys(), ...reserved]);
	for (const [name, value] of Object.entries(added)) {
		let free = name;
		while (taken.has(free) || (free !== name && Object.hasOwn(added, free))) free = prefix + free;
		fields.set(free, value as IDataObject[string]);
	}
}
