/** Which deliveries are duplicates, and how long their keys are remembered. */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DataDeduplicationService } from '../../packages/n8n-harness/core.mts';
import type { DeduplicationScope, ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import {
	createReceipt,
	dropProcessed,
	getDuplicateKey,
	recordIfNew,
} from '../../nodes/LinkPlatform/deliveries/duplicates.ts';
import {
	failDeduplication,
	provideDeduplication,
} from '../../packages/n8n-harness/deduplication.mts';

const VISITS = ['link.clicked', 'qr.scanned', 'bio.viewed'];
const OTHERS = [
	'product.purchased',
	'tip.received',
	'subscriber.added',
	'link.created',
	'later.on',
];
const body = Buffer.from('{"data":{"a":1}}');
const changed = Buffer.from('{"data":{"a":2}}');

test.each([...VISITS, ...OTHERS])('%s: one id and one body are one, two bodies two', (event) => {
	const key = getDuplicateKey(event, 'a', body);
	expect(getDuplicateKey(event, 'a', Buffer.from(body))).toBe(key);
	expect(getDuplicateKey(event, 'a', changed)).not.toBe(key);
});

test.each(VISITS)('%s: two ids and one body are two, as two visitors may do the same', (event) => {
	expect(getDuplicateKey(event, 'a', body)).not.toBe(getDuplicateKey(event, 'b', body));
});

test.each(VISITS)('%s without an ID is no duplicate', (event) => {
	expect(getDuplicateKey(event, '', body)).toBeUndefined();
});

test.each(OTHERS)('%s: one body is one delivery, whatever id it carries', (event) => {
	const key = getDuplicateKey(event, 'a', body);
	expect(key).toBeDefined();
	for (const id of ['b', '']) expect(getDuplicateKey(event, id, body)).toBe(key);
	// As n8n has it in its lists, also after an update of the package.
	expect(key).toBe(createHash('sha256').update(body).digest('hex'));
});

test('A purchase has a receipt of its own each time, and a click, a scan or a creation has none', () => {
	const receipts = ['product.purchased', 'product.purchased', 'later.on'].map(createReceipt);
	expect(new Set(receipts).size).toBe(3);
	for (const event of [...VISITS, 'link.created', 'qr.created']) {
		expect(createReceipt(event)).toBeUndefined();
	}
});

test('an event that only a header names does not change the key', () => {
	const [one, ...rest] = OTHERS.map((event) => getDuplicateKey(event, 'a', body));
	expect(rest).toEqual(rest.map(() => one));
});

test('bodies that differ in their bytes alone are two', () => {
	const texts = ['{"a":9007199254740992}', '{"a":9007199254740993}', '{"a": 9007199254740992}'];
	const keys = texts.map((text) => getDuplicateKey('tip.received', '', Buffer.from(text)));
	expect(new Set(keys).size).toBe(3);
});

test('moving characters between ID and body changes the key', () => {
	const keys = [
		getDuplicateKey('link.clicked', 'a"{', Buffer.from('}')),
		getDuplicateKey('link.clicked', 'a', Buffer.from('"{}')),
		getDuplicateKey('link.clicked', 'a"', Buffer.from('{}')),
	];
	expect(new Set(keys).size).toBe(keys.length);
});

describe('a key', () => {
	const later = (seconds: number) => 1_000_000 + seconds * 1000;

	test('is a duplicate for 30 seconds after it was first seen', () => {
		expect(recordIfNew('trigger', 'key', later(0))).toBe(true);
		expect(recordIfNew('trigger', 'key', later(0))).toBe(false);
		expect(recordIfNew('trigger', 'key', later(29))).toBe(false);
		expect(recordIfNew('trigger', 'key', later(30))).toBe(true);
	});

	test('is no duplicate at another trigger', () => {
		expect(recordIfNew('one', 'shared', later(31))).toBe(true);
		expect(recordIfNew('other', 'shared', later(31))).toBe(true);
	});

	test('is forgotten, so that memory does not grow', () => {
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		const see = (from: number, to: number) => {
			for (let at = from; at < to; at++) recordIfNew('busy', `key ${at}`, later(100 + at));
		};
		see(0, 10_000);
		collect();
		const before = process.memoryUsage().heapUsed;
		see(10_000, 40_000);
		collect();
		expect((process.memoryUsage().heapUsed - before) / 30_000).toBeLessThan(20);
	});
});

/** The keys of those that a workflow's trigger lets through, in n8n's lists of what was processed. */
async function run(id: string, all: unknown[], event = 'link.clicked', more: object = {}) {
	const { mode = 'webhook', receipt, warn = fail } = more as Record<string, unknown>;
	const service = DataDeduplicationService.getInstance();
	const where = { workflow: { id }, node: { id: 'trigger' } } as never;
	const checkProcessedAndRecord = async (
		...[keys, scope, how]: [string[], DeduplicationScope, ICheckProcessedOptions]
	) => await service.checkProcessedAndRecord(keys, scope, where, how);
	const helpers = { checkProcessedAndRecord };
	const context: unknown = { getMode: () => mode, logger: { warn }, helpers };
	const received = all.map((key) => ({ event, key, receipt })) as never[];
	const fresh = await dropProcessed(context as IExecuteFunctions, received);
	return fresh.map(({ key }) => key);
}
const fail = (message: string) => expect(message).toBe('not logged');
const many = (count: number, name: string) => Array.from({ length: count }, (_, n) => name + n);

describe('a delivery that another process has seen', () => {
	beforeAll(provideDeduplication);

	test('runs once, and each time without a key', async () => {
		expect(await run('once', ['k1', undefined])).toEqual(['k1', undefined]);
		expect(await run('once', ['k1', 'k2', undefined])).toEqual(['k2', undefined]);
		expect(await run('another', ['k1'])).toEqual(['k1']);
		expect(await run('another', ['k2', 'k2'], 'later.on')).toEqual(['k2', 'k2']);
		failDeduplication(2);
		expect(await run('no keys', [undefined])).toEqual([undefined]);
		failDeduplication(0);
	});

	test("runs again when n8n's Retry repeats its execution, unless a copy ran instead", async () => {
		const buy = async (mode: string, receipt?: string) =>
			await run('retried', ['sale'], 'product.purchased', { mode, receipt });
		// The first execution stopped before the trigger; Link Platform delivered again.
		expect(await buy('webhook', 'second')).toEqual(['sale']);
		expect(await buy('retry', 'first')).toEqual([]);
		expect(await buy('retry', 'second')).toEqual(['sale']);
		expect(await buy('webhook', 'third')).toEqual([]);
		expect(await buy('retry')).toEqual(['sale']);
	});

	test('of a purchase is recognized after 20,000 clicks, 10,000 new links and 900 other purchases', async () => {
		const buy = async (keys: string[]) => await run('busy', keys, 'product.purchased');
		expect(await buy(['sale'])).toEqual(['sale']);
		await run('busy', many(20_000, 'click'));
		await run('busy', many(10_000, 'link'), 'link.created');
		expect(await buy(many(900, 'other'))).toHaveLength(900);
		expect(await buy(['sale'])).toEqual([]);
	});

	test('of a click is recognized after 999 others, and no longer after 1,000', async () => {
		expect(await run('clicks', ['k1'])).toEqual(['k1']);
		await run('clicks', many(999, 'click'));
		expect(await run('clicks', ['k1'])).toEqual([]);
		await run('clicks', many(1_000, 'another'));
		expect(await run('clicks', ['k1'])).toEqual(['k1']);
	});

	test('is remembered if two different ones are executed at once', async () => {
		const both = async () =>
			await Promise.all(['k1', 'k2'].map(async (key) => await run('at once', [key])));
		expect(await both()).toEqual([['k1'], ['k2']]);
		expect(await both()).toEqual([[], []]);
	});

	test("is remembered if n8n's database fails once, and counts as new if it fails again", async () => {
		failDeduplication(1);
		expect(await run('failing', ['k1'])).toEqual(['k1']);
		expect(await run('failing', ['k1'])).toEqual([]);
		failDeduplication(2);
		const warn = jest.fn();
		expect(await run('failing', ['k2'], 'link.clicked', { warn })).toEqual(['k2']);
		const words = /couldn't check whether a delivery is a duplicate.*BUSY/;
		expect(warn.mock.calls).toEqual([[expect.stringMatching(words)]]);
		expect(await run('failing', ['k2'])).toEqual(['k2']);
	});
});
