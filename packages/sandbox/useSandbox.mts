import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { createClient } from './client.mts';
import type { Answer, Client as SandboxClient } from './client.mts';
import { startSandbox } from './server.mts';
import type { RunningSandbox } from './server.mts';

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

type Texts =
	| ('name' | 'domain' | 'type' | 'link' | 'alias' | 'shorturl' | 'longurl' | 'url')
	| ('image' | 'key' | 'prefix');
type Numbers = 'id' | 'clicks' | 'scans' | 'views' | 'linkId' | 'position';

/** The fields that the tests read, of any record. */
interface Fields extends Record<Texts, string>, Record<Numbers, number> {
	secret?: string;
	verified: boolean;
	content: object;
	dns_records: Array<{ status: string }>;
	blocks: Block[];
}

type Objects =
	| ('countries' | 'referrers' | 'browsers' | 'platforms' | 'variants')
	| ('errors' | 'events' | 'keys' | 'bios');
type Records = 'urls' | 'qrs' | 'items' | 'campaigns' | 'webhooks';

/** The lists that the tests read, with their paging. */
interface Lists extends Record<Objects, object[]>, Record<Records, Fields[]> {
	result: number;
	perpage: number;
	nextpage: number | null;
	activity: Slot[];
	widgets: Array<{ type: string; schema: object }>;
}

export type Data = Fields & Lists;

/** A response of Link Platform: its data in `data`, or in the legacy API also beside `error`. */
export interface Body<T> extends Data {
	error: number | string;
	message: string;
	data: T;
	/** Of a campaign in the legacy API. */
	rotator: string | false;
}

export interface Client extends RunningSandbox, Omit<SandboxClient, 'ask'> {
	ask: <T = Data>(...request: Parameters<SandboxClient['ask']>) => Promise<Answer<Body<T>>>;
}

/**
 * Returns a client for a sandbox that starts before the first test and returns to its seed before each one. Only
 * `ask` can be destructured earlier.
 */
export function useSandbox(): Client {
	let client: SandboxClient;
	const ask: Client['ask'] = async (...request) => await client.ask(...request);
	const sandbox = { ask } as Client;
	beforeAll(async () => {
		const started = await startSandbox();
		client = createClient(started);
		Object.assign(sandbox, client, started, { ask });
	});
	beforeEach(async () => {
		await client.reset();
	});
	afterAll(() => sandbox.close());
	return sandbox;
}

export interface Received {
	at: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** Starts a receiver of webhook deliveries; `answer` returns the status for the nth delivery. */
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
		/** Resolves with the events received, once there are that many. */
		arrived: async (count: number) => {
			while (received.length < count) await once(server, 'received');
			return received.map(({ body }) => toEvent(body));
		},
	};
}

export interface Event {
	event: string;
	timestamp: string;
	data: Data;
}

/** Returns the event in the body of a delivery. */
export function toEvent(body: string): Event {
	return JSON.parse(body) as Event;
}
