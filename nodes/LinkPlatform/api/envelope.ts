import type { IDataObject } from 'n8n-workflow';

/** True for what both APIs call a failure: `error` other than 0, "0", false, null or absent. */
export function isErrorEnvelope(body: unknown): boolean {
	if (!isRecord(body) || !('error' in body)) return false;
	return !([0, '0', false, 'false', null, ''] as unknown[]).includes(body.error);
}

/** What a rate limit is called; the plan's limits are, too. */
const SAYS_LIMIT = /too many|limit|throttled|slow down/i;
const SAYS_KEY =
	/\b(valid|invalid|unknown|wrong|missing|expired) api key\b(?! name)|\bapi key (is|was|has been) (not valid|invalid|required|expired|revoked|unknown|wrong)\b/i;

/**
 * The status that a response means: the legacy API puts it into `error`, with HTTP 200 (most often 429), or reports a
 * refused key or a rate limit like any failure. It is a limit if the headers say that no requests are left.
 */
export function getStatus(statusCode: number, body: unknown, remaining?: number): number {
	if (statusCode >= 300) return statusCode;
	const error = isRecord(body) ? body.error : undefined;
	const stated = Number(isRecord(error) ? (error.code ?? error.status) : error);
	if (stated >= 400 && stated < 600) return stated;
	if (!isErrorEnvelope(body)) return statusCode;
	const said = getMessage(body);
	if (SAYS_KEY.test(said)) return 401;
	return remaining === 0 && SAYS_LIMIT.test(said) ? 429 : statusCode;
}

/** In characters: the rest is cut off. */
const LONGEST_MESSAGE = 1_000;

/** The message of a failure, from the places where such services put it, with the fields that it names. */
export function getMessage(body: unknown): string {
	if (!isRecord(body)) return '';
	const { message, error, detail, title, errors } = body;
	const places = [isRecord(error) ? error.message : undefined, message, detail, title, error];
	const text = places.find((value) => typeof value === 'string' && !/^\d{0,9}$/.test(value));
	const whole = String(text ?? '');
	const fields = [message, errors].flatMap(getFieldMessages);
	const sentence = fields.length > 0 ? whole.replace(/\.$/, '') : whole;
	const parts = [sentence, ...fields].filter((part) => part !== '');
	return parts.join('; ').slice(0, LONGEST_MESSAGE);
}

/** `{url: ["must be a URL"]}` as `url: must be a URL`; also a list of texts or records. */
function getFieldMessages(errors: unknown): string[] {
	const entries = Array.isArray(errors) ? errors.map((entry) => ['', entry]) : [];
	if (isRecord(errors)) entries.push(...Object.entries(errors));
	return (entries as Array<[string, unknown]>).flatMap(([name, value]) => {
		return [value].flat().map((one) => {
			const field = isRecord(one) ? (one.field ?? one.path ?? name) : name;
			const text = isRecord(one) ? one.message : one;
			if (typeof text !== 'string') return '';
			return field === '' ? text : `${String(field)}: ${text}`;
		});
	});
}

/** A message that is sent with every success. */
const SAYS_NOTHING = /^(ok|success(ful(ly)?)?|done)?\W*$/i;

/** What a success says beside its record: warnings, and the message of a write. */
export function getNotices(body: unknown, isWrite: boolean): string[] {
	if (!isRecord(body)) return [];
	const { message, warning, warnings } = body;
	const rest = Object.keys(omit(body, ['error', 'message', 'warning', 'warnings', 'data']));
	const isBeside = rest.length > 0 || (typeof body.data === 'object' && body.data !== null);
	const entries = [isWrite && isBeside ? message : undefined, warning, warnings].flat();
	return entries
		.map((entry) => (isRecord(entry) ? entry.message : entry))
		.filter((text) => typeof text === 'string')
		.map((text) => text.replace(/\s+/g, ' ').trim())
		.filter((text) => !SAYS_NOTHING.test(text));
}

/** What may be beside a record. */
const BESIDE = ['success', 'error', 'message', 'warning', 'warnings'];

/** The payload: `data`, or the top level without `error` and `message`; a record under a name of its own is the record. */
export function getPayload(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const payload = body.data ?? omit(body, ['error', 'message', 'data']);
	if (!isRecord(payload)) return payload;
	const values = Object.values(omit(payload, BESIDE));
	const [inner] = values;
	const isNamed = values.length === 1 && isRecord(inner) && ('id' in inner || 'key' in inner);
	return isNamed ? inner : payload;
}

/**
 * The records of a list, undefined if the response contains none. They are in `data.<collection>`, in a
 * top-level `list` (legacy API, Files), or in a bare array; `collections` are the likely names.
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
	// Under any other name, it is the only array beside the figures of a list, or records and nothing else.
	const values = Object.values(omit(isRecord(data) ? data : body, BESIDE));
	const [list, ...others] = values.filter(Array.isArray);
	const isList = getPaging(body).hasFigures || (values.length === 1 && list?.every(isRecord));
	if (isList && others.length === 0 && list) return list;
	// Some services write an empty list as null.
	const isNull = isRecord(data) && collections.some((name) => data[name] === null);
	return isNull ? [] : undefined;
}

/** The paging figures of a list, wherever the envelope has them. They may be texts. */
export function getPaging(body: unknown) {
	const [place = {}] = [isRecord(body) ? body.data : undefined, body].filter(isRecord);
	const read = (name: string) => {
		const number = parseInt(String(place[name]), 10);
		return Number.isNaN(number) ? undefined : number;
	};
	const last = read('maxpage');
	const size = read('perpage');
	const total = read('result') ?? read('total');
	// Some count the records of the page instead of those of the list.
	const isOfPage = (last ?? 1) > 1 && (total ?? 0) <= (size ?? 0);
	return {
		current: read('currentpage'),
		next: read('nextpage'),
		last,
		size,
		total: isOfPage ? undefined : total,
		/** `nextpage: null` counts: it marks the last page. */
		hasFigures: last !== undefined || 'nextpage' in place,
	};
}

/**
 * The one reader of Link Platform's JSON, in responses and deliveries; undefined for another text. Numbers that
 * JavaScript cannot represent exactly, such as long IDs, become texts.
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''), /\d{16}/.test(text) ? keepDigits : undefined);
	} catch {
		return undefined;
	}
}

/** Node 22 and later pass the source text of each value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
	const source = String(context?.source);
	return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

/**
 * A name, an ID or a time as text; '' for anything else. Not `String()`: that throws for an object with a
 * `toString` of its own, which any JSON may contain, and turns a list into a name.
 */
export function scalarToText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A JSON object, not an array and not null. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of the record without these fields. */
export function omit(record: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
