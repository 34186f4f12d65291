import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Headers } from './limits';

/** Whether an answer is read as text, or handed on as a stream. */
export type Encoding = 'text' | 'stream';

export interface Response {
	statusCode: number;
	headers: Headers;
	/** Text, or a stream where one was asked for. */
	body: unknown;
}

/** What the client needs of its surroundings; `connect.ts` makes it from n8n's context. */
export interface Connection {
	baseUrls: { current: string; legacy: string };
	/** Stands for the key: executions with the same key and base URL share one gate. */
	keyPrint: string;
	/** Shown in no text and no item. */
	secrets: string[];
	/** Sends with the key. Resolves for every HTTP status and follows no redirect. */
	send: (options: IHttpRequestOptions) => Promise<Response>;
	/** The same without the key. */
	sendPublic: (options: IHttpRequestOptions) => Promise<Response>;
	/** Reads a stream to its end, as text. */
	readText: (stream: unknown) => Promise<string>;
	/** In ms: the longest silence of the service, and the longest time for a JSON answer. */
	timeout: number;
	/** In ms: how long the execution may wait for the rate limit in all. */
	maxWait: number;
	signal?: AbortSignal;
}
