import n8n from '../n8n/jest.config.mjs';

/** The tests that start n8n in queue mode with all that belongs to it (`npm run test:queue`). */
export default { ...n8n, testMatch: ['<rootDir>/test/queue/**/*.test.mts'] };
