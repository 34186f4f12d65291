/** Installs the oldest n8n-core that the tests pass on, if that was not done yet. */
import { resolve } from 'node:path';
import { installPinned } from '../scripts/n8n/install.mts';

await installPinned({
	manifest: 'compat',
	folder: resolve('.n8n/compat'),
	label: 'the oldest n8n-core (about 400 MB, only once)',
});
