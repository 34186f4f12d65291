import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Cost, Run } from './oneRun.mts';

/**
 * Runs a node in a separate process. `signal` kills the process immediately, as a crash would; the result is then
 * undefined.
 */
export async function runAlone(run: Run, signal?: AbortSignal): Promise<Cost | undefined> {
	// The temporary folder of the processes. It is deleted when the run ends, with any files that a killed process
	// left behind.
	const TMPDIR = mkdtempSync(join(tmpdir(), 'linkplatform-bench-'));
	const program = ['--no-warnings', '--expose-gc', '--max-old-space-size=8192'];
	const command = [...program, resolve('tools/bench/oneRun.mts'), JSON.stringify(run)];
	try {
		return await new Promise((done, fail) => {
			const options = { env: { ...process.env, TMPDIR }, killSignal: 'SIGKILL', signal } as const;
			execFile(process.execPath, command, options, (error, stdout) => {
				if (signal?.aborted) done(undefined);
				else if (error) fail(new Error(error.message));
				else done(JSON.parse(stdout.trim().split('\n').at(-1)!) as Cost);
			});
		});
	} finally {
		rmSync(TMPDIR, { recursive: true, force: true });
	}
}
