import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { RunningSandbox } from '../../../tools/sandbox/server.mts';
import type { SettingsPatch } from '../../../tools/sandbox/settings.mts';

export interface Answer {
	status: number;
	headers: Headers;
	body: any;
}

export interface Client extends RunningSandbox {
	/** Calls a path of the sandbox with the demo key; an object as body is sent as JSON. */
	call(route: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A sandbox whose every answer is checked against its schema, and a client for it. */
export async function start(settings?: SettingsPatch): Promise<Client> {
	const sandbox = await startSandbox({ settings, checkAnswers: true });
	return {
		...sandbox,
		call: async (route, body, headers = {}) => {
			const [method, path] = route.split(' ');
			const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
			const key = { Authorization: `Bearer ${sandbox.apiKey}` };
			const response = await fetch(sandbox.url + path, {
				method,
				headers: { ...key, ...json, ...headers },
				body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
				redirect: 'manual',
			});
			const text = await response.text();
			const isJson = response.headers.get('content-type')?.startsWith('application/json');
			const parsed = isJson && text !== '' ? JSON.parse(text) : text;
			return { status: response.status, headers: response.headers, body: parsed };
		},
	};
}

export interface Received {
	at: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A receiver of webhook deliveries that answers what `answer` says for the nth one. */
export async function receiver(answer: (n: number) => number | Promise<number> = () => 200) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part) => parts.push(part));
		request.on('end', async () => {
			const body = Buffer.concat(parts).toString();
			received.push({ at: performance.now(), headers: request.headers, body });
			response.writeHead(await answer(received.length)).end();
		});
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/hook`,
		received,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** Waits until `check` gives something truthy. */
export async function until<T>(check: () => T | Promise<T>, limitMs = 5000): Promise<T> {
	const end = performance.now() + limitMs;
	for (;;) {
		const result = await check();
		if (result) return result;
		if (performance.now() > end) throw new Error('Waited in vain.');
		await new Promise((done) => setTimeout(done, 5));
	}
}
