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
import { readPages, writeFiles } from './pages.mts';

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

/** The folders in which archives of `packages/` are installed, by page. */
const strangers = new Map<string, string>();
afterAll(() => {
	for (const folder of strangers.values()) rmSync(folder, { recursive: true });
});

/**
 * Does what a page says first: installs its package from the archive, in a folder far from this repository that has the
 * files of the page. Resolves with the folder. Does that only once for each page.
 */
async function follow(path: string) {
	const known = strangers.get(path);
	if (known) return known;
	const folder = mkdtempSync(join(tmpdir(), 'stranger-'));
	strangers.set(path, folder);
	if (strangers.size === 1) await bash('npm run archives');
	for (const file of readdirSync(clone).filter((name) => /^linkplatform-.*tgz$/.test(name))) {
		cpSync(join(clone, file), join(folder, file));
	}
	const page = pages.find((one) => one.path === path)!;
	writeFiles(page, folder);
	const [install] = page.code.filter(({ language }) => language === 'sh');
	await bash(commandsIn(install.text)[0], folder);
	return folder;
}

/** Checks that the first program of a page runs in that folder, and that TypeScript finds the package's types. */
async function runFirstProgram(path: string, mistake: string) {
	const folder = await follow(path);
	const { code } = pages.find((page) => page.path === path)!;
	const at = code.findIndex(({ file, language }, n) => {
		return file && language === 'js' && code[n + 1].language === 'text';
	});
	expect(await bash(`node ${code[at].file}`, folder)).toBe(code[at + 1].text);
	const [imported] = code[at].text.split('\n');
	writeFileSync(join(folder, 'typed.mts'), `${imported}\n// @ts-expect-error\n${mistake}\n`);
	const modules = resolve('node_modules');
	const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types node';
	const tsc = `node ${modules}/typescript/bin/tsc ${options} --typeRoots ${modules}/@types`;
	await bash(`${tsc} typed.mts`, folder);
}

/** True for the last line that a sandbox prints when it starts. */
const isListening = (line: string) => line.startsWith('Press Ctrl+C');

/**
 * Starts a sandbox with the command, on a free port, and resolves with the printed lines once a line `isReady`. `stop`
 * does what Ctrl+C does.
 */
async function listening(command: string, isReady: typeof isListening, cwd = clone) {
	const words = ['-c', `exec ${command} --port 0`];
	const child = spawn('bash', words, {
		cwd,
		env: { ...env, npm_config_yes: 'true' },
		detached: true,
	});
	const ended = once(child, 'exit');
	const lines: string[] = [];
	for await (const line of createInterface(child.stdout)) {
		lines.push(line);
		if (isReady(line)) break;
	}
	const stop = async () => {
		process.kill(-child.pid!, 'SIGINT');
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
	'npm install --save-dev --ignore-scripts ./linkplatform-n8n-harness-*.tgz': async () => {
		const mistake = "await (await openEngine()).runNode({ node: 'greet', item: [] });";
		await runFirstProgram('packages/n8n-harness/README.md', mistake);
	},
	'npm install --save-dev ./linkplatform-sandbox-*.tgz': async () => {
		await runFirstProgram('packages/sandbox/README.md', 'await startSandbox({ ports: 1 });');
	},
	'npx linkplatform-sandbox --file state.sqlite': async (command) => {
		const folder = await follow('packages/sandbox/README.md');
		const { stop } = await listening(command, isListening, folder);
		await stop();
		expect(readdirSync(folder)).toContain('state.sqlite');
	},
	'npx --package ./linkplatform-sandbox-*.tgz linkplatform-sandbox': async (command) => {
		const folder = await follow('packages/sandbox/README.md');
		rmSync(join(folder, 'node_modules'), { recursive: true });
		const { lines, stop } = await listening(command, isListening, folder);
		await stop();
		expect(lines.at(-1)).toContain('all records are then lost');
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
		const { lines, stop } = await listening(command, isListening);
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
