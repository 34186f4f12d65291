import { type AddressInfo, createServer } from 'node:net';

/** As many different free ports on this machine as asked for. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await close(server)));
	return ports;
}

/** The wanted port if it is free, else another one that is. */
export async function freePort(wanted?: number): Promise<number> {
	if (wanted !== undefined) {
		try {
			await close(await listen(wanted));
			return wanted;
		} catch {
			// Somebody else has it.
		}
	}
	const [port] = await freePorts(1);
	return port;
}

async function listen(port: number): Promise<ReturnType<typeof createServer>> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	return server;
}

async function close(server: ReturnType<typeof createServer>): Promise<void> {
	await new Promise((resolve) => server.close(resolve));
}
