import type { Client } from './client';
import { isRecord, scalarToText } from './envelope';
import { getFailure } from './failure';
import { readList, type List } from './paging';
import type { ApiRequest, Route } from './route';

/**
 * Sends a deletion. An empty response with status 200 doesn't say whether it was carried out: then it was if the record
 * can't be read any more. One that can't be read on its own must be missing from `list`, or from the IDs that `getParts`
 * finds in the record that it is a part of.
 */
export async function sendDeletion(
	client: Client,
	request: ApiRequest,
	{ list, getParts }: { list?: List; getParts?: GetParts } = {},
): Promise<void> {
	const reading = toReading(request);
	const id = decodeURIComponent(reading.path.split('/').at(-1)!);
	const isDone = async () => {
		if (getParts) return getParts(await client.send(toWhole(reading)))?.includes(id) === false;
		if (!list) return (await getFailure(client.send(reading)))?.isNotFound === true;
		const records = await readList(client, list);
		return !records.some((record) => isRecord(record) && scalarToText(record.id) === id);
	};
	await client.send({ ...request, isDone });
}

/** The IDs of the parts of a record; undefined if the response doesn't say them. */
export type GetParts = (body: unknown) => string[] | undefined;

/** The request that reads the record of which another one is a part: the one before it in the path. */
function toWhole(reading: ApiRequest): ApiRequest {
	const [route, path] = [reading.route, reading.path].map((text) =>
		text.split('/').slice(0, -2).join('/'),
	);
	return { ...reading, route: route as Route, path };
}

/** The request that reads the record which a deletion deletes. */
function toReading(deletion: ApiRequest): ApiRequest {
	const [route, path] = [deletion.route, deletion.path].map((text) =>
		text.replace('DELETE', 'GET').replace(/\/delete$/, ''),
	);
	return { ...deletion, method: 'GET', route: route as Route, path };
}
