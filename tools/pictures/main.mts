/**
 * `node tools/node24.mjs tools/pictures/main.mts`: takes the pictures of the documentation in a real n8n with the sandbox,
 * after `npm run build`. With names such as `trigger`, only those.
 */
import { installBrowser } from '../n8n/browser.mts';
import { prepareN8n } from '../n8n/prepare.mts';
import { openN8nWithSandbox } from '../n8n/n8nWithSandbox.mts';
import { pictures } from './pictures.mts';
import { openStudio } from './studio.mts';

const names = process.argv.slice(2);
await installBrowser();
await prepareN8n();
const n8n = await openN8nWithSandbox({ domain: 'example.com' });
try {
	const studio = await openStudio(n8n);
	try {
		for (const name of names.length > 0 ? names : Object.keys(pictures))
			await studio.keep(name, () => pictures[name](studio));
	} finally {
		await studio.close();
	}
} finally {
	await n8n.close();
}
