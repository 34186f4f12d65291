import type { IDataObject } from 'n8n-workflow';
import type { NodeResult } from '../../packages/n8n-harness/index.mts';
import type { World } from './world.mts';

/** Returns the requests to Link Platform: method and path, with query and body if there are any. */
export async function sent({ sandbox }: World) {
	return (await sandbox.requests()).map(({ method, path, query, body }) => ({
		request: `${method} ${path}`,
		...(Object.keys(query).length > 0 ? { query } : {}),
		...(body === undefined ? {} : { body }),
	}));
}

/** Returns the method and path of each request to Link Platform. */
export const requested = async (world: World) => (await sent(world)).map(({ request }) => request);

/** Returns the method and path of each request to Link Platform that may change something. */
export const written = async (world: World) =>
	(await requested(world)).filter((request) => !request.startsWith('GET '));

/** Returns rows as the input items of a node. */
export const toItems = (rows: object[]) => rows.map((json) => ({ json: json as IDataObject }));

/** Returns a field of each item. */
export const getField = (items: Array<{ json: Record<string, unknown> }>, name: string) =>
	items.map(({ json }) => json[name]);

/** Returns the messages of a run's hints. */
export const getMessages = (hints: Array<{ message: string }>) =>
	hints.map(({ message }) => message);

/** Returns the records of items, without their paired items. */
export const getJson = (items: Array<{ json: unknown }>) => items.map(({ json }) => json);

/** Returns the record of a run's only item. */
export function getRecord({ items, errorItems }: Pick<NodeResult, 'items' | 'errorItems'>) {
	expect([errorItems, items.length]).toEqual([[], 1]);
	return items[0].json;
}

/** Returns the first failed item of a run in which every item fails. */
export function getFailure({ items, errorItems }: Pick<NodeResult, 'items' | 'errorItems'>) {
	expect(items).toEqual([]);
	return errorItems[0].json;
}

/** Returns the index of the input item that each item of a run is paired with. */
export const getPairs = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** Returns the index of the input item and the error of each failed item of a run. */
export const getErrors = (
	errorItems: Array<{ json: Record<string, unknown>; pairedItem?: unknown }>,
) => errorItems.map((item) => [...getPairs([item]), item.json.error]);

/** Returns options for a run with an API key that has only these scopes. */
export async function keyWith({ sandbox, credential }: World, scopes: string[]) {
	const apiKey = await sandbox.newKey(scopes);
	return { credentials: { linkPlatformApi: { ...credential, apiKey } } };
}

/** Returns a value of an item, or throws an error if the value isn't a string. */
export function toText(value: unknown) {
	if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`);
	return value;
}
