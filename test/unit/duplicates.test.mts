/** Deliveries that are duplicates, and the time for which the trigger remembers their keys. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DataDeduplicationService } from '../../packages/n8n-harness/core.mts';
import type {
	DeduplicationScope,
	ICheckProcessedOptions,
	IDataObject,
	IExecuteFunctions,
} from 'n8n-workflow';
import {
	createReceipt,
	getDuplicateKeys,
	isProcessed,
	recordIfNew,
	type Processed,
} from '../../nodes/LinkPlatform/deliveries/duplicates.ts';
import {
	failDeduplication,
	provideDeduplication,
} from '../../packages/n8n-harness/deduplication.mts';

const VISITS = ['link.clicked', 'qr.scanned', 'bio.viewed'];
const OTHERS = ['product.purchased', 'subscriber.added', 'link.created'];
const ONLY_BY_ID = ['tip.received', 'later.on'];
let triggers = 0;
/** Returns the keys of a delivery with this body, and this ID in its header. */
const keysOf = (event: string, headerId: string, text: string, trigger = `t${(triggers += 1)}`) =>
	getDuplicateKeys(
		trigger,
		event,
		{ headerId, signed: Buffer.from(text), body: JSON.parse(text) as IDataObject },
		1_000,
	);
/** True if the second delivery is a copy of the first. */
const isCopy = (
	event: string,
	[id, text]: [string, string],
	[nextId, nextText]: [string, string],
) => {
	const known = keysOf(event, id, text);
	return keysOf(event, nextId, nextText).some((key) => known.includes(key));
};
const body = '{"timestamp":"12:00","data":{"a":1}}';
const stamped = '{"timestamp":"12:01","data":{"a":1}}';
const changed = '{"timestamp":"12:00","data":{"a":2}}';

test.each([...VISITS, ...OTHERS, ...ONLY_BY_ID])(
	'a second %s delivery with the same ID and data is a duplicate, whatever its timestamp',
	(event) => {
		expect(isCopy(event, ['a', body], ['a', body])).toBe(true);
		expect(isCopy(event, ['a', body], ['a', stamped])).toBe(true);
	},
);

test.each([...VISITS, ...OTHERS, ...ONLY_BY_ID])(
	"a second %s delivery with the same ID but different data isn't a duplicate",
	(event) => {
		expect(isCopy(event, ['a', body], ['a', changed])).toBe(false);
	},
);

test.each([...VISITS, ...OTHERS, ...ONLY_BY_ID])(
	"a second %s delivery with a different ID and timestamp isn't a duplicate",
	(event) => {
		expect(isCopy(event, ['a', body], ['b', stamped])).toBe(false);
	},
);

test.each([...VISITS, ...ONLY_BY_ID])(
	"a second %s delivery with a different ID isn't a duplicate, because two events can be identical",
	(event) => {
		expect(isCopy(event, ['a', body], ['b', body])).toBe(false);
	},
);

test.each([...VISITS, ...ONLY_BY_ID])(
	'a %s delivery without an ID never counts as a duplicate',
	(event) => {
		expect(keysOf(event, '', body)).toEqual([]);
	},
);

test.each(OTHERS)(
	'a second %s delivery with the same body is a duplicate, whatever its ID',
	(event) => {
		for (const id of ['b', '']) expect(isCopy(event, ['a', body], [id, body])).toBe(true);
		expect(isCopy(event, ['', body], ['', stamped])).toBe(false);
	},
);

const withId = '{"id":"evt_1","data":{"a":1}}';
const withIdLater = '{"id":"evt_1","timestamp":"12:01","data":{"a":1}}';

test.each([...VISITS, ...OTHERS, 'later.on'])(
	'a second %s delivery with the same ID in its signed body is a duplicate, whatever the ID in its header',
	(event) => {
		for (const [one, other] of [
			['a', 'b'],
			['', 'b'],
			['', ''],
		])
			expect(isCopy(event, [one, withId], [other, withIdLater])).toBe(true);
	},
);

test('only the ID in the header of a tip counts, because the ID in its body may be that of anything', () => {
	expect(isCopy('tip.received', ['a', withId], ['b', withId])).toBe(false);
	expect(isCopy('tip.received', ['a', withId], ['a', withIdLater])).toBe(true);
	expect(keysOf('tip.received', '', withId)).toEqual([]);
});

