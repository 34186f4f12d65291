import type { World } from './world.mts';

/** What Link Platform was asked: method and path, with query and body where there are any. */
export async function sent({ sandbox }: World) {
	return (await sandbox.requests()).map(({ method, path, query, body }) => ({
		request: `${method} ${path}`,
		...(Object.keys(query).length > 0 ? { query } : {}),
		...(body === undefined ? {} : { body }),
	}));
}

/** A test for rows of an operation, its parameters, and the one request with which it does its work. */
export const sendsOne =
	(world: World, resource: string) =>
	async (operation: string, parameters: object, request: string, body: object | undefined) => {
		const { errorItems } = await world.run(resource, operation, { ...parameters });
		expect(errorItems).toEqual([]);
		expect(await sent(world)).toEqual([{ request, ...(body ? { body } : {}) }]);
	};

/** The records of items, without their pairing. */
export const getJson = (items: Array<{ json: unknown }>) => items.map(({ json }) => json);

/** The items that the items of a run are paired with. */
export const getPairs = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** What has a run use a key with these scopes, for a test of what a lesser key may do. */
export async function keyWith({ sandbox, credential }: World, scopes: string[]) {
	const apiKey = await sandbox.newKey(scopes);
	return { credentials: { linkPlatformApi: { ...credential, apiKey } } };
}

/** A value of an item that has to be text by now. */
export function toText(value: unknown): string {
	if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`);
	return value;
}
