import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { step } from './progress.mts';

const run = promisify(execFile);

/** What n8n/package.json and its lock file describe is installed here, once for all commands. */
const FOLDER = resolve('.n8n/install');
const MANIFEST = ['package.json', 'package-lock.json'];
const LOCK = resolve('.n8n/installing');
const STALE_LOCK = 20 * 60_000;

/** Installs the pinned n8n if it is not there yet, and gives the path of its command. */
export async function installN8n(): Promise<string> {
	const command = join(FOLDER, 'node_modules/n8n/bin/n8n');
	if (isInstalled()) return command;
	mkdirSync(resolve('.n8n'), { recursive: true });
	while (!takeLock()) await new Promise((done) => setTimeout(done, 1000));
	try {
		// Another run may have installed it in the meantime.
		if (!isInstalled()) await step('Installing n8n (2.7 GB, some minutes, only once)', install);
	} finally {
		rmSync(LOCK, { recursive: true, force: true });
	}
	return command;
}

async function install(): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	for (const file of MANIFEST) cpSync(join('n8n', file), join(FOLDER, file));
	// npm starts the first Node on the path; the driver must be for the one that will run n8n.
	const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
	const options = { cwd: FOLDER, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, PATH } };
	// Install scripts of a thousand packages are of no use here, except that of the database driver.
	await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], options);
	writeFileSync(join(FOLDER, 'installed'), fingerprint());
}

function isInstalled(): boolean {
	const stamp = join(FOLDER, 'installed');
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** The compiled driver depends on the version of Node. */
function fingerprint(): string {
	const hash = createHash('sha256').update(process.versions.modules);
	for (const file of MANIFEST) hash.update(readFileSync(join('n8n', file)));
	return hash.digest('hex');
}

function takeLock(): boolean {
	try {
		mkdirSync(LOCK);
		return true;
	} catch {
		const isStale = existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs > STALE_LOCK;
		if (isStale) rmSync(LOCK, { recursive: true, force: true });
		return false;
	}
}
