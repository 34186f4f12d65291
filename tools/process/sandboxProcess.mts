import { resolve } from 'node:path';
import { type Address, createClient } from '../../packages/sandbox/client.mts';
import { freePort, onFreePorts } from './ports.mts';
import { startProcessGroup } from './processGroup.mts';

export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>;

export interface SandboxProcessOptions {
	/** The path of the file for the sandbox's state. Default: in memory. */
	file?: string;
	/** The preferred port. If it is in use, another free port is used. */
	port?: number;
	/** True to limit the rate of requests as Link Platform does. Default: false. */
	isLimited?: boolean;
}

/** Starts the sandbox in a separate process, e.g. so that measurements in this process include only the node's work. */
export async function startSandboxProcess({
	file,
	isLimited,
	...wanted
}: SandboxProcessOptions = {}) {
	return await onFreePorts(async () => {
		const port = await freePort(wanted.port);
		const main = resolve('packages/sandbox/main.mts');
		const group = startProcessGroup(process.execPath, [
			'--no-warnings',
			main,
			'--json',
			'--port',
			String(port),
			...(file === undefined ? [] : ['--file', file]),
			...(isLimited ? [] : ['--no-limits']),
		]);
		await group.untilPrinted('\n');
		const [line] = group.output().split('\n');
		const address = JSON.parse(line) as Address;
		return { ...address, ...createClient(address), port, process: group };
	});
}
