/**
 * Runs jest: `npm test -- [suite] [arguments of jest]`. The suites are in jest.config.mjs. If a suite needs more than
 * the package's own dependencies, installs the missing software first. With `--changed`, runs only the tests that the
 * changes since `main` may reach.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { run } from 'jest';

const prepareN8n = async () => await (await import('../tools/n8n/prepare.mts')).prepareN8n();
const prepareWithBrowser = async () => {
	await (await import('../tools/n8n/browser.mts')).installBrowser();
	await prepareN8n();
};

const PREPARATIONS: Record<string, () => Promise<unknown>> = {
	all: () => Promise.resolve(),
	soak: () => Promise.resolve(),
	smoke: prepareN8n,
	n8n: prepareWithBrowser,
	queue: prepareWithBrowser,
	oldest: () => import('../tools/n8n/versions/oldest/prepare.mts'),
};

/** Returns the arguments for the tests of all files that differ from `main`, committed or not. */
function toRelated() {
	const git = (words: string) => execFileSync('git', words.split(' '), { encoding: 'utf8' });
	const names = git('diff --name-only --diff-filter=d --merge-base main');
	const files = (names + git('ls-files --others --exclude-standard')).trim().split('\n');
	// Jest doesn't know which tests read pages.
	const paths = files.flatMap((file) =>
		file.endsWith('.md') ? globSync('test/docs/*.test.mts') : file,
	);
	return ['--passWithNoTests', '--findRelatedTests', ...new Set(paths)];
}

const words = process.argv.slice(2);
const suite = words[0] in PREPARATIONS ? words.shift()! : 'all';
await PREPARATIONS[suite]();
process.env.SUITE = suite;
const options = words.flatMap((word) => (word === '--changed' ? toRelated() : word));
await run(['--config', 'test/jest.config.mjs', ...options]);
