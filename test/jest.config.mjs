/** The suites of `test/run.mts`. Tests are .mts (docs/maintainers/adr/0003-mts.md); swc makes CommonJS of them for jest. */
import { availableParallelism } from 'node:os';

const base = {
	rootDir: '..',
	setupFilesAfterEnv: ['<rootDir>/test/lists.cjs'],
	testEnvironment: 'node',
	// Only there: .n8n/ holds a whole n8n, which jest would look through.
	roots: ['credentials', 'examples', 'nodes', 'packages', 'test', 'tools'].map(
		(one) => `<rootDir>/${one}`,
	),
	dependencyExtractor: '<rootDir>/test/dependencies.mts',
	testMatch: ['<rootDir>/packages/**/*.test.mts', '<rootDir>/test/!(n8n|queue|soak)/**/*.test.mts'],
	// It takes minutes, and `.ci/run full` runs it.
	testPathIgnorePatterns: process.argv.some((word) => word.includes('commands'))
		? []
		: ['docs/commands'],
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'^.+\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
				module: { type: 'commonjs' },
			},
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/package.json'],
	// Concurrent tests are those that wait most of the time.
	maxConcurrency: 30,
	// One more than cores, as they often wait for rate limits. Without the shared runtime, a worker grows with each file.
	maxWorkers: availableParallelism() + 1,
	workerIdleMemoryLimit: '1GB',
	// Milliseconds. Returning that much memory takes longer than jest's half a second, after which jest reports a leak.
	workerGracefulExitTimeout: 10_000,
	// Far above what a test takes, so that none fails because the machine is busy.
	testTimeout: 120_000,
};

/** A real n8n for each file, two at a time: each needs a core when it starts, and then mostly waits. */
const realN8n = (files) => ({
	...base,
	testMatch: [`<rootDir>/test/${files}`],
	maxWorkers: 2,
	// Threads end when jest is killed, and n8n with them. A process would continue.
	workerThreads: true,
	workerIdleMemoryLimit: undefined,
	// Processes that a failed start has left behind must end with jest, and not keep it alive.
	forceExit: true,
	// On a busy machine, n8n alone takes a minute to start.
	testTimeout: 900_000,
});

const suites = {
	all: {
		...base,
		// Only here: the others load n8n-core once or twice, or another one.
		runtime: '<rootDir>/test/sharedRuntime.mjs',
	},
	soak: { ...base, testMatch: ['<rootDir>/test/soak/*.test.mts'] },
	n8n: realN8n('n8n/*.test.mts'),
	// The tests that need no browser, with one template of each kind.
	smoke: realN8n('n8n/{action,definition,deliveries,templates,trigger}.test.mts'),
	// Several n8n at once already, which must meet in the same moment.
	queue: { ...realN8n('queue/*.test.mts'), maxWorkers: 1 },
	// The tests of `all`, on the oldest n8n-core that passes them.
	oldest: { ...base, resolver: '<rootDir>/tools/n8n/versions/oldest/resolver.cjs' },
};

export default suites[process.env.SUITE ?? 'all'];
