import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getRouteFields, toRequest, type ApiRequest, type Route } from '../api/route';
import type { Input } from './input';
import { toRecord } from './items';

/**
 * Builds the request for a route. Fills the placeholders in the route from the item's fields with the same names.
 */
export function toItemRequest(route: Route, input: Input): ApiRequest {
	const values = getRouteFields(route).map((name) => [name, input.string(name)]);
	return toRequest(route, Object.fromEntries(values), (name) => input.label(name));
}

/** Sends a request, and resolves with the record in its response. */
export async function sendForRecord(client: Client, request: ApiRequest): Promise<IDataObject> {
	return toRecord(await client.send(request));
}
