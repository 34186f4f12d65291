/** n8n-core. Its environment is prepared first, which is why nothing outside this package imports `n8n-core` itself. */
import './environment.mts';
export * from 'n8n-core';
