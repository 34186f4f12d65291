import type { IDataObject } from 'n8n-workflow';

/** True for what both documents call a failure: `error` other than 0, "0", false, null or absent. */
export function isRefusal(body: unknown): boolean {
	if (!isRecord(body) || !('error' in body)) return false;
	const { error } = body;
	return !(
		error === 0 ||
		error === '0' ||
		error === false ||
		error === 'false' ||
		error === null ||
		error === ''
	);
}

/** The status that an answer means: v3 services put it into `error`, under HTTP 200 (429 above all). */
export function statusOf(statusCode: number, body: unknown): number {
	const error = isRecord(body) ? body.error : undefined;
	const told = Number(isRecord(error) ? (error.code ?? error.status) : error);
	return statusCode < 300 && told >= 400 && told < 600 ? told : statusCode;
}

/** What the service says of a failure, from the places where such services put it. */
export function messageOf(body: unknown): string {
	if (!isRecord(body)) return '';
	const { message, error, detail, title } = body;
	if (isRecord(error) && typeof error.message === 'string') return error.message;
	const words = [message, detail, title, error].find(
		(value) => typeof value === 'string' && !/^\d*$/.test(value),
	);
	if (typeof words === 'string') return words;
	return Array.isArray(message) ? message.join('; ') : '';
}

/** The payload: `data`, or the top level without `error` and `message`. */
export function payloadOf(body: unknown): unknown {
	if (!isRecord(body)) return body;
	if (body.data !== undefined && body.data !== null) return body.data;
	return without(body, ['error', 'message', 'data']);
}

/**
 * The records of a list, or undefined when the answer is none. They are in `data.<collection>`, in a
 * top-level `list` (document 1, Files), or are the bare array; `collections` are the names in use. With
 * `keyedBy`, an object of counts in their place counts too.
 */
export function recordsOf(
	body: unknown,
	collections: string[],
	keyedBy?: string,
): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	if (!isRecord(body)) return undefined;
	const { data } = body;
	if (Array.isArray(data)) return data;
	const names = [...collections, 'list', 'items'];
	for (const place of [data, body]) {
		if (!isRecord(place)) continue;
		const name = names.find((candidate) => Array.isArray(place[candidate]));
		if (name !== undefined) return place[name] as unknown[];
	}
	// Some services write an empty list as null.
	if (isRecord(data) && collections.some((name) => data[name] === null)) return [];
	return keyedBy === undefined ? undefined : keyedRecords(body, collections, keyedBy);
}

/** The rows of `{"Chrome": 12}`, or of `{"Chrome": {…}}`: each key under the name `keyedBy`. */
function keyedRecords(
	body: IDataObject,
	collections: string[],
	keyedBy: string,
): IDataObject[] | undefined {
	const data = payloadOf(body);
	if (!isRecord(data) || (data !== body.data && Object.keys(data).length === 0)) return undefined;
	const name = collections.find((candidate) => isRecord(data[candidate]));
	const entries = Object.entries(name === undefined ? data : (data[name] as IDataObject));
	const rows = entries.map(([key, value]) => {
		if (isRecord(value)) return { [keyedBy]: key, ...value };
		const isCount = value !== null && value !== '' && Number.isFinite(Number(value));
		return isCount ? { [keyedBy]: key, clicks: Number(value) } : undefined;
	});
	return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** The paging figures of a list, wherever the envelope keeps them. Ids and figures may come as text. */
export function pagingOf(body: unknown) {
	const place = isRecord(body) && isRecord(body.data) ? body.data : body;
	const read = (name: string) => {
		const value = isRecord(place) ? place[name] : undefined;
		const number = value === null || value === '' || value === false ? NaN : Number(value);
		return Number.isFinite(number) ? number : undefined;
	};
	return { next: read('nextpage'), last: read('maxpage'), size: read('perpage') };
}

/** A JSON object, not an array and not null. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of the record without these fields. */
export function without(record: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
