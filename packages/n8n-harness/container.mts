/**
 * The dependency injection container of n8n-core's services. npm installs several copies of the container package, so
 * this file loads n8n-core's own copy. n8n-core doesn't see services that are set in another copy.
 */
import { createRequire } from 'node:module';

/** The methods of the container that the harness uses. */
interface ServiceContainer {
	get<T>(type: abstract new (...args: never[]) => T): T;
	set(type: unknown, instance: unknown): void;
}

const fromHere = createRequire(import.meta.url);
const fromCore = createRequire(fromHere.resolve('n8n-core'));

/** The container in which n8n-core looks up its services. */
export const { Container } = fromCore('@n8n/di') as { Container: ServiceContainer };
/** The key under which the container holds the logger. */
export const { Logger } = fromCore('@n8n/backend-common') as { Logger: unknown };
