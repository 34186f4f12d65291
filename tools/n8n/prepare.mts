/** Installs n8n and a browser, and makes an empty n8n to copy, if that was not done yet, so that tests start at once. */
import { rmSync } from 'node:fs';

import { installBrowser } from './browser.mts';
import { createUserFolder } from './emptyN8n.mts';
import { installN8n } from './install.mts';
import { stopAll } from '../process/processGroup.mts';
import { step } from './progress.mts';

await installBrowser();
const command = await installN8n();
try {
	const prepared = await step(
		'Preparing an empty n8n',
		async () => await createUserFolder(command),
	);
	rmSync(prepared, { recursive: true });
} finally {
	await stopAll();
}
