/** Figures and names in the pages that follow from something else in the repository. */
import { getResources } from '../../tools/built.mts';
import { existsSync, readFileSync } from 'node:fs';
import { settingsSchema } from '../../tools/sandbox/settings.mts';
import { getRoutes } from '../../tools/docs/operationsTable.mts';
import { batchSize } from '../../nodes/LinkPlatform/resources/qrCode/createMany.ts';
import { MOST_REMEMBERED } from '../../nodes/LinkPlatform/trigger/dropProcessed.ts';
import { EVENT_TYPES } from '../../nodes/LinkPlatform/webhooks/events.ts';
import { readPages } from './pages.mts';

const read = (path: string) => readFileSync(path, 'utf8');
const readme = read('README.md');
describe('README', () => {
	it('names the fields of the credential, all of them', () => {
		const credential = read('credentials/LinkPlatformApi.credentials.ts');
		const pacing = read('nodes/LinkPlatform/n8n/pacing.ts');
		const labels = [...(credential + pacing).matchAll(/displayName: '([^']+)'/g)].map(
			([, label]) => label,
		);
		const [, section] = readme.split('\n## Credential\n');
		const [own] = section.split('\n## ');
		const named = [...own.matchAll(/^\| ([A-Z][^|]*?) \|/gm)].map(([, label]) => label);
		expect(named.filter((label) => label !== 'Field').sort()).toEqual(
			labels.filter((label) => label !== 'Advanced').sort(),
		);
		expect(own).toContain('**Advanced**');
	});
});

test('page on the legacy API names the resources that use it, and no others', async () => {
	const resources = getResources();
	const legacy = resources
		.filter(({ operations }) =>
			Object.values(operations).some((one) =>
				getRoutes(one).some((route) => route.includes('legacy:')),
			),
		)
		.map(({ name }) => name);
	const [, table] = read('docs/guides/legacy-api.md').split('| Resource |');
	const rows = table
		.split('\n\n')[0]
		.split('\n')
		.map((row) => row.split('|')[1] ?? '');
	const named = rows.flatMap((cell) =>
		[...cell.matchAll(/\*\*([^*]+)\*\*/g)].map(([, one]) => one),
	);
	expect(named.sort()).toEqual(legacy.sort());
});

test('page on agents names the operations that cannot be tools, and no others', async () => {
	const resources = getResources();
	const waiting = resources.flatMap(({ name: resource, operations }) =>
		Object.values(operations)
			.filter((operation) => 'pauses' in operation)
			.map(({ name }) => `${resource} > ${name}`),
	);
	const [intro] = read('docs/guides/ai-agents.md').split('\n## ');
	const [, sentence] = intro.split("can't be tools: ");
	const named = [...sentence.matchAll(/\*\*([^*]+)\*\*/g)].map(([, one]) => one);
	// n8n gives files to no tool.
	expect(named.sort()).toEqual([...waiting, 'File > Upload'].sort());
});

describe('page on large volumes', () => {
	const page = read('docs/guides/large-volumes.md');

	it('counts copies with what the trigger remembers, and when deliveries are repeated', () => {
		const [, table] = page.split('| repeated after |');
		const perDay = [...table.split('\n\n')[0].matchAll(/([\d,]+) \|$/gm)].map(([, count]) => count);
		const { retryDelaysSeconds } = settingsSchema.parse({});
		const expected = retryDelaysSeconds.map((delay) => (MOST_REMEMBERED / delay) * 86_400);
		expect(perDay).toEqual(expected.map((count) => count.toLocaleString('en')));
		expect(page).toContain(`the last ${MOST_REMEMBERED.toLocaleString('en')} deliveries`);
	});

	it('counts QR codes in batches as large as the node makes them', () => {
		expect(page).toContain(`QR codes, ${batchSize.default as number} per request`);
	});
});

test('page on events has a sample of each that the trigger lists', () => {
	const { anchors } = readPages().find(({ path }) => path === 'docs/guides/trigger-events.md')!;
	const wanted = EVENT_TYPES.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'));
	expect(wanted.filter((anchor) => !anchors.has(anchor))).toEqual([]);
});

test('file or folder of the repository that a page names is there', () => {
	const roots = /^(?:test|tools|nodes|credentials|docs|examples)\/[\w./-]+$/;
	const named = readPages().flatMap(({ path, words }) =>
		words
			.map((word) => word.replace(/[.,]$/, ''))
			.filter((word) => roots.test(word))
			.map((word) => ({ path, word })),
	);
	// The publishing page names tests without code style.
	const plain = [...read('docs/maintainers/publishing.md').matchAll(/\btest\/[\w/]+\.test\.mts/g)];
	const all = [...named, ...plain.map(([word]) => ({ path: 'publishing.md', word }))];
	expect(all.length).toBeGreaterThan(20);
	expect(all.filter(({ word }) => !existsSync(word))).toEqual([]);
});

test('figures of the demo are those that it shows', () => {
	const demo = read('tools/demo.mts');
	const [, limit, seconds] = /limit: (\d+), windowSeconds: (\d+)/.exec(demo)!;
	const [, images] = /const IMAGES = (\d+)/.exec(demo)!;
	expect(readme).toContain(`allows ${limit} requests per ${seconds} seconds`);
	expect(readme).toContain(`${images} of 120 rows`);
});
