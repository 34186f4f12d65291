import base from '../jest.config.mjs';

/** The tests that start a real n8n (`npm run test:n8n`); one after the other, each n8n needs a core. */
export default {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/n8n/**/*.test.mts'],
	testPathIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
	// Without it jest starts no process of its own, which would go on, n8n included, when jest is killed.
	workerIdleMemoryLimit: undefined,
	// What a start that failed has left behind must not keep jest alive: it ends with it.
	forceExit: true,
	testTimeout: 120_000,
};
