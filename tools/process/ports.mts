import { type AddressInfo, createServer } from 'node:net';

/** Returns `count` different free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await close(server)));
	return ports;
}

/** Returns the wanted port if it is free, else another free port. */
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

/** Reserves a free port for a process that starts later. */
export async function holdPort(): Promise<{ port: number; release: () => Promise<void> }> {
	const server = await listen(0);
	const { port } = server.address() as AddressInfo;
	return { port, release: async () => await close(server) };
}

/** Runs `start`, which looks for free ports; runs it again if one was taken in the meantime. */
export async function onFreePorts<T>(start: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start();
		} catch (thrown) {
			if (attempt === 3 || !/already in use/i.test((thrown as Error).message)) throw thrown;
		}
	}
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
