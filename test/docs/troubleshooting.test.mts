/** Pages that quote messages quote them as they are. */
import { readFileSync } from 'node:fs';
import { isListed } from '../support/listed.mts';

const [, section] = readFileSync('README.md', 'utf8').split(/^## Troubleshooting$/m);
const quoted = [...section.split(/^## /m)[0].matchAll(/^\| \*(.+?)\* \|/gm)].map(
	([, text]) => text,
);

test('README has a table of messages', () => {
	expect(quoted.length).toBeGreaterThan(2);
});

test.each(quoted)('README quotes a message of the package: %s', (text) => {
	expect(isListed(text)).toBe(true);
});
