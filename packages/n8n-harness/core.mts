/**
 * Sets the environment variables that n8n-core needs, then re-exports n8n-core. Outside this package, import this
 * file instead of `n8n-core`.
 */
import './environment.mts';
export * from 'n8n-core';
