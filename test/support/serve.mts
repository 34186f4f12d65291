/** Servers on this machine that stand in for n8n, Link Platform or others. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a free port; returns its address, and a function that closes it with all connections. */
export async function startServer(answer: RequestListener | Server) {
	const server = typeof answer === 'function' ? createServer(answer) : answer;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async () => {
		if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
		await new Promise((resolve) => server.close(resolve));
	};
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Returns `serve`, which starts a server and resolves with its address. `close` or the end of a test closes it. */
export function useServer() {
	let end = async () => {};
	const close = async () => {
		await end();
		end = async () => {};
	};
	afterEach(close);
	const serve = async (answer: RequestListener) => {
		const started = await startServer(answer);
		end = started.close;
		return started.url;
	};
	return { serve, close };
}
