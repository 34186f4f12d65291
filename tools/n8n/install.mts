import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { step } from './progress.mts';

const run = promisify(execFile);

const MANIFEST = ['package.json', 'package-lock.json'];
/** File with the ID of the process that installs. */
const LOCK = resolve('.n8n/installing.pid');

/** A folder with package.json and usually a lock file, and the folder to install their packages in. */
export interface Pinned {
	manifest: string;
	folder: string;
	/** Shown while it is being installed. */
	label: string;
	/** The package whose install script has to run. */
	compiled?: string;
	/** The release of n8n whose date limits the versions of other packages, without a lock file. */
	asOf?: string;
}

const N8N: Pinned = {
	manifest: 'tools/n8n/versions/current',
	folder: resolve('.n8n/install'),
	label: 'n8n (2.7 GB, some minutes, only once)',
	// The database driver.
	compiled: 'sqlite3',
};

/** Installs n8n if necessary, and returns the path of its command. */
export async function installN8n(): Promise<string> {
	const { TEST_N8N_VERSION: version } = process.env;
	await installPinned(version ? describeRelease(version) : N8N);
	return join(getN8nFolder(), 'bin/n8n');
}

/** Returns the folder of n8n's package: the pinned release, or the one that TEST_N8N_VERSION names. */
export function getN8nFolder(): string {
	const { TEST_N8N_VERSION: version } = process.env;
	return join(version ? toFolder(version) : N8N.folder, 'node_modules/n8n');
}

/** Returns the folder to install another release in. */
function toFolder(version: string): string {
	if (/^\d+\.\d+\.\d+$/.test(version)) return resolve(`.n8n/install-${version}`);
	throw new Error(`TEST_N8N_VERSION is no version such as 2.41.1 (got "${version}")`);
}

/** Describes another release, in a folder of its own, with dependencies as of its release date. */
function describeRelease(version: string): Pinned {
	const folder = toFolder(version);
	const manifest = join(folder, 'manifest');
	mkdirSync(manifest, { recursive: true });
	const content = { name: `n8n-${version}`, private: true, dependencies: { n8n: version } };
	writeFileSync(join(manifest, 'package.json'), JSON.stringify(content));
	const label = N8N.label.replace('n8n', `n8n ${version}`);
	return { ...N8N, manifest, folder, label, asOf: version };
}

/** Installs the pinned packages if necessary, once for all commands. */
export async function installPinned(pinned: Pinned): Promise<void> {
	if (isInstalled(pinned)) return;
	mkdirSync(resolve('.n8n'), { recursive: true });
	while (!takeLock()) await new Promise((done) => setTimeout(done, 1000));
	try {
		// Another run may have installed it in the meantime.
		if (isInstalled(pinned)) return;
		await step(`Installing ${pinned.label}`, async () => await install(pinned));
	} finally {
		rmSync(LOCK, { force: true });
	}
}

async function install({ manifest, folder, compiled, asOf }: Pinned): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const files = MANIFEST.filter((file) => existsSync(join(manifest, file)));
	for (const file of files) cpSync(join(manifest, file), join(folder, file));
	// npm starts the first Node on the path, and native code must be compiled for the one that runs it.
	const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
	const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, PATH } };
	// Of a thousand packages, only that one needs its install script.
	const command = asOf ? ['install', `--before=${await getDayAfter(asOf)}`] : ['ci'];
	await run('npm', [...command, '--ignore-scripts', '--no-audit', '--no-fund'], options);
	if (compiled) await run('npm', ['rebuild', compiled, '--ignore-scripts=false'], options);
	writeFileSync(join(folder, 'installed'), fingerprint(manifest));
}

/** Returns the day after a release of n8n, when all its packages have been published. */
async function getDayAfter(version: string): Promise<string> {
	const { stdout } = await run('npm', ['view', 'n8n', 'time', '--json']);
	const { [version]: time } = JSON.parse(stdout) as Record<string, string>;
	return new Date(Date.parse(time) + 24 * 3_600_000).toISOString();
}

function isInstalled({ manifest, folder }: Pinned): boolean {
	const stamp = join(folder, 'installed');
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(manifest);
}

/** Native code depends on the version of Node. */
function fingerprint(manifest: string): string {
	const hash = createHash('sha256').update(process.versions.modules);
	for (const file of MANIFEST) {
		if (existsSync(join(manifest, file))) hash.update(readFileSync(join(manifest, file)));
	}
	return hash.digest('hex');
}

function takeLock(): boolean {
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		if (isAbandoned()) rmSync(LOCK, { force: true });
		return false;
	}
}

/** True if the installing process ended before it was done. */
function isAbandoned(): boolean {
	try {
		process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
		return false;
	} catch (thrown) {
		return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
