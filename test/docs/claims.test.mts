/** Checks statements on the pages about the nodes and the repository that a test can look up. */
import { existsSync, readFileSync } from 'node:fs';
import type { ICredentialType } from 'n8n-workflow';
import { createBuiltInstance, getResources } from '../../tools/built.mts';
import { EVENTS } from '../../nodes/LinkPlatform/events/events.ts';
import { OLDEST_N8N, TESTED_N8N } from '../../tools/docs/tested.mts';
import { useWorld } from '../support/world.mts';
import { readPages } from './pages.mts';

const read = (path: string) => readFileSync(path, 'utf8');

test('README.md lists all fields of the credential', () => {
	const { properties } = createBuiltInstance<ICredentialType>(
		'credentials/LinkPlatformApi.credentials',
	);
	// Skip `advanced`, which only shows further fields, and the hidden fields, which duplicate the further fields.
	const labels = properties
		.filter(({ name, type }) => type !== 'hidden' && name !== 'advanced')
		.map(({ displayName }) => displayName);
	// One table has the fields that everybody fills in, and another table has the fields under Advanced.
	const tables = read('README.md').split('\n| Field | What to enter |\n').slice(1);
	const rows = tables.flatMap((table) => [
		...table.split('\n\n')[0].matchAll(/^\| ([A-Z][^|]*?) \|/gm),
	]);
	expect(rows.map(([, label]) => label).sort()).toEqual(labels.sort());
});

test("the guide to AI agents lists exactly the operations that can't be used as AI tools", () => {
	const resources = getResources();
	const excluded = resources.flatMap(({ name: resource, operations }) =>
		Object.values(operations)
			.filter((operation) => 'pauses' in operation || 'isForPeople' in operation)
			.map(({ name }) => `${resource} > ${name}`),
	);
	const [intro] = read('docs/guides/ai-agents.md').split('\n## ');
	const named = intro.split("can't be tools:")[1].matchAll(/\*\*([^*]+)\*\*/g);
	// n8n doesn't pass files to tools, so File > Upload can't be a tool either.
	expect([...named].map(([, name]) => name).sort()).toEqual([...excluded, 'File > Upload'].sort());
});

test('service-api.md lists every event with the fields of its sample', () => {
	const [, table] = read('docs/maintainers/service-api.md').split('\n## Events\n');
	const rows = [...table.matchAll(/^\| `(\w+\.\w+)` \|[^|]*\| (.+) \|$/gm)];
	const toNames = (cell: string) =>
		[...cell.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
	const expected = Object.entries(EVENTS).map(([type, { sample }]) => [type, Object.keys(sample)]);
	expect(Object.fromEntries(rows.map(([, type, cell]) => [type, toNames(cell)]))).toEqual(
		Object.fromEntries(expected),
	);
});

test('every file or folder that the docs name exists', () => {
	const named = readPages().flatMap(({ path, words }) =>
		words
			.map((word) => word.replace(/[.,]$/, ''))
			.filter((word) => /^(?:test|tools|nodes|credentials|docs|examples)\/[\w./-]+$/.test(word))
			.map((word) => ({ path, word })),
	);
	expect(named).not.toEqual([]);
	expect(named.filter(({ word }) => !existsSync(word))).toEqual([]);
});

test('the docs name only tested n8n releases, and README.md names the oldest supported one', () => {
	const tested = TESTED_N8N.map(({ release }) => release);
	const named = readPages()
		.filter(({ path }) => path === 'README.md' || /^docs\/(?:guides|README)/.test(path))
		.flatMap(({ path }) =>
			[...read(path).matchAll(/\b2\.\d+\.\d+\b/g)].map(([release]) => ({ path, release })),
		);
	expect(named).toContainEqual({ path: 'README.md', release: OLDEST_N8N });
	expect(named.filter(({ release }) => !tested.includes(release))).toEqual([]);
});

describe('requests and time for creating QR codes from rows', () => {
	/** Returns the number of requests: batches, images, the quota, and one page of the list of QR codes. */
	const countRequests = (rows: number, images: number) => Math.ceil(rows / 50) + images + 2;

	test('the table in rate-limits.md states the right requests and time for each row', () => {
		const pattern = /^\| ([\d,]+) QR codes (with|without) images \| (.+) \|$/gm;
		const table = [...read('docs/guides/rate-limits.md').matchAll(pattern)];
		const wanted = table.map(([, number, images]) => {
			const rows = Number(number.replace(',', ''));
			const requests = countRequests(rows, images === 'with' ? rows : 0);
			// The limit is 30 requests per minute, and the first 30 are sent at once.
			const minutes = Math.ceil(requests / 30) - 1;
			const time = minutes === 0 ? 'under a minute' : `${minutes} minute${minutes > 1 ? 's' : ''}`;
			return `${requests.toLocaleString('en-US')} | ${time}`;
		});
		expect(table).toHaveLength(5);
		expect(table.map(([, , , said]) => said)).toEqual(wanted);
	});

	test('other pages state the same number of requests as the table in rate-limits.md', () => {
		const requests = countRequests(120, 120);
		expect(read('README.md')).toContain(`| 120 QR codes with images | ${requests} requests |`);
		expect(read('docs/guides/migrating-from-http-request.md')).toContain(
			`| Requests | 240 | ${requests} |`,
		);
		expect(read('docs/guides/bulk-qr.md')).toContain(
			`500 rows with images take some ${countRequests(500, 500)} requests`,
		);
	});
});

describe('credential test with a wrong address', () => {
	const world = useWorld();
	test.each([
		['an unknown host', () => 'http://links.invalid'],
		['a closed port', () => 'http://127.0.0.1:9'],
		['https at a port without TLS', () => world.url.replace('http:', 'https:')],
	])(
		'troubleshooting.md contains the reason that the credential test states for %s',
		async (_case, getUrl) => {
			const given = { ...world.credential, apiUrl: getUrl() };
			const { status, message } = await world.engine.testCredential('linkPlatformApi', given);
			expect(status).toBe('Error');
			const [, reason = message] = /^Couldn't connect to \S+: ([^.]+)\./.exec(message) ?? [];
			expect(read('docs/guides/troubleshooting.md')).toContain(`*${reason}*`);
		},
	);
});