test('an ID that came with different data names no event, and counts no more', () => {
	const click = (n: number) => keysOf('link.clicked', '', `{"id":12,"data":{"a":${n}}}`, 'one');
	expect([click(1), click(2), click(1), click(1)].map(({ length }) => length)).toEqual([
		1, 0, 0, 0,
	]);
});

test("a delivery of another event type with the same ID and data isn't a duplicate", () => {
	expect(keysOf('link.clicked', 'a', body)).not.toEqual(keysOf('qr.scanned', 'a', body));
});

test('createReceipt returns a new receipt for each purchase, and no receipt for clicks, scans and created records', () => {
	const receipts = ['product.purchased', 'product.purchased', 'later.on'].map(createReceipt);
	expect(new Set(receipts).size).toBe(3);
	for (const event of [...VISITS, 'link.created', 'qr.created']) {
		expect(createReceipt(event)).toBeUndefined();
	}
});

test("deliveries without an ID aren't duplicates if their bodies differ in a single byte", () => {
	const texts = ['{"a":9007199254740992}', '{"a":9007199254740993}', '{"a": 9007199254740992}'];
	expect(new Set(texts.flatMap((text) => keysOf('product.purchased', '', text))).size).toBe(3);
});

describe('a key', () => {
	const later = (seconds: number) => 1_000_000 + seconds * 1000;

	test('recordIfNew reports a key as a duplicate for 30 seconds after it was first seen', () => {
		const record = (seconds: number, keys = ['key']) =>
			recordIfNew('trigger', keys, later(seconds));
		expect([0, 0, 29, 30].map((seconds) => record(seconds))).toEqual([true, false, false, true]);
		expect(record(31, ['key', 'other'])).toBe(false);
		expect(record(32, ['other'])).toBe(false);
	});

	test('recordIfNew reports a key as new if only another trigger has seen it', () => {
		expect(recordIfNew('one', ['shared'], later(33))).toBe(true);
		expect(recordIfNew('other', ['shared'], later(33))).toBe(true);
	});

	test("recordIfNew forgets old keys, so that memory use doesn't grow", () => {
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		const see = (from: number, to: number) => {
			for (let at = from; at < to; at++) recordIfNew('busy', [`key ${at}`], later(100 + at));
		};
		see(0, 10_000);
		collect();
		const before = process.memoryUsage().heapUsed;
		see(10_000, 40_000);
		collect();
		expect((process.memoryUsage().heapUsed - before) / 30_000).toBeLessThan(20);
	});
});

/** Returns the keys of deliveries that a workflow's trigger lets through, by n8n's list of processed keys. */
async function run(id: string, all: unknown[], event = 'link.clicked', more: object = {}) {
	const { mode = 'webhook', receipt, warn = fail, ...faults } = more as Record<string, unknown>;
	let { loseAnswer } = faults;
	const service = DataDeduplicationService.getInstance();
	const where = { workflow: { id }, node: { id: 'trigger' } } as never;
	const checkProcessedAndRecord = async (
		...[keys, scope, how]: [string[], DeduplicationScope, ICheckProcessedOptions]
	) => {
		const answer = await service.checkProcessedAndRecord(keys, scope, where, how);
		if (!loseAnswer) return answer;
		loseAnswer = false;
		throw new Error('The connection was reset');
	};
	const helpers = { checkProcessedAndRecord };
	const context: unknown = { getMode: () => mode, logger: { warn }, helpers };
	const fresh: unknown[] = [];
	for (const given of all) {
		const keys = given === undefined ? undefined : ([given].flat() as string[]);
		if (!(await isProcessed(context as IExecuteFunctions, { event, keys, receipt } as Processed)))
			fresh.push(keys?.[0]);
	}
	return fresh;
}
const fail = (message: string) => expect(message).toBe('not logged');
/** Returns a single delivery that has the keys of `count` deliveries. */
const many = (count: number, name: string, each = 1) => [
	Array.from({ length: count }, (_, n) =>
		Array.from({ length: each }, (_, key) => `${name}${n} ${key}`),
	).flat(),
];

