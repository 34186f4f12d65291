import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';

import { step } from './progress.mts';

const run = promisify(execFile);

/** How long to wait for another installation on this machine to finish, in ms. */
const PATIENCE = 5 * 60_000;

/** True if this script may install packages: in CI, or with INSTALL_MISSING=true. */
const mayInstall = () => [process.env.CI, process.env.INSTALL_MISSING].includes('true');

/**
 * Returns the path of a program from the Debian package of that name. `places` may contain patterns; the newest match
 * is used. If the package is missing, installs it in CI or with INSTALL_MISSING=true. Otherwise, throws an error that
 * contains the command to install it.
 */
export async function getDebianProgram(packageName: string, places: string[]) {
	const find = () => places.flatMap((place) => globSync(place).sort().reverse()).at(0);
	const present = find();
	if (present) return present;
	if (!mayInstall()) {
		throw new Error(
			`${packageName} is missing (looked for ${places.join(', ')}). Install it:\n` +
				`  sudo apt-get install --no-install-recommends ${packageName}\n` +
				'or set INSTALL_MISSING=true to have missing packages installed automatically.',
		);
	}
	await step(`Installing ${packageName}`, () => install(packageName));
	const installed = find();
	if (!installed)
		throw new Error(`${packageName} is installed, but its program is not in ${places.join(', ')}`);
	return installed;
}

async function install(packageName: string) {
	const deadline = Date.now() + PATIENCE;
	for (;;) {
		try {
			await apt('update', '--quiet');
			await apt('install', '--quiet', '--yes', '--no-install-recommends', packageName);
			return;
		} catch (thrown) {
			const { stderr = '' } = thrown as { stderr?: string };
			if (!stderr.includes('Could not get lock') || Date.now() > deadline) {
				throw new Error(
					`apt-get could not install ${packageName}. Please install it yourself.\n${stderr.slice(-1000)}`,
				);
			}
			await new Promise((done) => setTimeout(done, 2000));
		}
	}
}

async function apt(...words: string[]) {
	const [command, ...prefix] = process.getuid?.() === 0 ? ['env'] : ['sudo', '--non-interactive'];
	await run(command, [...prefix, 'apt-get', ...words], {
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		maxBuffer: 64 * 1024 * 1024,
	});
}
