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

const IDEMPOTENT_METHODS = ['GET', 'PUT', 'DELETE'];

/** The one place that decides what may be sent again after an answer got lost or the service broke down. */
export function mayRepeat({ method, headers }: ServiceRequest): boolean {
	return IDEMPOTENT_METHODS.includes(method) || headers?.['Idempotency-Key'] !== undefined;
}

/** The path with its query string; values that are undefined are left out. */
export function target({ path, query }: ServiceRequest): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query ?? {})) {
		if (value !== undefined) parameters.append(name, String(value));
	}
	return parameters.size === 0 ? path : `${path}?${parameters}`;
}
