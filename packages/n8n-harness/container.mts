/**
 * The container of n8n-core's services. npm nests several copies of it, so it has to
 * be looked up from n8n-core's own folder: a service set in another copy would not be seen.
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
