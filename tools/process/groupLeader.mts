/**
 * `node groupLeader.mts <signal> <command> [arguments]`: runs a command. When standard input closes, stops the
 * command and everything that it started, first with the signal, then by force. This way, nothing outlives the parent
 * process, even if that process crashes.
 */
import { spawn } from 'node:child_process';

const GRACE = 15_000;

const [signal, command, ...commandArguments] = process.argv.slice(2);
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] });

/** Kills the whole process group. This process is its leader. */
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
