/** Which deliveries are duplicates, and how long their keys are remembered. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
	createReceipt,
	getDuplicateKey,
	recordIfNew,
} from '../../nodes/LinkPlatform/trigger/duplicates.ts';

const VISITS = ['link.clicked', 'qr.scanned', 'bio.viewed'];
const OTHERS = [
	...['product.purchased', 'tip.received', 'subscriber.added', 'link.created', 'later.on'],
];
const body = Buffer.from('{"data":{"a":1}}');
const changed = Buffer.from('{"data":{"a":2}}');

test.each([...VISITS, ...OTHERS])('%s: one id and one body are one delivery', (event) => {
	expect(getDuplicateKey(event, 'a', body)).toBe(getDuplicateKey(event, 'a', Buffer.from(body)));
});

test.each([...VISITS, ...OTHERS])('%s: one id and two bodies are two', (event) => {
	expect(getDuplicateKey(event, 'a', body)).not.toBe(getDuplicateKey(event, 'a', changed));
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

test('a key has the same length for any ID', () => {
	expect(getDuplicateKey('link.clicked', 'x'.repeat(10_000), body)).toHaveLength(64);
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
