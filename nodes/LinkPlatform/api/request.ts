import type { IDataObject } from 'n8n-workflow';

/** A file as request body: opened anew for each attempt, since a stream can be read only once. */
export interface Upload {
	open: () => Promise<unknown>;
	mimeType: string;
	/** In bytes. */
	size: number;
}

/** A request as plain data: what the operations make of an item, and what the client sends. */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Below the base URL, e.g. `/api/url/7`; ids are encoded already. */
	path: string;
	/** The endpoint without the ids, e.g. `GET /api/url/{linkId}`: rate limits may go by endpoint. */
	endpoint: string;
	/** True for the v3 interface of document 1. */
	isLegacy?: boolean;
	/** True for the public endpoints, which must not see the key. */
	isPublic?: boolean;
	query?: IDataObject;
	body?: IDataObject;
	upload?: Upload;
	headers?: Record<string, string>;
}

/**
 * What became of a request that brought no result. `limited`: refused by the rate limit. `unsent`: the
 * service was not reached. `lost`: it was, and what it did is unknown. `refused`: it said no.
 */
export type Fate = 'limited' | 'unsent' | 'lost' | 'refused';

/** The fate of a request that was answered with this status; undefined for a good answer. */
export function fateOf(status: number): Fate | undefined {
	if (status === 429) return 'limited';
	// 501 and 505 will not change; 408 and 425 are what a proxy says of a request that it gave up.
	const isLost = [408, 425].includes(status) || (status >= 500 && ![501, 505].includes(status));
	if (isLost) return 'lost';
	return status >= 400 ? 'refused' : undefined;
}

/** The one place that decides what may be sent again: whatever cannot happen twice by it. */
export function mayRepeat({ method, headers }: ServiceRequest, fate: Fate): boolean {
	if (fate === 'limited' || fate === 'unsent') return true;
	const isIdempotent = method !== 'POST' || headers?.['Idempotency-Key'] !== undefined;
	return fate === 'lost' && isIdempotent;
}

/** The path with its query string; values that are undefined are left out. */
export function target({ path, query }: ServiceRequest): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query ?? {})) {
		if (value !== undefined) parameters.append(name, String(value));
	}
	return parameters.size === 0 ? path : `${path}?${parameters}`;
}
