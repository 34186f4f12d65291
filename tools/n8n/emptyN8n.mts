import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { startN8n } from './instance.mts';
import { type Login, N8nRest } from './rest.mts';

/** The owner of every n8n instance that these scripts set up. */
export const LOGIN: Login = { email: 'owner@linkplatform.example', password: 'Sandbox-1234' };

/**
 * Returns the folder of an empty n8n instance that was started once. Copying it saves time, because creating the
 * database tables takes longest. The folder is inside node_modules, because n8n unpacks its editor there, and the
 * linter checks every other folder.
 */
const toTemplate = (command: string) => join(toModules(command), '.empty');

/** Returns the node_modules folder that contains n8n's command. Each release has its own empty n8n instance there. */
const toModules = (command: string) => resolve(command, '../../..');

/** Creates a temporary user folder for an n8n instance that has an owner and nothing else. */
export async function createUserFolder(command: string) {
	const template = toTemplate(command);
	if (!existsSync(template)) await makeTemplate(command);
	const userFolder = mkdtempSync(join(tmpdir(), 'linkplatform-n8n-'));
	cpSync(template, userFolder, { recursive: true });
	return userFolder;
}

async function makeTemplate(command: string) {
	const userFolder = mkdtempSync(join(toModules(command), '.making-'));
	const n8n = await startN8n({ command, userFolder });
	await new N8nRest(n8n.url).logIn(LOGIN);
	await n8n.process.stop();
	try {
		renameSync(userFolder, toTemplate(command));
	} catch {
		// Another run has created the empty instance in the meantime, so delete this one.
		rmSync(userFolder, { recursive: true });
	}
}
