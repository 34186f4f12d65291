import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';

import { freePort, holdPort, onFreePorts } from '../../../tools/process/ports.mts';

async function listen(port: number) {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

it('freePort returns a different port if the requested one is taken', async () => {
	const server = await listen(0);
	const { port } = server.address() as AddressInfo;
	expect(await freePort(port)).not.toBe(port);
	await new Promise((done) => server.close(done));
	expect(await freePort(port)).toBe(port);
});

it('holdPort reserves a port until it is released', async () => {
	const { port, release } = await holdPort();
	await expect(listen(port)).rejects.toThrow('already in use');
	await release();
	(await listen(port)).close();
});

it('onFreePorts retries a start on another port if its port was taken in the meantime', async () => {
	const thief = await listen(0);
	const tried = [(thief.address() as AddressInfo).port];
	const server = await onFreePorts(async () => {
		const port = tried.length === 1 ? tried[0] : await freePort();
		tried.push(port);
		return await listen(port);
	});
	expect(tried).toHaveLength(3);
	server.close();
	thief.close();
});

it('onFreePorts fails after three attempts if the port is always taken', async () => {
	const thief = await listen(0);
	const { port } = thief.address() as AddressInfo;
	const start = jest.fn(() => listen(port));
	await expect(onFreePorts(start)).rejects.toThrow('already in use');
	expect(start).toHaveBeenCalledTimes(3);
	thief.close();
});

it("onFreePorts doesn't retry a start that failed for another reason", async () => {
	const start = jest.fn(() => Promise.reject(new Error('no such command')));
	await expect(onFreePorts(start)).rejects.toThrow('no such command');
	expect(start).toHaveBeenCalledTimes(1);
});
