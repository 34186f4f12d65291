import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

import { step } from './n8n/progress.mts';

const run = promisify(execFile);

/**
 * The path of a program that comes with Debian's package of that name; the package is installed if the
 * program is in none of the given places. Needs root, or sudo without a password; elsewhere it says what to install.
 */
export async function debianProgram(packageName: string, places: string[]): Promise<string> {
	const present = places.find((place) => existsSync(place));
	if (present) return present;
	await step(`Installing ${packageName}`, async () => await install(packageName));
	const installed = places.find((place) => existsSync(place));
	if (!installed) throw new Error(`${packageName} is installed, but not in ${places.join(', ')}`);
	return installed;
}

async function install(packageName: string): Promise<void> {
	const [command, ...prefix] = process.getuid?.() === 0 ? ['env'] : ['sudo', '--non-interactive'];
	const apt = async (...words: string[]) =>
		await run(command, [...prefix, 'apt-get', ...words], {
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			maxBuffer: 64 * 1024 * 1024,
		});
	try {
		await apt('update', '--quiet');
		await apt('install', '--quiet', '--yes', '--no-install-recommends', packageName);
	} catch (thrown) {
		const { stderr = '' } = thrown as { stderr?: string };
		throw new Error(
			`Please install ${packageName} first: apt-get did not.\n${stderr.slice(-1000)}`,
		);
	}
}
