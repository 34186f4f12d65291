import { type AddressInfo, createServer } from 'node:net';

/** Returns `count` different ports of this machine that are free. */
export async function freePorts(count: number) {
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => close(server)));
	return ports;
}

/** Returns the wanted port if it is free, otherwise another free port. */
export async function freePort(wanted?: number) {
	if (wanted !== undefined) {
		try {
			await close(await listen(wanted));
			return wanted;
		} catch {
			// Another process uses the wanted port.
		}
	}
	const [port] = await freePorts(1);
	return port;
}

/** Reserves a free port for a process that will start later. */
export async function holdPort() {
	const server = await listen(0);
	const { port } = server.address() as AddressInfo;
	return { port, release: () => close(server) };
}

/** Runs `start`, which looks for free ports. Runs it again if another process took one of them in the meantime. */
export async function onFreePorts<T>(start: () => Promise<T>) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start();
		} catch (thrown) {
			if (attempt === 3 || !/already in use/i.test((thrown as Error).message)) throw thrown;
		}
	}
}

async function listen(port: number) {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	return server;
}

async function close(server: ReturnType<typeof createServer>) {
	await new Promise((resolve) => server.close(resolve));
}
