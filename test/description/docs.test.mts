import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { between, builtResources, operationsTable } from '../../scripts/operationsTable.mts';

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', join('sandbox', 'README.md')].concat(
	readdirSync('docs', { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => join('docs', file)),
);

describe('the documentation', () => {
	it('has the operations table that the menus and routes give', async () => {
		const readme = readFileSync('README.md', 'utf8');
		const table = operationsTable(await builtResources(process.cwd()));
		expect(readme).toBe(between(readme, 'operations', table));
	});

	it.each(pages)('has no relative link to nowhere: %s', (page) => {
		const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
		const missing = links
			.map(([, target]) => join(dirname(page), target))
			.filter((target) => !existsSync(target));
		expect(missing).toEqual([]);
	});
});
