/** Everything outside the package is .mts (see docs/maintainers/adr/0003-mts.md); swc turns it into CommonJS for jest. */
export default {
	rootDir: '..',
	testEnvironment: 'node',
	// Only there: .n8n/ holds a whole n8n, which jest would look through.
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	// These start a real n8n: `npm run test:n8n`, `npm run test:queue`.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/', '<rootDir>/test/queue/'],
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
	// Much of the time is spent waiting for rate limits; a worker grows with each n8n-core that it loads.
	maxWorkers: '100%',
	workerIdleMemoryLimit: '1GB',
	testTimeout: 30_000,
};
