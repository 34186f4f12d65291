import type { IDataObject } from 'n8n-workflow';
import { Failure } from './failure';
import { shorten } from './fill';
import { idMessages } from './messages';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * An API endpoint as the API docs write it: `PUT /api/url/{linkId}/update`. Each `{name}` is a value that is encoded
 * into the path. `legacy:` before the path marks the legacy API.
 */
export type Route = `${Method} ${'' | 'legacy:'}/${string}`;

/** A file as a request body. `open` is called again for each attempt, because a stream can be read only once. */
export interface Upload {
	open: () => Promise<unknown>;
	mimeType: string;
	/** The file's size in bytes. */
	size: number;
}

/** A request as plain data: an operation builds it from an item, and the client sends it. */
export interface ApiRequest {
	/**
	 * The endpoint that the request uses. Each endpoint has its own rate limiter, because rate limits may apply per
	 * route.
	 */
	route: Route;
	method: Method;
	/** The path below the base URL, e.g. `/api/url/7`, with IDs encoded. */
	path: string;
	isLegacy: boolean;
	/** True for a public endpoint, to which the API key must not be sent. */
	isPublic?: boolean;
	/** False if the endpoint isn't idempotent, although its HTTP method is. */
	isRepeatable?: boolean;
	/**
	 * True for a batch that the rate limit may stop partway through. If it does, the batch fails as `limited`, and isn't
	 * retried.
	 */
	isPartial?: boolean;
	/** Query parameters of the URL. Undefined values are left out. */
	query?: IDataObject;
	body?: IDataObject;
	upload?: Upload;
	headers?: Record<string, string>;
	/** Called whenever the rate limit has let the request through, right before it is sent. */
	onSend?: () => void;
}

/** Returns the names of the values in a route, e.g. `linkId` for `GET /api/url/{linkId}`. */
export function getRouteFields(route: Route): string[] {
	return [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/**
 * Builds the request for a route with these values. They are encoded, so that no ID can lead to another endpoint.
 * Throws if a value is empty or isn't an ID; the message names its field.
 */
export function toRequest(
	route: Route,
	values: Record<string, unknown> = {},
	getLabel: (name: string) => string = (name) => name,
): ApiRequest {
	const [, method, legacy, template] = /^(\w+) (legacy:)?(.+)$/.exec(route) as RegExpExecArray;
	const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
		const id = String(values[name] ?? '');
		assertId(id, name, getLabel(name));
		return encodeURIComponent(id);
	});
	return { route, method: method as Method, path, isLegacy: legacy !== undefined };
}

/** Returns a request's path with its query string. */
export function getTarget({ path, query = {} }: ApiRequest): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) parameters.append(name, String(value));
	}
	return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/**
 * Matches an ID that is 0 or may change the path of a URL. Proxies may decode an encoded slash or dot, and treat it as part
 * of the path.
 */
const LEADS_ELSEWHERE = /^[.\s0]*$|[\\/\p{Cc}]|%[\da-f]{2}/iu;
/** The maximum length of an ID in a message, in characters. */
const LONGEST_SHOWN = 60;

/**
 * Throws if the ID in the field `name` is empty, 0, or could lead to a URL other than the record's. The message names the
 * field by its label.
 */
export function assertId(id: string, name: string, label: string): void {
	if (id === '') throw Failure.input(idMessages.missing, { field: label }).about(name);
	if (!LEADS_ELSEWHERE.test(id)) return;
	const shown = shorten(id.replace(/[\p{Cc}\p{Cf}]/gu, ''), LONGEST_SHOWN);
	throw Failure.input(idMessages.invalid, { field: label, id: shown });
}
