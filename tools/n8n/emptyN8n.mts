import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { startN8n } from './instance.mts';
import { type Login, N8nRest } from './rest.mts';

/** The owner of every n8n that these scripts set up. */
export const LOGIN: Login = { email: 'owner@linkplatform.example', password: 'Sandbox-1234' };

/**
 * An n8n after its first start, since creating all tables takes longer than everything else. Inside
 * node_modules, because n8n unpacks its editor there, and the linter looks through every other folder.
 */
const toTemplate = (command: string) => join(toModules(command), '.empty');

/** Returns the node_modules that contain n8n's command: each release has its own empty n8n. */
const toModules = (command: string) => resolve(command, '../../..');

/** Creates a temporary user folder of an n8n with an owner and nothing else. */
export async function createUserFolder(command: string): Promise<string> {
	const template = toTemplate(command);
	if (!existsSync(template)) await makeTemplate(command);
	const userFolder = mkdtempSync(join(tmpdir(), 'linkplatform-n8n-'));
	cpSync(template, userFolder, { recursive: true });
	return userFolder;
}

async function makeTemplate(command: string): Promise<void> {
	const userFolder = mkdtempSync(join(toModules(command), '.making-'));
	const filesFolder = join(userFolder, 'files');
	mkdirSync(filesFolder);
	const n8n = await startN8n({ command, userFolder, filesFolder });
	await new N8nRest(n8n.url).logIn(LOGIN);
	await n8n.stop();
	try {
		renameSync(userFolder, toTemplate(command));
	} catch {
		// Another run was faster.
		rmSync(userFolder, { recursive: true });
	}
}
