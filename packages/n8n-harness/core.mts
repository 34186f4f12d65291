/**
 * Re-exports n8n-core after preparing its environment. Outside this package, import this file instead of `n8n-core`.
 */
import './environment.mts';
export * from 'n8n-core';
