/** The tables of polling/plan.ts, row by row. */
import type { IDataObject } from 'n8n-workflow';
import {
	type PollState,
	begin,
	compare,
	refilter,
	remember,
} from '../../nodes/LinkPlatform/polling/plan.ts';

const MINUTE = 60_000;
const SINCE = Date.UTC(2026, 4, 1, 12);
const LATER = SINCE + 15 * MINUTE;
const HOUR = 60 * MINUTE;

const clicks = {
	getCount: ({ clicks }: { clicks?: unknown }) => clicks as number | undefined,
	isWatched: ({ id = 'a' }: { id?: unknown }, one: string) => id === one || id === '*',
};
const appearance = { ...clicks, getCount: () => 1, isAppearance: true };

/** Returns a reading of the record `a`, or of none. */
const toReading = (count?: number, ended = SINCE, date?: unknown) => ({
	records: new Map(count === undefined ? [] : [['a', { clicks: count, date } as IDataObject]]),
	began: ended,
	ended,
	missing: [],
});

/** Returns the state after the first poll, with the given fields. */
const toState = (given: Partial<PollState> = {}): PollState => ({
	...begin({ watched: 'clicks', account: 'x' }, {}, SINCE),
	counts: {},
	...structuredClone(given),
});

const eight = { counts: { a: 8 } };
const doubted = { ...eight, doubts: { a: [SINCE, 4] as [number, number] } };
const gone = { gone: { a: SINCE + HOUR } };
const at = (time: number) => new Date(time).toISOString();

test.each<[string, Partial<PollState>, number, number, unknown, object]>([
	['higher', eight, 9, LATER, null, { growth: [8, 9], count: 9 }],
	['the same', eight, 8, LATER, null, { count: 8 }],
	[
		'listed first, dated after the first poll',
		{},
		3,
		LATER,
		at(SINCE + 1000),
		{ growth: [0, 3], count: 3 },
	],
	[
		'listed first, dated in its second',
		{},
		3,
		LATER,
		at(SINCE + 999),
		{ count: 3, isDoubtful: true },
	],
	['listed first, without a date', {}, 3, LATER, null, { count: 3, isDoubtful: true }],
	['lower', eight, 6, LATER, null, { count: 8, doubt: [LATER, 6], isDoubtful: true }],
	['lower in a second poll', doubted, 6, LATER - 1, null, { count: 8, doubt: [SINCE, 4] }],
	[
		'lower than in doubt',
		doubted,
		3,
		LATER - 1,
		null,
		{ count: 8, doubt: [SINCE, 3], isDoubtful: true },
	],
	[
		'lower in a poll dated before the doubt',
		doubted,
		6,
		0,
		null,
		{ count: 8, doubt: [0, 4], isDoubtful: true },
	],
	['back after a doubt', doubted, 8, LATER, null, { count: 8, isDoubtful: true }],
	['higher after a doubt', doubted, 9, LATER, null, { growth: [8, 9], count: 9, isDoubtful: true }],
	['lower for 15 minutes', doubted, 6, LATER, null, { growth: [4, 6], count: 6, isDoubtful: true }],
	['at its lowest after 15 minutes', doubted, 2, LATER, null, { count: 2, isDoubtful: true }],
])(
	'compare() stores and reports the right values for a counter that is %s',
	(_, former, count, now, date, expected) => {
		const state = toState(former);
		const { growth, isDoubtful } = compare(state, toReading(count, now, date), clicks);
		const [grown] = growth.map((one) => [one.was, one.count]);
		const { counts = {}, doubts } = state;
		expect({ growth: grown, count: counts.a, doubt: doubts.a, isDoubtful }).toEqual({
			growth: undefined,
			doubt: undefined,
			isDoubtful: false,
			...expected,
		});
	},
);

test.each<[string, Partial<PollState>, unknown, boolean]>([
	['was never listed, dated after the first poll', {}, at(SINCE + HOUR), true],
	['was never listed, without a date', {}, null, true],
	['was never listed, dated before the first poll', {}, at(SINCE - 1), false],
	['was never listed, dated hours before without an offset', {}, '2026-05-01 01:00:00', true],
	['was never listed, dated the day before', {}, '2026-04-29', false],
	['is gone, dated later', gone, at(SINCE + 2 * HOUR), true],
	['is gone, dated before', gone, at(SINCE + HOUR - 1), false],
	['is gone, without a date', gone, null, false],
])('the appearance of a record that %s is judged by its own date', (_, former, date, isNew) => {
	const state = toState(former);
	expect(compare(state, toReading(1, LATER, date), appearance).growth).toHaveLength(isNew ? 1 : 0);
	expect(state).toMatchObject({ counts: { a: 1 }, gone: {} });
	expect(compare(state, toReading(1, LATER, date), appearance).growth).toEqual([]);
});

test("the stored counter of an unlisted record doesn't change, even for weeks", () => {
	const state = toState(doubted);
	for (const now of [LATER, LATER + HOUR, 1e15]) {
		expect(compare(state, toReading(undefined, now), clicks)).toEqual({
			growth: [],
			isDoubtful: false,
		});
	}
	expect(state).toMatchObject(doubted);
	expect(compare(state, toReading(9, 1e15), clicks).growth).toMatchObject([{ was: 8, count: 9 }]);
});

test('a milestone that a link has passed still counts as passed when the counter falls', () => {
	const state = toState(eight);
	for (const now of [LATER, LATER + HOUR])
		expect(compare(state, toReading(6, now), { ...clicks, neverFalls: true }).growth).toEqual([]);
	expect(state).toMatchObject({ ...eight, doubts: {} });
});

test('a record missing from complete lists for 15 minutes and two polls is gone since the first of them', () => {
	const state = toState({ counts: { a: 1 } });
	const look = (minutes: number) =>
		compare(state, toReading(undefined, LATER + minutes * MINUTE), appearance).isDoubtful;
	expect([0, 14, 15, 16].map(look)).toEqual([true, false, true, false]);
	expect(state).toMatchObject({ counts: {}, doubts: {}, gone: { a: LATER } });
});

test('the first reading is remembered, except for records that are certainly newer', () => {
	const state = toState();
	remember(state, toReading(3, LATER, at(LATER)), clicks);
	expect(state.counts).toEqual({});
	remember(state, toReading(3, LATER, at(SINCE)), clicks);
	expect(state.counts).toEqual({ a: 3 });
});

test('a record begins with the first poll of the filters that have selected it ever since', () => {
	const state = toState();
	for (const [n, id] of ['*', 'b', 'a', '*'].entries()) refilter(state, { id }, SINCE + n * HOUR);
	const reading = (date: number) => toReading(3, SINCE + 9 * HOUR, at(date));
	expect(compare(structuredClone(state), reading(SINCE + 2 * HOUR), clicks).growth).toEqual([]);
	expect(compare(state, reading(SINCE + 2.1 * HOUR), clicks).growth).toHaveLength(1);
	for (let n = 0; n < 9; n += 1) refilter(state, { id: 'b' }, LATER);
	expect(state.filters).toHaveLength(5);
	// No filter selects the record now, so its counter is only remembered.
	expect(compare(state, toReading(9), clicks).growth).toEqual([]);
	expect(state.counts).toEqual({ a: 9 });
	refilter(state, { id: '*' }, LATER);
	expect(compare(state, toReading(10), clicks, true).growth).toEqual([]);
	expect(compare(state, toReading(12), clicks).growth).toMatchObject([{ was: 10, count: 12 }]);
});
