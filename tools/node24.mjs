/**
 * `node tools/node24.mjs <file> <arguments>`: runs a file in Node 24 (the dev dependency `node`). If Node 24 is
 * missing, downloads it first with the install script of the package `node`. No other package needs its install
 * script. .npmrc disables install scripts, because some of n8n's dependencies would compile native code, which fails
 * on older versions of Node. This file itself runs on Node 20 or later.
 */
import { execSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

// Node warns about new features (SQLite, ES modules in jest). Those warnings would only distract people who read the
// output.
const FLAGS = ['--no-warnings', '--experimental-vm-modules'];

const find = () =>
	['node', 'node.exe']
		.map((name) => `node_modules/node/bin/${name}`)
		.find((path) => existsSync(path));

if (!existsSync('node_modules/node')) {
	console.error('Run `npm ci` first, in the root of the repository.');
	process.exit(1);
}
if (!find()) {
	console.error('Downloading Node 24 (only needed once) …');
	// `--loglevel=error`: npm would otherwise warn about every install script that stays disabled.
	const command = 'npm rebuild node --ignore-scripts=false --loglevel=error';
	execSync(command, { stdio: ['ignore', 'ignore', 'inherit'] });
}
const child = spawn(find(), [...FLAGS, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
	process.exitCode = code ?? (signal ? 1 : 0);
});
