import type { IDataObject } from 'n8n-workflow';
import type { NodeResult } from '../../packages/n8n-harness/index.mts';
import type { World } from './world.mts';

/** The requests to Link Platform: method and path, with query and body if there are any. */
export async function sent({ sandbox }: World) {
	return (await sandbox.requests()).map(({ method, path, query, body }) => ({
		request: `${method} ${path}`,
		...(Object.keys(query).length > 0 ? { query } : {}),
		...(body === undefined ? {} : { body }),
	}));
}

/** Method and path of each request to Link Platform. */
export const requested = async (world: World) => (await sent(world)).map(({ request }) => request);

/** Rows as the items that a node gets. */
export const toItems = (rows: object[]) => rows.map((json) => ({ json: json as IDataObject }));

/** A field of each item. */
export const getField = (items: Array<{ json: Record<string, unknown> }>, name: string) =>
	items.map(({ json }) => json[name]);

/** What the hints of a run say. */
export const getMessages = (hints: Array<{ message: string }>) =>
	hints.map(({ message }) => message);

/** The records of items, without their pairing. */
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

/** The items that the items of a run are paired with. */
export const getPairs = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** The failed items of a run: which one, and why. */
export const getErrors = (
	errorItems: Array<{ json: Record<string, unknown>; pairedItem?: unknown }>,
) => errorItems.map((item) => [...getPairs([item]), item.json.error]);

/** Options for a run with a key that has only these scopes. */
export async function keyWith({ sandbox, credential }: World, scopes: string[]) {
	const apiKey = await sandbox.newKey(scopes);
	return { credentials: { linkPlatformApi: { ...credential, apiKey } } };
}

/** A value of an item that has to be text by now. */
export function toText(value: unknown) {
	if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`);
	return value;
}
