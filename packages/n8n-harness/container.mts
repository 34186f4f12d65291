/**
 * The dependency injection container of n8n-core's services. npm installs several copies of the container package, so
 * this file loads n8n-core's own copy. n8n-core doesn't see services that are set in another copy.
 */
import { createRequire } from 'node:module';

interface ServiceContainer {
	get<T>(type: abstract new (...args: never[]) => T): T;
	set(type: unknown, instance: unknown): void;
}

const fromHere = createRequire(import.meta.url);
const fromCore = createRequire(fromHere.resolve('n8n-core'));

export const { Container } = fromCore('@n8n/di') as { Container: ServiceContainer };
export const { Logger } = fromCore('@n8n/backend-common') as { Logger: unknown };
