/**
 * The dependency injection container that n8n-core's services are in. npm installs several copies of it, so look it up
 * from n8n-core's own folder: n8n-core wouldn't see a service that is set in another copy.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface ServiceContainer {
	get<T>(type: abstract new (...args: never[]) => T): T;
	set(type: unknown, instance: unknown): void;
}

const fromHere = createRequire(join(process.cwd(), 'package.json'));
const fromCore = createRequire(fromHere.resolve('n8n-core'));

export const { Container } = fromCore('@n8n/di') as { Container: ServiceContainer };
export const { Logger } = fromCore('@n8n/backend-common') as { Logger: unknown };
