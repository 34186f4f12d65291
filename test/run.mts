/**
 * Runs jest: `npm test -- [suite] [arguments of jest]`. The suites are in jest.config.mjs. If a suite needs more than
 * the package's own dependencies, installs the missing software first.
 */
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

const [first = 'all', ...rest] = process.argv.slice(2);
const isSuite = first in PREPARATIONS;
const suite = isSuite ? first : 'all';
await PREPARATIONS[suite]();
process.env.SUITE = suite;
await run(['--config', 'test/jest.config.mjs', ...(isSuite ? rest : process.argv.slice(2))]);
