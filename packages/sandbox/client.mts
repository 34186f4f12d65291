import type { Delivery, Subscription } from './deliveries.mts';
import type { EventName } from './events.mts';
import type { RateLimiter } from './rateLimit.mts';
import type { RecordedRequest, RequestCounts } from './recorder.mts';
import type { RunningSandbox } from './server.mts';
import type { SettingsPatch } from './settings.mts';

export type Client = ReturnType<typeof createClient>;

export type Json = Record<string, unknown>;

/** A recorded request; its query holds strings by name. */
export type SeenRequest = Omit<RecordedRequest, 'query'> & { query: Record<string, string> };

export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

/** The addresses and the key of a sandbox, which may run in another process. */
export type Address = Pick<RunningSandbox, 'url' | 'legacyUrl' | 'apiKey'>;

/** Returns the credential for a sandbox, as n8n stores it. */
export function toCredential({ url, legacyUrl, apiKey }: Address) {
	return { apiUrl: url, legacyApiUrl: legacyUrl, apiKey, sendKeyAs: 'bearer', webhookSecret: '' };
}

/** Creates functions that send requests with the demo key. */
function createRequests({ url, apiKey }: Address) {
	/** Sends a request, e.g. `GET /api/urls`, with the demo key. Returns the response even if it is a failure. */
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
	/** Sends a body by POST by default; returns the body of a success and throws anything else. */
	const call = async <Body = { data: Json },>(
		path: string,
		body?: unknown,
		method = body === undefined ? 'GET' : 'POST',
	): Promise<Body> => {
		const answer = await ask<Body>(`${method} ${path}`, body);
		if (answer.status < 400) return answer.body;
		throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
	};
	const control = async <Body = unknown,>(path: string, body?: unknown, method?: string) =>
		await call<Body>(`/_sandbox/${path}`, body, method);
	return { ask, call, control };
}

/** Creates a function for each control of the sandbox, `/_sandbox/…`. */
function createControls({ control }: ReturnType<typeof createRequests>) {
	return {
		/** Returns to the seed: these settings, no faults, no recorded requests. */
		reset: async (settings: SettingsPatch = {}) => await control('reset', { settings }),
		change: async (settings: SettingsPatch) => await control('settings', settings, 'PATCH'),
		/** Adds faults. The first one that matches a request is applied. */
		fault: async (...faults: object[]) => {
			for (const fault of faults) await control('faults', fault);
		},
		clearFaults: async () => await control('faults', undefined, 'DELETE'),
		/** Creates many records at once, without events. */
		fill: async (resource: string, count: number) => await control('fill', { resource, count }),
		/** Makes an event happen, with example values for missing fields; returns the ids of its deliveries. */
		happen: async (event: EventName | (string & {}), data?: object) =>
			(await control<{ deliveries: string[] }>('events', { event, data })).deliveries,
		/** Returns the requests since the last reset or `forget`. */
		requests: async () => (await control<{ requests: SeenRequest[] }>('requests')).requests,
		forget: async () => await control('requests', undefined, 'DELETE'),
		totals: async () => await control<RequestCounts>('counts'),
		/** Returns the number of requests by route, e.g. `POST /api/url/add`. */
		counts: async (): Promise<Record<string, number>> => {
			const { routes } = await control<RequestCounts>('counts');
			return Object.fromEntries(Object.entries(routes).map(([route, { count }]) => [route, count]));
		},
		/** Returns the windows of the rate limit, the newest last. */
		windows: async () =>
			(await control<{ windows: ReturnType<RateLimiter['windows']> }>('rate-limit')).windows,
		/** Returns all subscriptions with their secrets, including deactivated ones. */
		webhooks: async () => (await control<{ webhooks: Subscription[] }>('webhooks')).webhooks,
		deactivate: async (webhook: number) =>
			await control(`webhooks/${webhook}/deactivate`, undefined, 'POST'),
		activate: async (webhook: number) =>
			await control(`webhooks/${webhook}/activate`, undefined, 'POST'),
		verifyDomain: async (id: unknown) =>
			await control(`domains/${Number(id)}/verify`, undefined, 'POST'),
		deliveries: async () => (await control<{ deliveries: Delivery[] }>('deliveries')).deliveries,
		/** Sends a delivery again, under the same id. */
		redeliver: async (id: string) => await control(`deliveries/${id}/redeliver`, undefined, 'POST'),
	};
}

/** Creates a client for tests, benchmarks and the demo: Link Platform's API, and the sandbox's controls. */
export function createClient(address: Address) {
	const credential = toCredential(address);
	const requests = createRequests(address);
	const { call, control } = requests;
	/** Creates another key; one without scopes may do everything. */
	const newKey = async (scopes?: string[]): Promise<string> => {
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
		/** Opens another account at the same address. */
		openAccount: async (settings: SettingsPatch = {}): Promise<Address> => {
			const { apiKey: key } = await control<{ apiKey: string }>('accounts', { settings });
			return { ...address, apiKey: key };
		},
		/** Returns all records of a list, read page by page. */
		all: async (path: string, collection: string): Promise<Json[]> => {
			const records: Json[] = [];
			for (let page = 1, last = 1; page <= last; page += 1) {
				const { data } = await call(`${path}?page=${page}&limit=100`);
				records.push(...(data[collection] as Json[]));
				last = data.maxpage as number;
			}
			return records;
		},
		newKey,
		/** Returns a credential with a new key, whose rate limits are unknown and unused. */
		freshCredential: async () => ({ ...credential, apiKey: await newKey() }),
		/** Returns the response that a browser gets at a path. Redirects aren't followed. */
		visit: async (path: string, headers: Record<string, string> = {}) =>
			await fetch(new URL(path, address.url), { redirect: 'manual', headers }),
	};
}
