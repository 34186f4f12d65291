import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../api/envelope';

/** The field of both triggers. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** An event as the triggers put it out when 'Simplify' is off. */
export interface FullEvent extends IDataObject {
	event: string;
	deliveryId: string;
	timestamp: IDataObject[string];
	/** An object, as documented; a service may send anything. */
	data: IDataObject[string];
}

/**
 * The event with the fields of `data` beside its own, so that `$json.alias` works. What is in `data` keeps its name,
 * unless it has one of the first three; nothing is left out. `data` that has no fields (a list, a text) stays `data`.
 */
export function toSimplified({
	event,
	deliveryId,
	timestamp,
	data,
	...rest
}: FullEvent): IDataObject {
	const own = { event, deliveryId, timestamp };
	const fields = { ...own, ...besides(own, 'data_', isRecord(data) ? data : { data }) };
	return { ...fields, ...besides(fields, 'body_', rest) };
}

/** Those fields, with a prefix where the name is taken. */
function besides(taken: object, prefix: string, fields: IDataObject): IDataObject {
	const named = Object.entries(fields).map(([name, value]) => [
		Object.hasOwn(taken, name) ? prefix + name : name,
		value,
	]);
	return Object.fromEntries(named) as IDataObject;
}
