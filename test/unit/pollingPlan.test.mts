/** The tables of polling/plan.ts, row by row. */
import {
	type PollState,
	begin,
	compare,
	settle,
	wait,
} from '../../nodes/LinkPlatform/polling/plan.ts';

const MINUTE = 60_000;
/** After a poll at second 10, and what else is given. */
const toState = (given: Partial<PollState>): PollState => ({
	...begin({ watched: '', account: '' }, { counts: new Map(), clock: 10_000 }),
	...given,
});
const toRows = (...times: number[]) => times.map((time) => ({ row: { time }, time }));

test('A first poll remembers every counter that is not 0', () => {
	const counts = new Map([...Object.entries({ a: 3, b: 0 })]);
	const state = begin({ watched: 'clicks', account: 'key' }, { counts, clock: 7 });
	expect(state).toEqual({
		watched: 'clicks',
		account: 'key',
		clock: 7,
		counts: { a: 3 },
		doubts: {},
		usedUntil: {},
		waiting: {},
	});
});

const eight = { counts: { a: 8 } };
const waiting = { a: [5_000, 5_000] };
test.each<[string, Partial<PollState>, number | undefined, object]>([
	['higher', eight, 9, { growth: [8, 9], counts: { a: 8 }, doubts: {} }],
	['the same', eight, 8, { growth: undefined, counts: { a: 8 }, doubts: {} }],
	['never seen before', {}, 3, { growth: [0, 3], counts: {}, doubts: {} }],
	['at 0', {}, 0, { growth: undefined, counts: {}, doubts: {} }],
	['lower', eight, 6, { growth: undefined, counts: { a: 8 }, doubts: { a: 6 } }],
	['not listed', eight, undefined, { growth: undefined, counts: { a: 8 }, doubts: { a: null } }],
	[
		'back after a doubt',
		{ ...eight, doubts: { a: 6 } },
		8,
		{ growth: undefined, counts: { a: 8 }, doubts: {} },
	],
	[
		'lower for the second time',
		{ ...eight, doubts: { a: 6 } },
		7,
		{ growth: [6, 7], counts: { a: 6 }, doubts: {} },
	],
	[
		'lower than in doubt',
		{ ...eight, doubts: { a: 6 } },
		5,
		{ growth: undefined, counts: { a: 5 }, doubts: {} },
	],
	[
		'at 0 for the second time',
		{ ...eight, doubts: { a: 0 }, usedUntil: { a: 1 } },
		0,
		{ growth: undefined, counts: {}, doubts: {}, usedUntil: {} },
	],
	[
		'not listed for the second time',
		{ ...eight, doubts: { a: null } },
		undefined,
		{ growth: undefined, counts: {}, doubts: {} },
	],
	[
		'not listed after it was lower',
		{ ...eight, doubts: { a: 6 } },
		undefined,
		{ growth: undefined, counts: { a: 8 }, doubts: { a: null } },
	],
	[
		'lower after it was not listed',
		{ ...eight, doubts: { a: null } },
		3,
		{ growth: undefined, counts: { a: 8 }, doubts: { a: 3 } },
	],
	[
		'higher by the clicks that wait',
		{ ...eight, waiting },
		10,
		{ growth: undefined, counts: { a: 8 }, doubts: {} },
	],
	[
		'lower for the second time while clicks wait',
		{ ...eight, waiting, doubts: { a: 6 }, usedUntil: { a: 1 } },
		6,
		{ growth: undefined, counts: { a: 4 }, doubts: {}, usedUntil: { a: 1 } },
	],
	[
		'not listed while its first clicks wait',
		{ waiting },
		undefined,
		{ growth: undefined, counts: {}, doubts: { a: null } },
	],
])(
	'A counter that is %s is remembered as the table says',
	(_, former, now, { growth, ...expected }: { growth?: unknown }) => {
		const counts = new Map(now === undefined ? [] : [['a', now]]);
		const result = compare(toState(former), { counts, clock: 20_000 });
		expect(result.growth.get('a')).toEqual(growth);
		expect(result.state).toMatchObject({ clock: 20_000, ...expected });
		expect(Object.keys(result.state.counts)).toEqual(
			Object.keys((expected as Partial<PollState>).counts!),
		);
	},
);

test('A first poll that reads twice remembers the larger counters', () => {
	const [first, second] = [
		{ a: 3, b: 2 },
		{ a: 2, c: 1 },
	].map((counts, n) => {
		return { counts: new Map(Object.entries(counts)), clock: n };
	});
	expect(begin({ watched: '', account: '' }, first, second)).toMatchObject({
		clock: 1,
		counts: { a: 3, b: 2, c: 1 },
	});
});

