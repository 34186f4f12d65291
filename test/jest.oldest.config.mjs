import base from './jest.config.mjs';

/** The same tests on the oldest n8n-core that passes them (`npm run test:compat`). */
export default { ...base, resolver: '<rootDir>/tools/n8n/versions/oldest/resolver.cjs' };
