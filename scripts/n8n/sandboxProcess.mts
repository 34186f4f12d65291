import { resolve } from 'node:path';
import { type Leashed, startLeashed } from './leashed.mts';
import { freePort } from './ports.mts';

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
	return await start(await freePort(wantedPort), ['--file', file]);
}

/** Starts a sandbox that has no rate limits and forgets everything, for measuring the node beside it. */
export async function startUnlimitedSandbox(): Promise<SandboxProcess> {
	return await start(await freePort(), ['--no-limits']);
}

async function start(port: number, settings: string[]): Promise<SandboxProcess> {
	const main = resolve('sandbox/main.mts');
	const sandboxArguments = ['--no-warnings', main, '--json', '--port', String(port), ...settings];
	const started = startLeashed(process.execPath, sandboxArguments);
	while (!started.output().includes('\n')) {
		if (started.hasEnded()) throw new Error(`The sandbox did not start.\n${started.output()}`);
		await new Promise((done) => setTimeout(done, 50));
	}
	const [line] = started.output().split('\n');
	const { url, legacyUrl, apiKey } = JSON.parse(line) as Omit<SandboxProcess, 'port' | 'process'>;
	return { url, legacyUrl, apiKey, port, process: started };
}