test('What may happen only once does not fall, but may vanish', () => {
	const reading = (counts: Map<string, number>) => ({ counts, clock: 20_000 });
	const lower = compare(toState(eight), reading(new Map([['a', 6]])), true);
	expect(lower).toMatchObject({ state: { ...eight, doubts: {} }, growth: new Map() });
	expect(compare(toState(eight), reading(new Map()), true).state.doubts).toEqual({ a: null });
});

test('Clicks wait for rows later than the poll before, and for those in its second if they are the first', () => {
	const growth = new Map<string, [number, number]>([
		['known', [3, 4]],
		['new', [0, 2]],
	]);
	const since = { state: toState({}), former: 5_000 };
	expect(wait(since.state, growth, since.former)).toEqual(['known', 'new']);
	expect(since.state).toMatchObject({
		usedUntil: { known: 5_999, new: 4_999 },
		waiting: { known: [10_000], new: [10_000, 10_000] },
	});
	const withoutClock = toState({});
	wait(withoutClock, growth, 0);
	expect(withoutClock.usedUntil).toEqual({ known: 10_999, new: 9_999 });
});

test('The link whose clicks wait longest is asked for first', () => {
	const state = toState({
		waiting: { later: [3_000], first: [1_000], last: [4_000] },
	});
	expect(wait(state, new Map([['later', [5, 6]]]), 9_000)).toEqual(['first', 'later', 'last']);
	expect(state.waiting.later).toEqual([3_000, 10_000]);
});

/** Two clicks that were counted by the poll at second 10, in a poll at `clock`. */
const settleTwo = (times: number[], { clock = 10_000, isTimed = true } = {}) => {
	const state = toState({
		clock,
		counts: { a: 3 },
		usedUntil: { a: 1_000 },
		waiting: { a: [10_000, 10_000] },
	});
	const came = settle(state, 'a', isTimed ? toRows(...times) : undefined);
	const rows = came.filter((row) => row !== undefined).map(({ time }) => time);
	const without = came.length - rows.length;
	return { times: rows.sort((a, b) => a - b), without, state, left: state.waiting.a?.length };
};

test.each<[string, number[], object | undefined, Record<string, unknown>]>([
	['are listed', [9_000, 8_000], {}, { times: [8_000, 9_000], without: 0, used: 9_000 }],
	[
		'are listed in the second of the poll',
		[10_999],
		{},
		{ times: [10_999], left: 1, used: 10_999 },
	],
	['are later than the poll', [11_000], {}, { times: [], without: 0, left: 2, used: 1_000 }],
	['are more than the clicks', [8_000, 9_000, 7_000], {}, { times: [8_000, 9_000], used: 9_000 }],
	[
		'are not listed yet',
		[],
		{ clock: 10_000 + 15 * MINUTE - 1 },
		{ without: 0, left: 2, used: 1_000 },
	],
	[
		'are not listed for 15 minutes',
		[],
		{ clock: 10_000 + 15 * MINUTE },
		{ without: 2, used: 10_999 },
	],
	[
		'are listed after 15 minutes',
		[8_000, 9_000],
		{ clock: 10_000 + 15 * MINUTE },
		{ times: [8_000, 9_000], without: 0, used: 9_000 },
	],
	['have no times', [9_000], { isTimed: false }, { times: [], without: 2, used: 10_999 }],
])(
	'Where their rows %s, clicks come out as the table says',
	(_, rows, more, { used, left, ...expected }: { used?: number; left?: number }) => {
		const result = settleTwo(rows, more);
		expect(result).toMatchObject(expected);
		expect(result.left).toEqual(left);
		expect(result.state.usedUntil).toEqual({ a: used });
		expect(result.state.counts).toEqual({ a: 3 + result.times.length + result.without });
	},
);

test('A row comes out with a click that was counted after it, and only once', () => {
	const state = toState({
		clock: 30_000,
		usedUntil: { a: 0 },
		waiting: { a: [10_000, 20_000, 20_000] },
	});
	const came = settle(state, 'a', toRows(15_000, 9_000, 30_000));
	expect(came.map((row) => row?.time)).toEqual([9_000, 15_000]);
	expect(state).toMatchObject({ usedUntil: { a: 15_000 }, waiting: { a: [20_000] } });
});
