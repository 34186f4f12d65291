import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Redactor } from './redactor';

export type Headers = Record<string, unknown>;

export interface Response {
	statusCode: number;
	headers: Headers;
	/** A stream as n8n's helper returns it, or text once it is read. */
	body: unknown;
}

/** Everything that the client needs from its environment; `adapter/client.ts` makes it from n8n's context. */
export interface Transport {
	baseUrls: { current: string; legacy: string };
	/** Identifies the key: executions with the same key and base URL share their rate limits. */
	keyHash: string;
	/** Masks the secrets of the credential. */
	redactor: Redactor;
	/** Sends with the key, until `abortSignal`. Resolves for every HTTP status and follows no redirect. */
	send: (options: IHttpRequestOptions) => Promise<Response>;
	/** Sends without the key, otherwise like `send`. */
	sendPublic: (options: IHttpRequestOptions) => Promise<Response>;
	/** In ms: for any silence of Link Platform, and for a complete JSON response. */
	timeout: number;
	/** The maximum number of times a request is sent; refusals by the rate limit do not count. */
	attempts: number;
	/** In ms: how long the execution may wait for the rate limit in all. */
	maxWait: number;
	/** True if `maxWait` is the credential's; false if the caller has less time. */
	canRaiseMaxWait: boolean;
	/** Ends all waiting, and no more is sent. The response to a request in flight is still read, so its outcome is known. */
	signal?: AbortSignal;
	/** Also ends requests in flight. */
	cancelSignal?: AbortSignal;
}
