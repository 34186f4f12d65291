import n8n from './jest.n8n.config.mjs';

/** The tests that start n8n in queue mode with all that belongs to it (`npm run test:queue`). */
export default { ...n8n, testMatch: ['<rootDir>/test/queue/**/*.test.mts'] };
