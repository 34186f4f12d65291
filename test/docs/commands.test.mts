/**
 * Checks that each documented command is run: by `.ci/run`, whose commands are read from the file, or by this test. The
 * test fails if a command isn't run; add the command to `runHere`, or let `.ci/run` run it.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type RunningSandbox, startSandbox } from '../../packages/sandbox/server.mts';
import { readPages } from './pages.mts';

const run = promisify(execFile);
const pages = readPages();
const { scripts, name, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
	name: string;
	repository: { url: string };
};
const blocks = pages.flatMap(({ path, code }) =>
	code.filter(({ language }) => language === 'sh').map(({ text }) => ({ path, text })),
);

/** Returns the commands that a command consists of, with npm scripts resolved. */
function leaves(command: string): string[] {
	return command.split(' && ').flatMap((part) => {
		const [, script] = /^npm (?:run )?([\w:]+)$/.exec(part.trim()) ?? [];
		return script && scripts[script] ? leaves(scripts[script]) : [part.trim()];
	});
}

/** Returns the lines of a code block, without comments. */
function commandsIn(text: string) {
	return text
		.split('\n')
		.map((line) => line.replace(/(^|\s)#.*$/, '').trim())
		.filter((line) => line !== '');
}

/** The commands that `.ci/run` runs. */
const ci = readFileSync('.ci/run', 'utf8')
	.split('\n')
	.map((line) => line.replace(/^check /, '').replace(/^tests \d+ all$/, 'npm test'))
	.filter((line) => line.startsWith('npm '))
	.flatMap(leaves);

/** A folder that looks like a clone of the repository, so that commands don't write into the repository itself. */
let clone: string;
let sandbox: RunningSandbox;
beforeAll(async () => {
	clone = mkdtempSync(join(tmpdir(), 'clone-'));
	for (const name of readdirSync('.').filter((one) => one !== 'demo-output')) {
		symlinkSync(resolve(name), join(clone, name));
	}
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
	rmSync(clone, { recursive: true, force: true });
});

/** The environment of commands. PATH begins with this test's Node 24, because the sandbox's README requires Node 24. */
const env = { ...process.env, PATH: dirname(process.execPath) + delimiter + process.env.PATH };

async function bash(text: string, cwd = clone) {
	const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', text], { cwd, env });
	return stdout;
}

/** Returns a folder with the files of the built package. They are copies, because npm doesn't pack links. */
function copyPackage() {
	const folder = mkdtempSync(join(clone, 'package-'));
	for (const path of ['dist', 'package.json', 'README.md', 'LICENSE.md']) {
		cpSync(path, join(folder, path), { recursive: true });
	}
	return folder;
}

const isArchive = (file: string) => /^n8n-nodes-linkplatform-.*\.tgz$/.test(file);

/** Starts a sandbox with the command, on a free port, and resolves with the printed lines once a line `isReady`. */
async function listening(command: string, isReady: (line: string) => boolean) {
	const child = spawn('bash', ['-c', `exec ${command} --port 0`], { cwd: clone, env });
	const ended = once(child, 'exit');
	const lines: string[] = [];
	for await (const line of createInterface(child.stdout)) {
		lines.push(line);
		if (isReady(line)) break;
	}
	const stop = async () => {
		child.kill('SIGINT');
		const [code] = (await ended) as [number];
		return code;
	};
	return { lines, stop };
}

/** A shell function that makes a command fail if its curl request fails. */
const CURL = 'curl() { command curl --fail --silent --show-error "$@"; }\n';

const runHere: Record<string, (command: string) => Promise<void>> = {
	'npm pack': async (command) => {
		const folder = copyPackage();
		await bash(command, folder);
		expect(readdirSync(folder).filter(isArchive)).toHaveLength(1);
	},
	'npm install --prefix ~/.n8n/nodes --legacy-peer-deps --ignore-scripts "$PWD"/n8n-nodes-linkplatform-*.tgz':
		async (command) => {
			const folder = copyPackage();
			await bash(`npm pack && export HOME="$PWD" && ${command}`, folder);
			const installed = join(folder, '.n8n/nodes/node_modules', name);
			expect(readdirSync(installed)).toEqual(expect.arrayContaining(['dist', 'package.json']));
		},
	'npm install --save-dev --save-exact --ignore-scripts --before=2026-09-27 ./n8n-harness n8n-workflow@2.40.1':
		async (command) => {
			const folder = mkdtempSync(join(clone, 'own-package-'));
			cpSync('packages/n8n-harness', join(folder, 'n8n-harness'), { recursive: true });
			const n8n = { nodes: [], credentials: [] };
			const peerDependencies = { 'n8n-workflow': '*' };
			writeFileSync(
				join(folder, 'package.json'),
				JSON.stringify({ name: 'n8n-nodes-own', n8n, peerDependencies }),
			);
			const { code } = pages.find(({ path }) => path === 'packages/n8n-harness/README.md')!;
			const [example, output] = code.filter(({ language }) => /^(js|text)$/.test(language));
			writeFileSync(join(folder, 'greet.mjs'), example.text.replace('/../..', ''));
			await bash(command, folder);
			// The engine uses the package's own copy of n8n-workflow.
			await bash(
				'test ! -e n8n-harness/node_modules/n8n-workflow -a ! -e node_modules/n8n-core/node_modules/n8n-workflow',
				folder,
			);
			expect(await bash('node greet.mjs', folder)).toContain(output.text);
		},
	'node tools/node24.mjs tools/demo.mts': async (command) => {
		const said = await bash(command);
		expect(said).toMatch(/\d+ requests in [\d.]+ s instead of 236 \(one per QR code/);
		expect(said).toContain('A forged click was refused (HTTP 401)');
		// The demo must not write colors, because its output isn't a terminal.
		expect(said).not.toContain('\x1b');
		const { length } = readdirSync(join(clone, 'demo-output')).filter((name) => /png$/.test(name));
		const sheet = readFileSync(join(clone, 'demo-output', 'index.html'), 'utf8');
		expect([length, sheet.split('<img').length - 1]).toEqual([118, 118]);
	},
	'node tools/node24.mjs packages/sandbox/main.mts': async (command) => {
		const { lines, stop } = await listening(command, (line) => line.startsWith('Press Ctrl+C'));
		const tries = lines.filter((line) => line.startsWith('  curl '));
		const said: string[] = [];
		for (const line of tries) said.push(await bash(CURL + line.replace(/ {4,}.*$/, '')));
		expect(said).toEqual([
			expect.stringContaining('"alias":"launch"'),
			expect.stringMatching(/^location: https:\/\/example\.com\/launch\r$/im),
			'',
			expect.stringContaining('"path":"/launch"'),
		]);
		expect(readFileSync(join(clone, 'qr.png')).subarray(1, 4).toString()).toBe('PNG');
		expect(await stop()).toBe(0);
	},
	'node packages/sandbox/main.mts --file state.sqlite --json': async (command) => {
		const { lines, stop } = await listening(command, () => true);
		const { url, apiKey } = JSON.parse(lines[0]) as Record<string, string>;
		const response = await fetch(`${url}/api/account`, {
			headers: { Authorization: `Bearer ${apiKey}` },
		});
		expect(response.status).toBe(200);
		expect(await stop()).toBe(0);
		expect(readdirSync(clone)).toContain('state.sqlite');
	},
};

/** True if a command needs a Docker engine. `test/queue/deploy.test.mts` reads the files that these commands use. */
const isForDocker = (command: string) => command.startsWith('docker ');

/** The commands that get the source. They need the repository at the URL in package.json, so no test runs them. */
const cloning = [`git clone ${repository.url.replace('git+', '')}`, `cd ${name}`];

const isAboutCurl = ({ text }: { text: string }) => /\bcurl\b/.test(text);
const documented = new Set(
	blocks
		.filter((block) => !isAboutCurl(block))
		.flatMap(({ text }) => commandsIn(text).flatMap(leaves)),
);

describe('command in a code block', () => {
	it('every documented shell command is in a code block marked `sh`', () => {
		const others = pages.flatMap(({ path, code }) =>
			code
				.filter(({ language, text }) => {
					const isShell = /^(ba|z)?sh$|^(shell|console|terminal)/.test(language);
					return language !== 'sh' && (isShell || /^\$? ?(npm|npx|node|curl|docker) /m.test(text));
				})
				.map(() => path),
		);
		expect(others).toEqual([]);
	});

	it('every documented command is run by this test or by .ci/run', () => {
		expect(documented.size).toBeGreaterThan(3);
		const known = [...ci, ...cloning, ...Object.keys(runHere)];
		const unknown = [...documented].filter((command) => !known.includes(command));
		expect(unknown.filter((command) => !isForDocker(command))).toEqual([]);
	});

	const here = Object.entries(runHere);
	it.each(here)(
		'the documented command does what its page says: %s',
		(command, check) => check(command),
		480_000,
	);

	it('every command that this test runs is documented on a page', () => {
		expect([...documented]).toEqual(expect.arrayContaining(Object.keys(runHere)));
	});

	it.each(blocks.filter(isAboutCurl).map(({ path, text }) => [path, text]))(
		'the curl command in %s gets a response',
		async (_path, text) => {
			const here = text.replaceAll('http://127.0.0.1:4010', sandbox.url);
			expect(here).not.toBe(text);
			expect(await bash(CURL + here)).not.toBe('');
		},
	);
});

it('every `npm run` command within a sentence names a script in package.json', () => {
	const named = pages.flatMap(({ path, words }) =>
		words.flatMap((word) =>
			[...word.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => `${path}: ${script}`),
		),
	);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((one) => !(one.split(': ')[1] in scripts))).toEqual([]);
});
