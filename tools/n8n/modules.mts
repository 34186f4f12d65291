/**
 * Loads n8n's own modules in this process without starting n8n, e.g. its rules for the next major version. Doesn't work
 * under jest, where n8n loads no nodes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { installN8n } from './install.mts';

export interface N8nModules {
	/** Loads a module as n8n itself would: by its package name, or by a path relative to n8n's folder. */
	load: NodeJS.Require;
	/** Returns the instance of a class from n8n's dependency injection container. */
	get: <T>(token: unknown) => T;
	/** The folder of the npm package `n8n`. */
	folder: string;
}

/** Installs n8n if necessary, and prepares its modules. Their files are deleted when this process ends. */
export async function openN8nModules(): Promise<N8nModules> {
	const folder = join(dirname(await installN8n()), '..');
	const userFolder = mkdtempSync(join(tmpdir(), 'linkplatform-modules-'));
	process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	process.env.N8N_USER_FOLDER = userFolder;
	process.env.N8N_LOG_LEVEL = 'error';
	const load = createRequire(join(folder, 'package.json'));
	load('reflect-metadata');
	const { Container } = load('@n8n/di') as { Container: { get<T>(token: unknown): T } };
	return { load, get: <T,>(token: unknown) => Container.get<T>(token), folder };
}
