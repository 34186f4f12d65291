import { resolve } from 'node:path';
import { type Leashed, startLeashed } from './leashed.mts';
import { freePort, onFreePorts } from './ports.mts';

export interface SandboxProcess {
	url: string;
	legacyUrl: string;
	apiKey: string;
	port: number;
	process: Leashed;
}

/** Starts the sandbox with its state in a file, on the port if it is free, else on another one. */
export async function startSandboxProcess(
	file: string,
	wantedPort?: number,
): Promise<SandboxProcess> {
	return await start(['--file', file], wantedPort);
}

/** Starts a sandbox that has no rate limits and forgets everything, for measuring the node beside it. */
export async function startUnlimitedSandbox(): Promise<SandboxProcess> {
	return await start(['--no-limits']);
}

async function start(settings: string[], wantedPort?: number): Promise<SandboxProcess> {
	return await onFreePorts(async () => {
		const port = await freePort(wantedPort);
		const main = resolve('tools/sandbox/main.mts');
		const options = ['--json', '--port', String(port), ...settings];
		const started = startLeashed(process.execPath, ['--no-warnings', main, ...options]);
		await started.untilPrinted('\n');
		const [line] = started.output().split('\n');
		const { url, legacyUrl, apiKey } = JSON.parse(line) as Omit<SandboxProcess, 'port' | 'process'>;
		return { url, legacyUrl, apiKey, port, process: started };
	});
}
