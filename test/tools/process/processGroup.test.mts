/** Checks that the processes that a script starts end with the script, however the script ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { until } from '../../../tools/until.mts';

/** A script that starts a shell, which has a child process, in a new process group. */
const script = `
	import { startProcessGroup } from ${JSON.stringify(resolve('tools/process/processGroup.mts'))};
	const shell = startProcessGroup('sh', ['-c', 'sleep 300 & echo $$ $!; wait']);
	await shell.untilPrinted('\\n');
	console.log(shell.output().trim());
	// Ends with jest, which would wait for it.
	process.stdin.resume().on('close', () => process.exit());
`;

/** Runs the script until the shell and its child process have started; returns the script's process and both IDs. */
async function start() {
	const options = ['--no-warnings', '--input-type=module', '--eval', script];
	const starter = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'pipe'] });
	const [line] = (await once(starter.stdout, 'data')) as [Buffer];
	const ids = line.toString().trim().split(' ');
	expect(ids.filter(isRunning)).toHaveLength(2);
	return { starter, ids };
}

const isRunning = (id: string) => existsSync(`/proc/${id}`);

it.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
	"a script's child processes end if the script is ended by %s",
	async (signal) => {
		const { starter, ids } = await start();
		starter.kill(signal);
		await until('the end of both', () => !ids.some(isRunning));
	},
);
