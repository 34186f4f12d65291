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
	const reserved = [...Object.keys(own), 'test'];
	const named = { ...own, ...rename(isRecord(data) ? data : { data }, 'data_', reserved) };
	return { ...named, ...rename(rest, 'body_', Object.keys(named)) };
}

/**
 * Returns the fields. If `taken` includes the name of a field, adds the prefix to the name until it is free. Adds the
 * names to `taken`.
 */
function rename(fields: IDataObject, prefix: string, taken: string[]): IDataObject {
	const entries = Object.entries(fields).map(([name, value]) => {
		let free = name;
		while (taken.includes(free) || (free !== name && Object.hasOwn(fields, free))) {
			free = prefix + free;
		}
		taken.push(free);
		return [free, value];
	});
	return Object.fromEntries(entries) as IDataObject;
}
