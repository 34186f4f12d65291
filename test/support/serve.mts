/** A server that one test runs in place of n8n or Link Platform. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `serve` starts it on a free port, and resolves with its address; it is closed after the test, or by `close`. */
export function useServer() {
	let end = async () => {};
	const close = async () => {
		await end();
		end = async () => {};
	};
	afterEach(close);
	const serve = async (answer: RequestListener) => {
		const server = createServer(answer);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		end = async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		};
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
	return { serve, close };
}
