import type { IDataObject } from 'n8n-workflow';

/** True for what both APIs call a failure: `error` other than 0, "0", false, null or absent. */
export function isErrorEnvelope(body: unknown): boolean {
	if (!isRecord(body) || !('error' in body)) return false;
	return !([0, '0', false, 'false', null, ''] as unknown[]).includes(body.error);
}

/** The status that an answer means: the legacy API puts it into `error`, under HTTP 200 (429 above all). */
export function getStatus(statusCode: number, body: unknown): number {
	const error = isRecord(body) ? body.error : undefined;
	const told = Number(isRecord(error) ? (error.code ?? error.status) : error);
	return statusCode < 300 && told >= 400 && told < 600 ? told : statusCode;
}

/** What a response says of a failure, from the places where such services put it. */
export function getMessage(body: unknown): string {
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
export function getPayload(body: unknown): unknown {
	if (!isRecord(body)) return body;
	if (body.data !== undefined && body.data !== null) return body.data;
	return omit(body, ['error', 'message', 'data']);
}

/**
 * The records of a list, or undefined where the response holds none. They are in `data.<collection>`, in a
 * top-level `list` (legacy API, Files), or are the bare array; `collections` are the names in use.
 */
export function getRecords(body: unknown, collections: string[]): unknown[] | undefined {
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
	const isNull = isRecord(data) && collections.some((name) => data[name] === null);
	return isNull ? [] : undefined;
}

/** The paging figures of a list, wherever the envelope keeps them. Ids and figures may come as text. */
export function getPaging(body: unknown) {
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
export function omit(record: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
