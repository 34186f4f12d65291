/** Scans are remembered for the clicks that belong to them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
	claimForScan,
	isClickOfScan,
	rememberScan,
} from '../../nodes/LinkPlatform/trigger/scans.ts';

const START = Date.parse('2026-03-01T09:00:00Z');
const visit = (deliveryId: string, linkId: unknown, seconds = 0, more: object = {}) => ({
	deliveryId,
	timestamp: new Date(START + seconds * 1000).toISOString(),
	data: { linkId, country: 'DE', browser: 'Safari', platform: 'iOS', ...more } as never,
});

test('a repeated scan matches one click', () => {
	for (const now of [START, START + 1000]) rememberScan('trigger', visit('scan', 1), now);
	expect(claimForScan('trigger', visit('click', 1))).toBe(true);
	expect(claimForScan('trigger', visit('other click', 1))).toBe(false);
});

const noIds: unknown[] = [undefined, null, '', {}, { toString: 1, valueOf: 1 }];
test.each(noIds.map((linkId) => ({ linkId })))('a visit with %j matches nothing', (data) => {
	rememberScan('trigger', visit('scan', data.linkId), START);
	expect(claimForScan('trigger', visit('click', data.linkId))).toBe(false);
});

test.each([
	[2, {}, true],
	[-2, {}, true],
	[2.001, {}, false],
	[-2.001, {}, false],
	[0, { country: 'FR' }, false],
	[0, { browser: 'Chrome' }, false],
	[0, { platform: 'Android' }, false],
])('a click %d s after a scan, with %j, belongs to it: %s', (seconds, more, is) => {
	const trigger = JSON.stringify([seconds, more]);
	rememberScan(trigger, visit('scan', 1), START);
	expect(claimForScan('another', visit('click', 1, seconds, more))).toBe(false);
	expect(claimForScan(trigger, visit('click', 1, seconds, more))).toBe(is);
	expect(claimForScan(trigger, visit('click', 1, seconds, more))).toBe(is);
});

test.each([{ timestamp: undefined }, { data: null }])(
	'a click with %j belongs to no scan',
	(lacking) => {
		rememberScan('lacking', visit('scan', 1), START);
		expect(claimForScan('lacking', { ...visit('click', 1), ...lacking })).toBe(false);
	},
);

test('two scans have two clicks, which may come without an ID', () => {
	for (const id of ['one', 'other']) rememberScan('twice', visit(id, 1), START);
	const claims = [1, 2, 3].map(() => claimForScan('twice', visit('', 1)));
	expect(claims).toEqual([true, true, false]);
});

describe('waiting for a scan', () => {
	afterEach(() => jest.restoreAllMocks());
	/** Lets pauses end at once, and calls `onPause` with how long all of them would have taken. */
	const skipPauses = (onPause: (total: number) => void) => {
		let total = 0;
		jest.spyOn(globalThis, 'setTimeout').mockImplementation((end, ms = 0) => {
			total += ms;
			onPause(total);
			queueMicrotask(end);
			return undefined as never;
		});
	};
	const click = { event: 'link.clicked', ...visit('click', 1) };

	test.each([
		['known belongs to it at once', 0, true, 0],
		['a second late belongs to it', 1_000, true, 1_000],
		['three seconds late belongs to it', 3_000, true, 3_000],
		['later still belongs to none', 3_100, false, 3_000],
	])('A click whose scan is %s', async (title, after, isOfScan, until) => {
		let waited = 0;
		const scan = () => rememberScan(title, visit('scan', 1), START);
		if (after === 0) scan();
		skipPauses((total) => {
			waited = total;
			if (total === after) scan();
		});
		expect(await isClickOfScan(title, click)).toBe(isOfScan);
		expect(waited).toBe(until);
	});

	test('Another event than a click belongs to no scan', async () => {
		rememberScan('other', visit('scan', 1), START);
		expect(await isClickOfScan('other', { ...click, event: 'bio.viewed' })).toBe(false);
	});
});

test('scans are forgotten, so that memory does not grow', () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const see = (from: number, to: number) => {
		for (let at = from; at < to; at++) {
			// Every second one is of the same link.
			rememberScan('busy', visit(`scan ${at}`, at % 2 && at, at), START + at * 1000);
		}
	};
	see(200, 10_000);
	collect();
	const before = process.memoryUsage().heapUsed;
	see(10_000, 30_000);
	collect();
	expect((process.memoryUsage().heapUsed - before) / 20_000).toBeLessThan(40);
});
