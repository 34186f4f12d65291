import base from './jest.config.mjs';

/** The tests that start a real n8n (`npm run test:n8n`); one after the other, each n8n needs a core. */
export default {
	...base,
	testMatch: ['<rootDir>/test/n8n/**/*.test.mts'],
	testPathIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
	testTimeout: 120_000,
};
