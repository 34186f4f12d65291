import type { IHttpRequestOptions } from 'n8n-workflow';
import type { ApiRequest } from './route';

export type Headers = Record<string, unknown>;

/** Whether a response is read as text, or handed on as a stream. */
export type Encoding = 'text' | 'stream';

export interface Response {
	statusCode: number;
	headers: Headers;
	/** Text, or a stream where one was asked for. */
	body: unknown;
}

/** Masks secrets that a service sends back. */
export interface ResponseRedactor {
	/** In a text of a failure. */
	redactText: (text: string) => string;
	/** In the data of a good response; `text` is what it came as. */
	redactJson: (json: unknown, text: string) => unknown;
}

/** What the client needs of its surroundings; `n8n/client.ts` makes it from n8n's context. */
export interface Transport {
	baseUrls: { current: string; legacy: string };
	/** Stands for the key: executions with the same key and base URL share their rate limits. */
	keyHash: string;
	/** The header in which the current API gets the key; the legacy API always gets it in `Authorization`. */
	keyHeader: 'Authorization' | 'X-API-Key';
	/** Masks the secrets of the credential and of one request. */
	createRedactor: (request: ApiRequest) => ResponseRedactor;
	/** Sends with the key. Resolves for every HTTP status and follows no redirect. */
	send: (options: IHttpRequestOptions) => Promise<Response>;
	/** The same without the key. */
	sendPublic: (options: IHttpRequestOptions) => Promise<Response>;
	/** The text of a response's body, whatever n8n's helper made of it; a stream is read to its end. */
	readText: (body: unknown) => Promise<string>;
	/** In ms: the longest silence of Link Platform, and the longest time for a JSON response. */
	timeout: number;
	/** How often a request is sent at most; refusals by the rate limit do not count. */
	attempts: number;
	/** In ms: how long the execution may wait for the rate limit in all. */
	maxWait: number;
	/** True where the credential allows no more; false where the caller has less time. */
	canRaiseMaxWait: boolean;
	signal?: AbortSignal;
}