describe('a delivery that another process has seen', () => {
	beforeAll(provideDeduplication);

	test('a workflow starts once per delivery key, and every time for a delivery without a key', async () => {
		expect(await run('once', ['k1', undefined])).toEqual(['k1', undefined]);
		expect(await run('once', ['k1', 'k2', undefined])).toEqual(['k2', undefined]);
		expect(await run('another', ['k1'])).toEqual(['k1']);
		expect(await run('another', ['k2', 'k2'], 'later.on')).toEqual(['k2']);
		failDeduplication(2);
		expect(await run('no keys', [undefined])).toEqual([undefined]);
		failDeduplication(0);
	});

	test('a list in the scope "node" is the node\'s own, and one in the scope "workflow" is shared by its nodes', async () => {
		const service = DataDeduplicationService.getInstance();
		const isNew = async (scope: DeduplicationScope, id: string) => {
			const where = { workflow: { id: 'scopes' }, node: { id } } as never;
			return (await service.checkProcessedAndRecord(['k'], scope, where, { mode: 'entries' })).new;
		};
		expect([await isNew('workflow', 'a'), await isNew('workflow', 'b')]).toEqual([['k'], []]);
		expect([await isNew('node', 'a'), await isNew('node', 'b')]).toEqual([['k'], ['k']]);
	});

	test("n8n's Retry processes a delivery again, unless a copy was processed instead", async () => {
		const buy = (mode: string, receipt?: string) =>
			run('retried', ['sale'], 'product.purchased', { mode, receipt });
		// The first execution stopped before the trigger ran, so Link Platform delivered the event again.
		expect(await buy('webhook', 'second')).toEqual(['sale']);
		expect(await buy('retry', 'first')).toEqual([]);
		expect(await buy('retry', 'second')).toEqual(['sale']);
		expect(await buy('webhook', 'third')).toEqual([]);
		expect(await buy('retry')).toEqual(['sale']);
	});

	test('a delivery is dropped even if only one of its two keys was seen before', async () => {
		expect(await run('two keys', [['body', 'id']])).toEqual(['body']);
		expect(await run('two keys', [['other body', 'id']])).toEqual([]);
		expect(await run('two keys', [['body', 'other id']])).toEqual([]);
	});
});

describe('a delivery that another process has seen among many', () => {
	beforeAll(provideDeduplication);

	test('a repeated purchase is recognized after 5,000 clicks, 10,000 new links and 900 other purchases', async () => {
		let purchases = 0;
		const buy = (keys: unknown[]) =>
			run('busy', keys, 'product.purchased', { receipt: `${(purchases += 1)}` });
		expect(await buy(['sale'])).toEqual(['sale']);
		await run('busy', many(5_000, 'click'));
		await run('busy', many(10_000, 'link', 3), 'link.created');
		expect(await buy(many(900, 'other', 3))).toHaveLength(1);
		expect(await buy(['sale'])).toEqual([]);
	});

	test('a repeated click delivery is recognized after 999 other clicks, but not after 1,000', async () => {
		expect(await run('clicks', ['k1'])).toEqual(['k1']);
		await run('clicks', many(999, 'click'));
		expect(await run('clicks', ['k1'])).toEqual([]);
		await run('clicks', many(1_000, 'another'));
		expect(await run('clicks', ['k1'])).toEqual(['k1']);
	});

	test('two deliveries that are processed at the same time are both remembered', async () => {
		const both = () => Promise.all(['k1', 'k2'].map((key) => run('at once', [key])));
		expect(await both()).toEqual([['k1'], ['k2']]);
		expect(await both()).toEqual([[], []]);
	});

	test("a delivery isn't treated as a duplicate of itself if n8n's database records it but the response is lost", async () => {
		const buy = (receipt: string, loseAnswer = false) =>
			run('lost answer', ['sale'], 'product.purchased', { receipt, loseAnswer });
		expect(await buy('first', true)).toEqual(['sale']);
		expect(await buy('second')).toEqual([]);
		expect(await run('lost answer', ['k'], 'link.clicked', { loseAnswer: true })).toEqual(['k']);
	});

	test("a delivery is remembered if n8n's database fails once, and counts as new if the database fails twice", async () => {
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
