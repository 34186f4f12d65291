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

/** An event as the triggers return it when 'Simplify' is off. */
export interface FullEvent extends IDataObject {
	event: string;
	deliveryId: string;
	timestamp: IDataObject[string];
	/** By the documents an object, but Link Platform may send anything. */
	data: IDataObject[string];
}

/**
 * Returns the event with the fields of `data` beside its own, so that `$json.alias` works. A field whose name is taken
 * gets a prefix, so nothing is left out. `test` marks test events, so a field of `data` never has that name. `data`
 * without fields (a list, a string) stays `data`.
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
