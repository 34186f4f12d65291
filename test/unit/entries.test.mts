/** What a row becomes whose entry in a bulk response doesn't say that it is its own. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import {
	BatchRun,
	type Batch,
	type NewQrJob,
} from '../../nodes/LinkPlatform/resources/qrCode/batchRun.ts';
import {
	failMissing,
	giveEntries,
	identifyEntries,
} from '../../nodes/LinkPlatform/resources/qrCode/entries.ts';
import { Existing } from '../../nodes/LinkPlatform/resources/qrCode/existing.ts';

const LIST = '/api/qrs';
const target = (n: number) => `https://example.com/${n}`;
const named = (id: number, name: string) => ({ id, name });
const no = { error: 1, message: 'No' };
const [x, y] = [{ id: 1 }, { id: 2 }];
const MISSING = (name: string) => `The result for "${name}" is missing from the response`;

/** By path: what the account's own records say. A path without a record fails. */
type Records = Record<string, unknown>;

function open(names: string, urls: number[], records: Records = {}) {
	const asked: string[] = [];
	const send = async ({ path }: ApiRequest) => {
		asked.push(path);
		await Promise.resolve();
		if (!(path in records)) throw new Error(`No ${path}`);
		return { data: path === LIST ? { qrs: records[path], maxpage: 1 } : records[path] };
	};
	const client = { send } as unknown as Client;
	const run = new BatchRun({ client } as never, { concurrency: 1, stopEarly: true });
	const rows = names.split(' ').map((name, at) => ({ name, url: target(urls[at] ?? at) }));
	const batch: Batch = { jobs: rows.map((row): NewQrJob => ({ row, design: {} })) };
	/** Of each row the ID, what it fails with, or '?' if it is still open. */
	const show = () => batch.jobs.map(({ record, failure }) => record?.id ?? failure?.message ?? '?');
	return { asked, batch, run, show, existing: new Existing(client, rows.length) };
}

test.each<[string, string, number[], IDataObject[], Records, expected: unknown[], asked: string[]]>(
	[
		['all known', 'a b', [], [named(2, 'b'), named(1, 'a')], {}, [1, 2], []],
		[
			...(['the list names them', 'a b', [], [x, y]] as const),
			...([{ [LIST]: [named(1, 'b'), named(2, 'a')] }, [2, 1], [LIST]] as const),
		],
		[
			...(['their own records name them', 'a b', [], [x, y]] as const),
			{ [LIST]: [], '/api/qr/1': { name: 'b' }, '/api/qr/2': { name: 'a' } },
			...([
				[2, 1],
				[LIST, '/api/qr/1', '/api/qr/2'],
			] as const),
		],
		[
			...(['rows of one name, by targets', 't t', [], [named(1, 't'), named(2, 't')]] as const),
			{ '/api/qr/1': { longurl: target(1) }, '/api/qr/2': { longurl: target(0) } },
			...([
				[2, 1],
				['/api/qr/1', '/api/qr/2'],
			] as const),
		],
		[
			...(['the name in the response counts', 't t x', [0, 1, 1]] as const),
			[named(1, 't'), named(2, 't'), named(3, 'x')],
			{ '/api/qr/1': { name: 'x', target: target(1) }, '/api/qr/2': { target: target(0) } },
			...([
				[2, 1, 3],
				['/api/qr/1', '/api/qr/2'],
			] as const),
		],
		[
			...(['the target in the response counts', 'a b', [0, 0]] as const),
			[
				{ ...x, target: target(0) },
				{ ...y, target: target(0) },
			],
			{ [LIST]: [x, y].map(({ id }) => ({ ...named(id, 'ba'[id - 1]), target: target(9) })) },
			...([[2, 1], [LIST]] as const),
		],
		[
			...(['a refusal that is then about one row only', 't t', []] as const),
			...([[{ ...no, name: 't' }, named(1, 't')], { '/api/qr/1': { target: target(1) } }] as const),
			...([['No', 1], ['/api/qr/1']] as const),
		],
		[
			...(['one entry for two rows', 'a b', [], [x]] as const),
			...([{ [LIST]: [named(1, 'b')] }, ['?', 1], [LIST]] as const),
		],
		['refusals alone', 'a b', [], [no], {}, ['?', '?'], []],
		['entries without an ID', 'a b', [], [{ ok: true }], {}, ['?', '?'], []],
		['one entry more', 'a b', [], [named(1, 'a'), named(2, 'b'), { id: 3 }], {}, [1, 2], []],
		[
			...(['a list that fails, and a record', 'a b', [], [x, y]] as const),
			{ '/api/qr/1': named(1, 'a'), '/api/qr/2': named(2, 'b') },
			...([
				[1, 2],
				[LIST, '/api/qr/1', '/api/qr/2'],
			] as const),
		],
	],
)('%s', async (_, names, urls, entries, records, expected, asked) => {
	const made = open(names, urls, records);
	giveEntries(made.batch, entries, made.run);
	await identifyEntries([made.batch], made.existing, made.run);
	expect([made.show(), made.asked]).toEqual([expected, asked]);
});

test.each<[string, Records, advice: string]>([
	['cannot be looked up', {}, `. Whether it was created couldn't be looked up: No ${LIST}`],
	['is unknown to its record', { [LIST]: [], '/api/qr/1': null, '/api/qr/2': null }, ''],
])('rows whose QR code %s fail, with the first reason', async (_, records, advice) => {
	const { batch, run, existing, show } = open('a b', [], records);
	giveEntries(batch, [x, y], run);
	await identifyEntries([batch], existing, run);
	expect(show()).toEqual([MISSING('a'), MISSING('b')]);
	const missing = "It may have been created. Turn on 'Skip Existing' before you retry this item";
	expect(batch.jobs[0].failure?.description).toBe(missing + advice);
});

test('a batch without a good response stays one', async () => {
	const { batch, run, existing } = open('a b', []);
	await identifyEntries([batch], existing, run);
	expect(batch.entries).toBeUndefined();
});

test('a QR code comes out without what the response says about its row', () => {
	const { batch, run } = open('a b', []);
	const about = { error: 0, message: 'Created', index: 0, row: 1 };
	giveEntries(
		batch,
		[
			{ ...named(1, 'a'), ...about },
			{ ...named(0, 'b'), error: 1 },
		],
		run,
	);
	expect(batch.jobs[0].record).toEqual(named(1, 'a'));
	expect(batch.jobs[1].failure).toMatchObject({
		kind: 'refused',
		message: 'Link Platform refused this row',
		description: "Check 'Name' and 'URL' of this item",
	});
});

test.each([
	['with the words of entries about no row', [no, { ...no, message: 'Nor' }, no], 'No; Nor'],
	['for no known reason', [], 'Link Platform didn\'t create "b", and gave no reason'],
	['for no known reason', undefined, 'Link Platform didn\'t create "b", and gave no reason'],
])('rows that were not created fail %s', (_, entries, message) => {
	const { batch, run, show } = open('a b', []);
	giveEntries(batch, [named(1, 'a')], run);
	failMissing({ ...batch, entries }, run);
	expect(show()).toEqual([1, message]);
});
