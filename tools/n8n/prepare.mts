import { rmSync } from 'node:fs';

import { stopAll } from '../process/processGroup.mts';
import { createUserFolder } from './emptyN8n.mts';
import { installN8n } from './install.mts';
import { step } from './progress.mts';

/** Installs n8n and creates an empty instance to copy, unless that has already been done. */
export async function prepareN8n() {
	const command = await installN8n();
	try {
		const prepared = await step('Preparing an empty n8n', () => createUserFolder(command));
		rmSync(prepared, { recursive: true });
	} finally {
		await stopAll();
	}
}
