import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { step } from './progress.mts';

const run = promisify(execFile);

const MANIFEST = ['package.json', 'package-lock.json'];
/** A file with the process ID of the running installation. */
const LOCK = resolve('.n8n/installing.pid');

/** The folder of a package.json (usually with a lock file), and the folder to install its packages in. */
export interface Pinned {
	manifest: string;
	folder: string;
	/** The text to show while the packages are being installed. */
	label: string;
	/** The only package whose install script has to run. */
	compiled?: string;
	/** The n8n release whose date limits the versions of its dependencies. Only set if there is no lock file. */
	asOf?: string;
}

const N8N: Pinned = {
	manifest: 'tools/n8n/versions/current',
	folder: resolve('.n8n/install'),
	label: 'n8n (2.7 GB, takes a few minutes, only needed once)',
	// The database driver, which has native code.
	compiled: 'sqlite3',
};

/** Installs n8n if necessary, and returns the path of its command. */
export async function installN8n() {
	const { TEST_N8N_VERSION: version } = process.env;
	await installPinned(version ? describeRelease(version) : N8N);
	return join(getN8nFolder(), 'bin/n8n');
}

/** Returns the folder of n8n's package, for the pinned release or the release in TEST_N8N_VERSION. */
export function getN8nFolder() {
	const { TEST_N8N_VERSION: version } = process.env;
	return join(version ? toFolder(version) : N8N.folder, 'node_modules/n8n');
}

/** Returns the folder for installing a release other than the pinned one. */
function toFolder(version: string) {
	if (/^\d+\.\d+\.\d+$/.test(version)) return resolve(`.n8n/install-${version}`);
	throw new Error(`TEST_N8N_VERSION must be a version such as 2.41.1, not "${version}"`);
}

/**
 * Returns the packages to install for another n8n release, and a separate folder for them. Dependencies are limited to
 * versions that existed one day after the release.
 */
function describeRelease(version: string): Pinned {
	const folder = toFolder(version);
	const manifest = join(folder, 'manifest');
	mkdirSync(manifest, { recursive: true });
	const content = { name: `n8n-${version}`, private: true, dependencies: { n8n: version } };
	writeFileSync(join(manifest, 'package.json'), JSON.stringify(content));
	const label = N8N.label.replace('n8n', `n8n ${version}`);
	return { ...N8N, manifest, folder, label, asOf: version };
}

/**
 * Installs the pinned packages if necessary. If several processes call this at the same time, only one of them
 * installs the packages.
 */
export async function installPinned(pinned: Pinned) {
	if (isInstalled(pinned)) return;
	mkdirSync(resolve('.n8n'), { recursive: true });
	while (!takeLock()) await new Promise((done) => setTimeout(done, 1000));
	try {
		// Another process may have installed the packages while this one waited.
		if (isInstalled(pinned)) return;
		await step(`Installing ${pinned.label}`, () => install(pinned));
	} finally {
		rmSync(LOCK, { force: true });
	}
}

async function install({ manifest, folder, compiled, asOf }: Pinned) {
	mkdirSync(folder, { recursive: true });
	const files = MANIFEST.filter((file) => existsSync(join(manifest, file)));
	for (const file of files) cpSync(join(manifest, file), join(folder, file));
	// npm runs scripts with the first Node on the PATH, and native code must be compiled for the Node version that runs
	// it.
	const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
	const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, PATH } };
	// About a thousand packages are installed; only `compiled` needs its install script.
	const command = asOf ? ['install', `--before=${await getDayAfter(asOf)}`] : ['ci'];
	await run('npm', [...command, '--ignore-scripts', '--no-audit', '--no-fund'], options);
	if (compiled) await run('npm', ['rebuild', compiled, '--ignore-scripts=false'], options);
	writeFileSync(join(folder, 'installed'), fingerprint(manifest));
}

/** Returns the day after an n8n release. By then, all of its packages have been published. */
async function getDayAfter(version: string) {
	const { stdout } = await run('npm', ['view', 'n8n', 'time', '--json']);
	const { [version]: time } = JSON.parse(stdout) as Record<string, string>;
	return new Date(Date.parse(time) + 24 * 3_600_000).toISOString();
}

function isInstalled({ manifest, folder }: Pinned) {
	const stamp = join(folder, 'installed');
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(manifest);
}

/** Returns a hash that includes the version of Node, because native code depends on that. */
function fingerprint(manifest: string) {
	const hash = createHash('sha256').update(process.versions.modules);
	for (const file of MANIFEST) {
		if (existsSync(join(manifest, file))) hash.update(readFileSync(join(manifest, file)));
	}
	return hash.digest('hex');
}

function takeLock() {
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		if (isAbandoned()) rmSync(LOCK, { force: true });
		return false;
	}
}

/** True if the installing process ended before the installation was complete. */
function isAbandoned() {
	try {
		process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
		return false;
	} catch (thrown) {
		return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
