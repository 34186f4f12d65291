/** Responses that never end, a little at a time or as a flood: the item fails, and its connection is closed. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../tools/until.mts';
import { getFailure, getRecord } from '../support/sent.mts';
import { startServer } from '../support/serve.mts';
import { byId, openWorld, useOpenedFor } from '../support/world.mts';

const MB = 1024 ** 2;
const piece = Buffer.alloc(64 * 1024, ' ');

function trickle(response: ServerResponse) {
	const timer = setInterval(() => response.write(' '), 50);
	response.on('close', () => clearInterval(timer));
}

function flood(response: ServerResponse) {
	const send = () => {
		while (!response.destroyed && response.write(piece));
	};
	response.on('drain', send);
	send();
}

const PNG = Buffer.from('\x89PNG and more', 'latin1');
const json = 'application/json';
const answers: Record<string, (response: ServerResponse) => unknown> = {
	'/api/url/1': (response) => trickle(response.writeHead(200, { 'content-type': json })),
	'/api/url/2': (response) => trickle(response.writeHead(500, { 'content-type': json })),
	'/api/url/3': (response) => trickle(response.writeHead(302, { location: '/api/url/4' })),
	'/api/url/4': (response) => response.writeHead(200, { 'content-type': json }).end('{"id":4}'),
	'/api/url/add': (response) => flood(response.writeHead(200, { 'content-type': json })),
	'/api/qr/1/download': (response) => trickle(response.writeHead(200, { 'content-type': json })),
	'/api/qr/2/download': (response) => trickle(response.writeHead(502, { 'content-type': 'x/y' })),
	'/api/qr/3/download': (response) =>
		trickle(response.writeHead(200, { 'content-type': 'text/html' })),
	'/api/qr/4/download': (response) => {
		response.writeHead(200, { 'content-type': 'image/png' }).write(PNG);
	},
	'/api/qr/5/download': async (response) => {
		response.writeHead(200, { 'content-type': 'image/png' }).write(PNG);
		for (let left = 10; left > 0; left -= 1) {
			await pause(300);
			response.write('x');
		}
		response.end();
	},
};

const inWorld = useOpenedFor(async () => {
	const world = await openWorld();
	const open = new Set<Socket>();
	let asked = 0;
	let bytes = 0;
	const { server, ...started } = await startServer((request, response) => {
		asked += 1;
		answers[request.url!.split('?')[0]](response);
	});
	server.on('connection', (socket) => {
		open.add(socket);
		socket.on('close', () => {
			open.delete(socket);
			bytes += socket.bytesWritten;
		});
	});
	const credentials = { linkPlatformApi: { ...world.credential, apiUrl: started.url } };
	return {
		host: new URL(started.url).host,
		asked: () => asked,
		/** Returns the number of megabytes that were sent over connections that are now closed. */
		taken: () => bytes / MB,
		run: (resource: string, operation: string, parameters: object, more: object = {}) =>
			world.run(
				resource,
				operation,
				{ ...parameters },
				{ credentials, pace: { timeout: 1 }, ...more },
			),
		allClosed: () => until('all connections to be closed', () => open.size === 0, 15_000),
		restore: async () => {
			asked = 0;
			bytes = 0;
			await world.restore();
		},
		close: async () => {
			await started.close();
			await world.close();
		},
	};
});

type Call = [resource: string, operation: string, parameters: object];
const link = (id: number): Call => ['link', 'get', { linkId: byId(id) }];
const image = (id: number): Call => ['qrCode', 'download', { qrCodeId: byId(id), format: 'png' }];
const cases: Array<[name: string, call: Call]> = [
	['a record sent slowly', link(1)],
	['an error response sent slowly', link(2)],
	['JSON sent slowly in place of a file', image(1)],
	['an error response sent slowly in place of a file', image(2)],
	['a web page sent slowly in place of a file', image(3)],
	['a file that stops in the middle', image(4)],
];

test.concurrent.each(cases)(
	'a response without end (%s) times out in each attempt and leaves no connection open',
	inWorld(async ({ run, host, asked, allClosed }, _name, call) => {
		expect(getFailure(await run(...call))).toMatchObject({
			error: `The request to ${host} timed out`,
			message: expect.stringContaining("'Timeout (Seconds)'"),
		});
		// On a busy machine, an attempt may time out before its request arrives.
		expect([2, 3, 4]).toContain(asked());
		await allClosed();
	}),
	60_000,
);

test.concurrent(
	'a redirect with an endless body is followed, and its connection is closed',
	inWorld(async ({ run, allClosed }) => {
		expect(getRecord(await run(...link(3), { pace: { timeout: 120 } }))).toEqual({ id: 4 });
		await allClosed();
	}),
	60_000,
);

test.concurrent(
	'a huge response is read only up to 100 MB, and its error says that the request may have gone through',
	inWorld(async ({ run, asked, taken, allClosed }) => {
		const parameters = { url: 'https://example.com' };
		const result = await run('link', 'create', parameters, { pace: { timeout: 120 } });
		expect(getFailure(result)).toMatchObject({
			error: "Link Platform's response is too large (more than 100 MB)",
			message: expect.stringContaining('the request may still have gone through'),
		});
		expect(asked()).toBe(1);
		await allClosed();
		// The buffers of the connection may hold some more data than the node accepts.
		expect(taken()).toBeLessThan(130);
	}),
	150_000,
);

test.concurrent.each([
	['a record', link(1)],
	['a file', image(4)],
])(
	'canceling an execution closes a connection on which %s never ends',
	inWorld(async ({ run, asked, allClosed }, _name, call) => {
		const stop = new AbortController();
		const running = run(...call, { signal: stop.signal, pace: { timeout: 120 } });
		await until('the request to begin', () => asked() === 1);
		stop.abort();
		expect((await running).status).toBe('canceled');
		await allClosed();
	}),
	60_000,
);

// This test isn't concurrent, because a busy process may read a byte too late.
test(
	'a slow download completes even if it takes longer than the timeout in total',
	inWorld(async ({ run, asked }) => {
		expect([getRecord(await run(...image(5))).fileSize, asked()]).toEqual([PNG.length + 10, 1]);
	}),
);
