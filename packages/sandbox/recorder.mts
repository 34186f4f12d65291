import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Settings } from './settings.mts';

/** A request that the sandbox received, and the status of its response. */
export interface RecordedRequest {
	/** The number of the request. The first request after a reset is number 1. */
	n: number;
	at: string;
	method: string;
	path: string;
	/** The pattern of the route that handled the request; null if no route matched. */
	route: string | null;
	query: unknown;
	headers: FastifyRequest['headers'];
	body: unknown;
	/** The HTTP status. It is null until a response is sent, and stays null if the connection is lost before that. */
	status: number | null;
	durationMs: number | null;
}

/** The number of requests to a route, in total and by HTTP status (`none` if there was no response). */
interface RouteCount {
	count: number;
	statuses: Record<string, number>;
}

/** The body of the response to `GET /_sandbox/counts`. */
export interface RequestCounts {
	total: number;
	inFlight: number;
	maxInFlight: number;
	routes: Record<string, RouteCount>;
}

/** The number of requests to remember. Older requests are discarded. */
const KEPT = 10_000;

/** The record of requests and their responses, for tests and for inspecting the requests that a client sends. */
export class Recorder {
	private requests: RecordedRequest[] = [];
	private readonly entries = new WeakMap<FastifyRequest, RecordedRequest>();
	private routes = new Map<string, RouteCount>();
	private total = 0;
	private inFlight = 0;
	private maxInFlight = 0;

	/** Starts recording a request. Call it when the request arrives. */
	begin(request: FastifyRequest, reply: FastifyReply, settings: Settings) {
		const started = performance.now();
		const route = request.is404 ? null : (request.routeOptions.url ?? null);
		const name = `${request.method} ${route ?? '(unknown)'}`;
		const routes = this.routes;
		const counts = routes.get(name) ?? { count: 0, statuses: {} };
		routes.set(name, counts);
		counts.count += 1;
		this.total += 1;
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		const entry = settings.recordRequests ? this.keep(request, route) : undefined;
		reply.raw.once('close', () => {
			this.inFlight -= 1;
			const status = reply.raw.headersSent ? reply.raw.statusCode : null;
			const key = String(status ?? 'none');
			counts.statuses[key] = (counts.statuses[key] ?? 0) + 1;
			if (!entry) return;
			entry.status = status;
			entry.durationMs = Math.round((performance.now() - started) * 1000) / 1000;
		});
	}

	/** Records the request body. Call it when the body has been read. */
	body(request: FastifyRequest) {
		const entry = this.entries.get(request);
		if (!entry || request.body === undefined) return;
		const { body } = request;
		if (Buffer.isBuffer(body)) entry.body = { bytes: body.length };
		else if (body instanceof Readable) {
			// The route reads the body as a stream, so only the length in the Content-Length header is known here.
			entry.body = { bytes: Number(request.headers['content-length']) || null };
		} else entry.body = structuredClone(body);
	}

	/** Returns the recorded requests with a number above `since`. */
	list(since = 0) {
		return this.requests.filter(({ n }) => n > since);
	}

	/** Returns the number of requests since the last `clear`, in total and by route. */
	counts(): RequestCounts {
		const { total, inFlight, maxInFlight } = this;
		return { total, inFlight, maxInFlight, routes: Object.fromEntries(this.routes) };
	}

	/** Deletes the recorded requests, and resets the counts. */
	clear() {
		this.requests = [];
		this.routes = new Map();
		this.total = 0;
		this.maxInFlight = this.inFlight;
	}

	/** Adds a request to the recorded requests. */
	private keep(request: FastifyRequest, route: string | null) {
		const entry: RecordedRequest = {
			n: this.total,
			at: new Date().toISOString(),
			method: request.method,
			path: request.url.split('?', 1)[0],
			route,
			query: request.query,
			headers: request.headers,
			body: undefined,
			status: null,
			durationMs: null,
		};
		this.entries.set(request, entry);
		this.requests.push(entry);
		// Discard old requests in large blocks, so that a long benchmark doesn't copy the whole list at each request.
		if (this.requests.length > KEPT * 1.2) this.requests = this.requests.slice(-KEPT);
		return entry;
	}
}
