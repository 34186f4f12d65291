import type { Client } from './client';
import { isRecord, scalarToText } from './envelope';
import { getFailure } from './failure';
import { readList, type List } from './paging';
import type { ApiRequest, Route } from './route';

/**
 * Sends a deletion. An empty response with status 200 doesn't say whether it was carried out: then it was if the record
 * can't be read any more, or if `list`, for a record that can't be read on its own, doesn't have it.
 */
export async function sendDeletion(
	client: Client,
	request: ApiRequest,
	list?: List,
): Promise<void> {
	const reading = toReading(request);
	const id = decodeURIComponent(reading.path.split('/').at(-1)!);
	const isDone = async () => {
		if (!list) return (await getFailure(client.send(reading)))?.isNotFound === true;
		const records = await readList(client, list);
		return !records.some((record) => isRecord(record) && scalarToText(record.id) === id);
	};
	await client.send({ ...request, isDone });
}

/** The request that reads the record which a deletion deletes. */
function toReading(deletion: ApiRequest): ApiRequest {
	const [route, path] = [deletion.route, deletion.path].map((text) =>
		text.replace('DELETE', 'GET').replace(/\/delete$/, ''),
	);
	return { ...deletion, method: 'GET', route: route as Route, path };
}
