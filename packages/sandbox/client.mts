import type { Delivery, Subscription } from './deliveries.mts';
import type { EventName } from './events.mts';
import type { RateLimiter } from './rateLimit.mts';
import type { RecordedRequest, RequestCounts } from './recorder.mts';
import type { RunningSandbox } from './server.mts';
import type { SettingsPatch } from './settings.mts';

/** The functions that `createClient` returns. */
export type Client = ReturnType<typeof createClient>;

/** A JSON object. */
export type Json = Record<string, unknown>;

/** A recorded request whose query parameters are strings. */
export type SeenRequest = Omit<RecordedRequest, 'query'> & { query: Record<string, string> };

/** A response. `body` is the parsed JSON, or a string if the response is not JSON. */
export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

/** The URLs and the API key of a sandbox, which may run in another process. */
export type Address = Pick<RunningSandbox, 'url' | 'legacyUrl' | 'apiKey'>;

/** Returns the credential for a sandbox, in the form in which n8n stores it. */
export function toCredential({ url, legacyUrl, apiKey }: Address) {
	return { apiUrl: url, legacyApiUrl: legacyUrl, apiKey, sendKeyAs: 'bearer', webhookSecret: '' };
}

/** Returns functions that send requests with the sandbox's demo key. */
function createRequests({ url, apiKey }: Address) {
	/**
	 * Sends a request, e.g. `GET /api/urls`, with the demo key. A string is sent as the body unchanged, and anything
	 * else as JSON. Returns the response, even if it is an error.
	 */
	const ask = async <Body = unknown,>(
		route: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer<Body>> => {
		const [method, path] = route.split(' ');
		const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
		const response = await fetch(url + path, {
			method,
			headers: { Authorization: `Bearer ${apiKey}`, ...json, ...headers },
			body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
			redirect: 'manual',
		});
		const text = await response.text();
		const isJson = response.headers.get('content-type')?.startsWith('application/json');
		const parsed = (isJson && text !== '' ? JSON.parse(text) : text) as Body;
		return { status: response.status, headers: response.headers, body: parsed };
	};
	/**
	 * Sends a request. The default method is POST if there is a body. Returns the response body, and throws if the
	 * request fails.
	 */
	const call = async <Body = { data: Json },>(
		path: string,
		body?: unknown,
		method = body === undefined ? 'GET' : 'POST',
	) => {
		const answer = await ask<Body>(`${method} ${path}`, body);
		if (answer.status < 400) return answer.body;
		throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
	};
	/**
	 * Calls a control route, e.g. `counts` for `/_sandbox/counts`. Returns the response body, and throws if the request
	 * fails.
	 */
	const control = <Body = unknown,>(path: string, body?: unknown, method?: string) =>
		call<Body>(`/_sandbox/${path}`, body, method);
	return { ask, call, control };
}

/** Returns a function for each of the sandbox's control routes, `/_sandbox/…`. */
function createControls({ control }: ReturnType<typeof createRequests>) {
	return {
		/**
		 * Resets the sandbox to its initial demo data with these settings, and clears faults and recorded requests.
		 */
		reset: (settings: SettingsPatch = {}) => control('reset', { settings }),
		/** Changes settings. Nested objects are merged, lists are replaced. */
		change: (settings: SettingsPatch) => control('settings', settings, 'PATCH'),
		/** Adds faults. Each request gets the first fault that matches it. */
		fault: async (...faults: object[]) => {
			for (const fault of faults) await control('faults', fault);
		},
		/** Removes all faults. */
		clearFaults: () => control('faults', undefined, 'DELETE'),
		/** Creates `count` records with one request, without sending events. */
		fill: (resource: string, count: number) => control('fill', { resource, count }),
		/** Triggers an event, with example values for missing fields. Returns the IDs of its deliveries. */
		happen: async (event: EventName | (string & {}), data?: object) =>
			(await control<{ deliveries: string[] }>('events', { event, data })).deliveries,
		/** Returns the requests recorded since the last call of `reset` or `forget`. */
		requests: async () => (await control<{ requests: SeenRequest[] }>('requests')).requests,
		/** Deletes the recorded requests, and resets the request counts. */
		forget: () => control('requests', undefined, 'DELETE'),
		/** Returns the request counts, in total and by route. */
		totals: () => control<RequestCounts>('counts'),
		/** Returns the number of requests by route, e.g. `POST /api/url/add`. */
		counts: async (): Promise<Record<string, number>> => {
			const { routes } = await control<RequestCounts>('counts');
			return Object.fromEntries(Object.entries(routes).map(([route, { count }]) => [route, count]));
		},
		/** Returns the rate limit windows so far, oldest first. */
		windows: async () =>
			(await control<{ windows: ReturnType<RateLimiter['windows']> }>('rate-limit')).windows,
		/** Returns all webhook subscriptions with their secrets, including inactive ones. */
		webhooks: async () => (await control<{ webhooks: Subscription[] }>('webhooks')).webhooks,
		/** Deactivates a webhook subscription, and cancels its deliveries. */
		deactivate: (webhook: number) => control(`webhooks/${webhook}/deactivate`, undefined, 'POST'),
		/** Activates a webhook subscription. */
		activate: (webhook: number) => control(`webhooks/${webhook}/activate`, undefined, 'POST'),
		/** Returns the latest deliveries, oldest first. */
		deliveries: async () => (await control<{ deliveries: Delivery[] }>('deliveries')).deliveries,
		/** Sends a delivery again, with the same ID. */
		redeliver: (id: string) => control(`deliveries/${id}/redeliver`, undefined, 'POST'),
	};
}

/**
 * Returns a client for tests, benchmarks and the demo. The client calls Link Platform's API and the sandbox's control
 * routes.
 */
export function createClient(address: Address) {
	const credential = toCredential(address);
	const requests = createRequests(address);
	const { call, control } = requests;
	/** Creates another API key, and returns its plain text. Without `scopes`, the key has full access. */
	const newKey = async (scopes?: string[]) => {
		const { data } = await call<{ data: { key: string } }>('/api/account/apikeys/add', {
			name: 'another',
			scopes,
		});
		return data.key;
	};

	return {
		credential,
		...requests,
		...createControls(requests),
		/** Creates another account in the same sandbox, and returns its URLs (which are the same) and its API key. */
		openAccount: async (settings: SettingsPatch = {}): Promise<Address> => {
			const { apiKey: key } = await control<{ apiKey: string }>('accounts', { settings });
			return { ...address, apiKey: key };
		},
		/**
		 * Reads the list at `path` page by page, and returns all records. `collection` is the response property that
		 * holds the records.
		 */
		all: async (path: string, collection: string) => {
			const records: Json[] = [];
			for (let page = 1, last = 1; page <= last; page += 1) {
				const { data } = await call(`${path}?page=${page}&limit=100`);
				records.push(...(data[collection] as Json[]));
				last = data.maxpage as number;
			}
			return records;
		},
		newKey,
		/**
		 * Returns a credential with a new key. The node doesn't know this key's rate limits yet, and no requests have
		 * been counted against them.
		 */
		freshCredential: async () => ({ ...credential, apiKey: await newKey() }),
		/** Requests a path as a browser would, and returns the response without following redirects. */
		visit: (path: string, headers: Record<string, string> = {}) =>
			fetch(new URL(path, address.url), { redirect: 'manual', headers }),
	};
}
