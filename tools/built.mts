import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/** What a file of the built package exports, by its path below dist without `.js`; `npm run build` comes first. */
export function getBuiltModule<T>(path: string, packageFolder = process.cwd()): T {
	const file = join(packageFolder, 'dist', `${path}.js`);
	return createRequire(file)(file) as T;
}

/** A node or credential of the built package; its class is called as its file. */
export function createBuiltInstance<T>(path: string, packageFolder?: string): T {
	const [name] = basename(path).split('.');
	return new (getBuiltModule<Record<string, new () => T>>(path, packageFolder)[name])();
}
