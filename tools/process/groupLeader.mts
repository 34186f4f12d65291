/**
 * `node groupLeader.mts <signal> <command> [arguments]`: runs a command and ends it, with all that it started, when
 * standard input closes, by the signal first. So nothing outlives the process that started it, however
 * that one ended.
 */
import { spawn } from 'node:child_process';

const GRACE = 15_000;

const [signal, command, ...commandArguments] = process.argv.slice(2);
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] });

/** Kills the whole process group, whose leader is this process. */
const endAll = () => process.kill(-process.pid, 'SIGKILL');

child.on('error', (error) => {
	process.stderr.write(`${command}: ${error.message}\n`);
	endAll();
});
child.on('exit', endAll);
process.stdin.on('close', () => {
	child.kill(signal as NodeJS.Signals);
	setTimeout(endAll, GRACE);
});
process.stdin.resume();
for (const ignored of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(ignored, () => {});
