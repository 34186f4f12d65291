import type { IDataObject } from 'n8n-workflow';
import { Failure } from './failure';
import { shorten } from './fill';
import { idMessages } from './messages';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * An endpoint as the documents write it: `PUT /api/url/{linkId}/update`. Each `{name}` is a value that is encoded into
 * the path. `legacy:` before the path marks the legacy API.
 */
export type Route = `${Method} ${'' | 'legacy:'}/${string}`;

/** A file as request body. It is opened again for each attempt, since a stream can be read only once. */
export interface Upload {
	open: () => Promise<unknown>;
	mimeType: string;
	/** In bytes. */
	size: number;
}

/** A request as plain data: operations make it from an item, and the client sends it. */
export interface ApiRequest {
	/** The endpoint: rate limits may apply by route. */
	route: Route;
	method: Method;
	/** The path below the base URL, e.g. `/api/url/7`, with IDs encoded. */
	path: string;
	isLegacy: boolean;
	/** True for public endpoints, which must not get the key. */
	isPublic?: boolean;
	/** False if the endpoint is not idempotent although its method is. */
	isRepeatable?: boolean;
	/** True if the rate limit may end the request in the middle: then it isn't repeated, but fails as `limited`. */
	isPartial?: boolean;
	/** Parameters of the URL; undefined values are left out. */
	query?: IDataObject;
	body?: IDataObject;
	upload?: Upload;
	headers?: Record<string, string>;
}

/** The thing that a request asks for, which its response has to prove. */
export type Wanted =
	| 'deletion'
	| 'batch'
	| 'creation'
	| 'change'
	| 'account'
	| 'usage'
	| 'statistics'
	| 'record';

/** The first pattern that fits a route says what its requests ask for. Lists and files have their own readers. */
const WANTED: Array<[RegExp, Wanted]> = [
	[/^DELETE /, 'deletion'],
	[/\/bulk$/, 'batch'],
	// Documented to return what they create. Other writes may only say that they are done.
	[/(\/add|\/v1\/links|\/upload\/\{fileName\})$/, 'creation'],
	[/\/api\/account(\/update)?$/, 'account'],
	[/\/api\/account\/stats$/, 'usage'],
	[/\/stats$/, 'statistics'],
	[/^GET /, 'record'],
];

/** Returns what the requests of a route ask for. */
export function getWanted(route: Route): Wanted {
	return WANTED.find(([pattern]) => pattern.test(route))?.[1] ?? 'change';
}

/** Returns the names in a route: `linkId` of `GET /api/url/{linkId}`. */
export function getRouteFields(route: Route): string[] {
	return [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/**
 * Makes the request of a route with these values. They are encoded, so that no ID can reach another endpoint. Throws for
 * a value that is empty or isn't an ID, with the field's label.
 */
export function toRequest(
	route: Route,
	values: Record<string, unknown> = {},
	getLabel: (name: string) => string = (name) => name,
): ApiRequest {
	const [, method, legacy, template] = /^(\w+) (legacy:)?(.+)$/.exec(route) as RegExpExecArray;
	const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
		const id = String(values[name] ?? '');
		assertId(id, getLabel(name));
		return encodeURIComponent(id);
	});
	return { route, method: method as Method, path, isLegacy: legacy !== undefined };
}

/** Returns the request's path with its query string. */
export function getTarget({ path, query = {} }: ApiRequest): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) parameters.append(name, String(value));
	}
	return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** An ID that may lead elsewhere: proxies decode an encoded slash or dot, and then follow it. */
const LEADS_ELSEWHERE = /^[.\s]*$|[\\/\p{Cc}]|%[\da-f]{2}/iu;
/** In characters, of an ID in a message. */
const LONGEST_SHOWN = 60;

/** Throws if an ID is empty, or may lead to a different address than the record's; names the field by its label. */
export function assertId(id: string, label: string): void {
	if (id === '') throw Failure.input(idMessages.missing, { field: label });
	if (!LEADS_ELSEWHERE.test(id)) return;
	const shown = shorten(id.replace(/[\p{Cc}\p{Cf}]/gu, ''), LONGEST_SHOWN);
	throw Failure.input(idMessages.invalid, { field: label, id: shown });
}
