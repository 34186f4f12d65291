import type { World } from './world.mts';

/** What the service was asked: method and path, with query and body where there are any. */
export async function sent({ sandbox }: World) {
	return (await sandbox.requests()).map(({ method, path, query, body }) => ({
		request: `${method} ${path}`,
		...(Object.keys(query).length > 0 ? { query } : {}),
		...(body === undefined ? {} : { body }),
	}));
}

/** The records of items, without their pairing. */
export const jsonOf = (items: Array<{ json: unknown }>) => items.map(({ json }) => json);

/** The items that the items of a run are paired with. */
export const pairsOf = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** Makes a key with these scopes, for a test of what a lesser key may do. */
export async function keyWith({ sandbox }: World, scopes: string[]): Promise<string> {
	const response = await fetch(`${sandbox.url}/api/account/apikeys/add`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${sandbox.apiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({ name: 'lesser', scopes }),
	});
	const { data } = (await response.json()) as { data: { key: string } };
	return data.key;
}
