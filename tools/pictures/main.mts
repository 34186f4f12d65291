/**
 * `npm run screenshots`: takes the screenshots for the documentation in a real n8n with the sandbox. Takes all
 * screenshots, or only the named screenshots: `npm run screenshots -- trigger credential`.
 */
import { installBrowser } from '../n8n/browser.mts';
import { prepareN8n } from '../n8n/prepare.mts';
import { openN8nWithSandbox } from '../n8n/n8nWithSandbox.mts';
import { pictures } from './pictures.mts';
import { openStudio } from './studio.mts';

const all = Object.keys(pictures);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !(name in pictures));
if (unknown.length > 0)
	throw new Error(`Unknown screenshots: ${unknown.join(', ')}. Available: ${all.join(', ')}`);

await installBrowser();
await prepareN8n();
const n8n = await openN8nWithSandbox({ domain: 'example.com' });
try {
	const studio = await openStudio(n8n);
	try {
		for (const name of wanted) await studio.keep(name, () => pictures[name](studio));
	} finally {
		await studio.close();
	}
} finally {
	await n8n.close();
}
