import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { createClient } from './client.mts';
import type { Answer, Client as SandboxClient } from './client.mts';
import { startSandbox } from './server.mts';
import type { RunningSandbox } from './server.mts';

/** A block of a bio page. */
interface Block {
	key: string;
	type: string;
	content: object;
	position: number;
}

export interface Slot {
	date: string;
	clicks: number;
}

/** The names of the fields that contain strings. */
type Texts =
	| ('name' | 'domain' | 'type' | 'link' | 'alias' | 'shorturl' | 'longurl' | 'url')
	| ('image' | 'key' | 'prefix');
/** The names of the fields that contain numbers. */
type Numbers = 'id' | 'clicks' | 'scans' | 'views' | 'linkId' | 'position';

/** All fields that the tests read from records of any type. */
interface Fields extends Record<Texts, string>, Record<Numbers, number> {
	secret?: string;
	verified: boolean;
	content: object;
	dns_records: Array<{ status: string }>;
	blocks: Block[];
}

/** The names of the lists whose entries the tests treat as any object. */
type Objects =
	| ('countries' | 'referrers' | 'browsers' | 'platforms' | 'variants')
	| ('errors' | 'events' | 'keys' | 'bios');
/** The names of the lists of records. */
type Records = 'urls' | 'qrs' | 'items' | 'campaigns' | 'webhooks';

/** All lists that the tests read from responses, and their paging fields. */
interface Lists extends Record<Objects, object[]>, Record<Records, Fields[]> {
	result: number;
	perpage: number;
	nextpage: number | null;
	activity: Slot[];
	widgets: Array<{ type: string; schema: object }>;
}

/** The content of a response: a record, a list, or both. */
export type Data = Fields & Lists;

/**
 * The body of a Link Platform response. The content is in `data`; in the legacy API, it may be next to `error` instead.
 */
export interface Body<T> extends Data {
	error: number | string;
	message: string;
	data: T;
	/** A field of campaigns in the legacy API. */
	rotator: string | false;
}

/** A client for a sandbox, with the sandbox's URLs and API key. */
export interface Client extends RunningSandbox, Omit<SandboxClient, 'ask'> {
	ask: <T = Data>(...request: Parameters<SandboxClient['ask']>) => Promise<Answer<Body<T>>>;
}

/**
 * Starts a sandbox before the first test and resets it before each test. Returns a client for it. Outside of tests,
 * destructure only its method `ask`: the other members don't exist until the sandbox has started.
 */
export function useSandbox(): Client {
	let client: SandboxClient;
	const ask: Client['ask'] = (...request) => client.ask(...request);
	const sandbox = { ask } as Client;
	beforeAll(async () => {
		const started = await startSandbox();
		client = createClient(started);
		Object.assign(sandbox, client, started, { ask });
	});
	beforeEach(() => client.reset());
	afterAll(() => sandbox.close());
	return sandbox;
}

/** A request that the receiver got. `at` is its time in ms, as `performance.now()` returns it. */
export interface Received {
	at: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * Starts a server that receives webhook deliveries. `answer` returns the status of the response to the nth delivery.
 * Resolves with the server's URL, the received requests, and functions to wait for deliveries and to stop the server.
 */
export async function receiver(answer: (n: number) => number | Promise<number> = () => 200) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		text(request)
			.then(async (body) => {
				received.push({ at: performance.now(), headers: request.headers, body });
				server.emit('received');
				response.writeHead(await answer(received.length)).end();
			})
			.catch((reason: Error) => response.destroy(reason));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
		/** Resolves with the events received, once there are at least `count`. */
		arrived: async (count: number) => {
			while (received.length < count) await once(server, 'received');
			return received.map(({ body }) => toEvent(body));
		},
	};
}

/** An event in the body of a delivery. `timestamp` is in ISO 8601. */
export interface Event {
	event: string;
	timestamp: string;
	data: Data;
}

/** Parses the body of a delivery, and returns its event. */
export function toEvent(body: string): Event {
	return JSON.parse(body) as Event;
}
