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

interface Given {
	/** Of the rows; their URLs are those of their places, or of these numbers. */
	names?: string;
	urls?: number[];
	/** By path: what the account's own records say. A path without a record fails. */
	records?: Record<string, unknown>;
}

function open({ names = 'a b', urls = [], records = {} }: Given = {}) {
	const asked: string[] = [];
	const send = async ({ path }: ApiRequest) => {
		asked.push(path);
		await Promise.resolve();
		if (!(path in records)) throw new Error(`No ${path}`);
		return { data: path === LIST ? { qrs: records[path], maxpage: 1 } : records[path] };
	};
	const client = { send } as unknown as Client;
	const limits = { concurrency: 1, stopEarly: true };
	const run = new BatchRun({ client } as never, limits, { hasFailed: false });
	const rows = names.split(' ').map((name, at) => ({ name, url: target(urls[at] ?? at) }));
	const batch: Batch = { jobs: rows.map((row): NewQrJob => ({ row, design: {} })) };
	/** Of each row the ID, what it fails with, or '?' if it is still open. */
	const show = () => batch.jobs.map(({ record, failure }) => record?.id ?? failure?.message ?? '?');
	return { asked, batch, run, show, existing: new Existing(client, rows.length) };
}

const [ONE, TWO] = ['/api/qr/1', '/api/qr/2'];
test.each<[string, IDataObject[], Given, expected: unknown[], asked: string[]]>([
	['all are known', [named(2, 'b'), named(1, 'a')], {}, [1, 2], []],
	['all are known, and one is too many', [named(1, 'a'), named(2, 'b'), { id: 3 }], {}, [1, 2], []],
	['refusals alone', [no], {}, ['?', '?'], []],
	['an entry without an ID', [{ ok: true }], {}, ['?', '?'], []],
	[
		'the list names them',
		[x, y],
		{ records: { [LIST]: [named(1, 'b'), named(2, 'a')] } },
		[2, 1],
		[LIST],
	],
	['one entry', [x], { records: { [LIST]: [named(1, 'b')] } }, ['?', 1], [LIST]],
	[
		'their own records name them',
		[x, y],
		{ records: { [LIST]: [], [ONE]: { name: 'b' }, [TWO]: { name: 'a' } } },
		[2, 1],
		[LIST, ONE, TWO],
	],
	[
		'the list fails, and their own records name them',
		[x, y],
		{ records: { [ONE]: { name: 'b' }, [TWO]: { name: 'a' } } },
		[2, 1],
		[LIST, ONE, TWO],
	],
	[
		'rows of one name, and targets in their own records',
		[named(1, 't'), named(2, 't')],
		{ names: 't t t', records: { [ONE]: { longurl: target(1) }, [TWO]: { longurl: target(0) } } },
		[2, 1, '?'],
		[ONE, TWO],
	],
	[
		'a refusal that is about one row once the others are known',
		[{ ...no, name: 't' }, named(1, 't')],
		{ names: 't t', records: { [ONE]: { target: target(1) } } },
		['No', 1],
		[ONE],
	],
	[
		'a name that the record writes in another way: that of the response counts',
		[named(1, 't'), named(2, 't'), named(3, 'x')],
		{
			names: 't t x',
			urls: [0, 1, 1],
			records: { [ONE]: { name: 'x', target: target(1) }, [TWO]: { target: target(0) } },
		},
		[2, 1, 3],
		[ONE, TWO],
	],
	[
		'a target that the record writes in another way: that of the response counts',
		[x, y].map((entry) => ({ ...entry, target: target(0) })),
		{
			urls: [0, 0],
			records: { [LIST]: [named(1, 'b'), named(2, 'a')].map((one) => ({ ...one, target: '9' })) },
		},
		[2, 1],
		[LIST],
	],
])('%s', async (_, entries, given, expected, asked) => {
	const made = open(given);
	giveEntries(made.batch, entries, made.run);
	await identifyEntries([made.batch], made.existing, made.run);
	expect([made.show(), made.asked]).toEqual([expected, asked]);
});

test.each<[string, Given, advice: string]>([
	['cannot be looked up', {}, `. Whether it was created couldn't be looked up: No ${LIST}`],
	['is unknown', { records: { [LIST]: [], [ONE]: null, [TWO]: null } }, ''],
])('rows whose QR code %s fail, with the first reason', async (_, given, advice) => {
	const { batch, run, existing, show } = open(given);
	giveEntries(batch, [x, y], run);
	await identifyEntries([batch], existing, run);
	expect(show()).toEqual([MISSING('a'), MISSING('b')]);
	const missing = "It may have been created. Turn on 'Skip Existing' before you retry this item";
	expect(batch.jobs[0].failure?.description).toBe(missing + advice);
});

test('a batch without a good response stays one', async () => {
	const { batch, run, existing } = open();
	await identifyEntries([batch], existing, run);
	expect(batch.entries).toBeUndefined();
});

test('a QR code comes out without what the response says about its row', () => {
	const { batch, run } = open();
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
	const { batch, run, show } = open();
	giveEntries(batch, [named(1, 'a')], run);
	failMissing({ ...batch, entries }, run);
	expect(show()).toEqual([1, message]);
});
