import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Redactor } from './redactor';

export type Headers = Record<string, unknown>;

export interface Response {
	statusCode: number;
	headers: Headers;
	/** The response body: a stream as n8n's helper returns it, or a string once it is read. */
	body: unknown;
}

/** Everything that the API client needs from its environment. `adapter/client.ts` creates it from n8n's context. */
export interface Transport {
	baseUrls: { current: string; legacy: string };
	/** A hash that identifies the API key. Executions with the same key and base URL share their rate limits. */
	keyHash: string;
	/** Masks the secrets of the credential in failures and data. */
	redactor: Redactor;
	/**
	 * Sends a request with the API key, until `abortSignal` is aborted. Resolves for every HTTP status, and follows no
	 * redirects.
	 */
	send: (options: IHttpRequestOptions) => Promise<Response>;
	/** Sends a request without the API key; otherwise like `send`. */
	sendPublic: (options: IHttpRequestOptions) => Promise<Response>;
	/**
	 * The request timeout in ms. It limits how long Link Platform may stay silent, and the time for a complete JSON
	 * response.
	 */
	timeout: number;
	/** The maximum number of times that a request is sent. Refusals by the rate limit don't count. */
	attempts: number;
	/** The longest time that the execution may wait for the rate limit in total, in ms. */
	maxWait: number;
	/** True if `maxWait` is the credential's setting; false if the caller has less time. */
	canRaiseMaxWait: boolean;
	/**
	 * A signal that ends all waiting and stops further requests when it is aborted. The response to a request in
	 * flight is still read, so that its outcome is known.
	 */
	signal?: AbortSignal;
	/** A signal that also cancels requests in flight when it is aborted. */
	cancelSignal?: AbortSignal;
}
