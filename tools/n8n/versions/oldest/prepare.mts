/** Installs the oldest n8n-core release that the tests pass on, unless it is installed already. */
import { resolve } from 'node:path';
import { installPinned } from '../../install.mts';

await installPinned({
	manifest: 'tools/n8n/versions/oldest',
	folder: resolve('.n8n/compat'),
	label: 'the oldest n8n-core (about 400 MB, only once)',
});
