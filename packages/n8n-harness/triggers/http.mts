/** Provides the part of Express's request and response that triggers use in n8n. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { IDataObject, INode } from 'n8n-workflow';

/** The largest request body in bytes: the default of n8n's N8N_PAYLOAD_SIZE_MAX. */
const MAX_BODY = 16 * 1024 * 1024;
const TOO_LARGE = 'request entity too large';

/**
 * The request as n8n passes it to a node: with the fields that Express adds, and the raw bytes (which are signed) in
 * `rawBody`.
 */
export interface WebhookRequest extends Omit<IncomingMessage, 'rawBody'> {
	query: IDataObject;
	params: IDataObject;
	path: string;
	contentType: string;
	body?: unknown;
	rawBody?: Buffer;
	readRawBody: () => Promise<void>;
}

/** Returns the request with the fields that Express adds to it. */
export function toWebhookRequest(incoming: IncomingMessage, url: URL): WebhookRequest {
	const request: WebhookRequest = Object.assign(incoming, {
		query: Object.fromEntries(url.searchParams) as IDataObject,
		params: {} as IDataObject,
		path: url.pathname,
		contentType: (incoming.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase(),
		get: (name: string) => incoming.headers[name.toLowerCase()],
		header: (name: string) => incoming.headers[name.toLowerCase()],
		async readRawBody() {
			if (request.rawBody) return;
			if (incoming.destroyed) throw new Error('Request body stream was aborted or is not readable');
			const chunks: Buffer[] = [];
			let size = 0;
			for await (const chunk of incoming as AsyncIterable<Buffer>) {
				size += chunk.length;
				if (size > MAX_BODY) throw new Error(TOO_LARGE);
				chunks.push(chunk);
			}
			request.rawBody = unpack(Buffer.concat(chunks), incoming.headers['content-encoding']);
			if (request.rawBody.length > MAX_BODY) throw new Error(TOO_LARGE);
		},
	});
	return request;
}

/** Returns the decompressed request body. */
function unpack(body: Buffer, encoding?: string) {
	if (encoding === 'gzip') return gunzipSync(body);
	if (encoding === 'deflate') return inflateSync(body);
	return body;
}

/** Parses the request body according to its content type. */
function parseBody(request: WebhookRequest) {
	const { contentType, rawBody } = request;
	if (!rawBody?.length) return;
	const text = rawBody.toString();
	if (contentType === 'application/json') request.body = JSON.parse(text.replace(/^\uFEFF/, ''));
	if (contentType === 'text/plain') request.body = text;
	if (contentType === 'application/x-www-form-urlencoded') {
		request.body = Object.fromEntries(new URLSearchParams(text));
	}
}

/**
 * Reads the request body as n8n does before it calls the node. If the body can't be read or parsed, sends an error
 * response and resolves with false.
 */
export async function readBody(
	request: WebhookRequest,
	response: ServerResponse,
	{ typeVersion }: INode,
): Promise<boolean> {
	const readAlways = typeVersion === 1 && !request.contentType.startsWith('multipart/');
	// n8n reads a multipart form to its end, so the node can't read it anymore.
	if (request.contentType === 'multipart/form-data') await buffer(request as IncomingMessage);
	const isRead = /^(application\/json|text\/plain|application\/x-www-form)/.test(
		request.contentType,
	);
	if (!readAlways && !isRead) return true;
	try {
		await request.readRawBody();
	} catch {
		const message = 'There was a problem executing the workflow';
		sendJson(response, 500, { code: 0, message });
		return false;
	}
	try {
		parseBody(request);
	} catch (error) {
		const message = 'Failed to parse request body';
		sendJson(response, 422, { code: 422, message, hint: (error as Error).message });
		return false;
	}
	return true;
}

/** Returns the response with the methods of Express that triggers usually call. */
export function toWebhookResponse(outgoing: ServerResponse) {
	const set = (name: string, value: string) => outgoing.setHeader(name, value);
	const response = Object.assign(outgoing, {
		set,
		header: set,
		status(code: number) {
			outgoing.statusCode = code;
			return response;
		},
		json(body: unknown) {
			sendJson(outgoing, outgoing.statusCode, body);
			return response;
		},
		send(body: unknown) {
			send(outgoing, body);
			return response;
		},
	});
	return response;
}

/** Sends a JSON response. */
export function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
	outgoing.statusCode = status;
	outgoing.setHeader('content-type', 'application/json; charset=utf-8');
	outgoing.end(JSON.stringify(body));
}

/** Sends strings and bytes unchanged, and anything else as JSON. */
export function send(outgoing: ServerResponse, body: unknown): void {
	if (typeof body !== 'string' && !Buffer.isBuffer(body) && body !== undefined) {
		return sendJson(outgoing, outgoing.statusCode, body);
	}
	if (typeof body === 'string' && !outgoing.hasHeader('content-type')) {
		outgoing.setHeader('content-type', 'text/html; charset=utf-8');
	}
	outgoing.end(body);
}
