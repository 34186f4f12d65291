/** The tables of polling/plan.ts, row by row. */
import { type PollState, begin, compare } from '../../nodes/LinkPlatform/polling/plan.ts';

const MINUTE = 60_000;
const LATER = 10_000 + 15 * MINUTE;
const toReading = (counts: Record<string, number | undefined>, clock = 10_000) =>
	new Map(Object.entries(counts).map(([id, count]) => [id, { record: {}, count, clock }]));
const CLICKS = { counter: 'clicks' };
/** Returns the state before the first poll, with the given fields. */
const toState = (given: Partial<PollState>) => ({
	...begin('clicks', { linkId: '1' }),
	...given,
});

const eight = { counts: { a: 8 } };
const doubted = { ...eight, doubts: { a: [10_000, 4] as [number, number] } };

test.each([
	['higher', eight, 9, 20_000, { growth: [8, 9], count: 9 }],
	['the same', eight, 8, 20_000, { count: 8 }],
	['never seen before', {}, 3, 20_000, { growth: [0, 3], count: 3 }],
	['readable for the first time', { counts: { a: null } }, 8, 20_000, { count: 8 }],
	['lower', eight, 6, 20_000, { count: 8, doubt: [20_000, 6] }],
	['lower in a second poll', doubted, 6, LATER - 1, { count: 8, doubt: [10_000, 4] }],
	['lower than in doubt', doubted, 3, LATER - 1, { count: 8, doubt: [10_000, 3] }],
	['lower in a poll dated before the doubt', doubted, 6, -LATER, { count: 8, doubt: [-LATER, 4] }],
	['back after a doubt', doubted, 8, LATER, { count: 8 }],
	['higher after a doubt', doubted, 9, LATER, { growth: [8, 9], count: 9 }],
	['lower for 15 minutes', doubted, 6, LATER, { growth: [4, 6], count: 6 }],
	['at its lowest after 15 minutes', doubted, 2, LATER, { count: 2 }],
])(
	'compare() stores and reports the right values for a counter that is %s',
	(_, former, is, clock, expected) => {
		const state = toState(structuredClone(former));
		const growth = compare(state, toReading({ a: is }, clock), CLICKS, clock);
		const [grown] = growth.map(({ was, count }) => [was, count]);
		expect({ growth: grown, count: state.counts.a, doubt: state.doubts.a }).toEqual(expected);
	},
);

test("the stored counter of an unlisted record doesn't change, even for weeks", () => {
	const state = toState(structuredClone(doubted));
	for (const clock of [20_000, LATER, 1e9]) {
		expect(compare(state, new Map(), CLICKS, clock)).toEqual([]);
	}
	expect(state).toMatchObject(doubted);
	expect(compare(state, toReading({ a: 9 }, 1e9), CLICKS, 1e9)).toMatchObject([
		{ was: 8, count: 9 },
	]);
});

test('a milestone that a link has passed still counts as passed when the counter falls', () => {
	const state = toState({ counts: { a: 8 } });
	for (const clock of [20_000, LATER, 1e9]) {
		expect(
			compare(state, toReading({ a: 6 }, clock), { ...CLICKS, neverFalls: true }, clock),
		).toEqual([]);
	}
	expect(state).toMatchObject({ counts: { a: 8 }, doubts: {} });
});

test('a record missing from complete lists for 15 minutes and two polls is forgotten, and is new if it reappears', () => {
	const state = toState({ counts: { a: 1, b: 1 } });
	const look = (ids: string[], clock: number) => {
		const reading = toReading(Object.fromEntries(ids.map((id) => [id, 1])), clock);
		return compare(state, reading, {}, clock).map(({ id }) => id);
	};
	expect(look(['a'], 20_000)).toEqual([]);
	expect(look(['a'], 20_000 + 14 * MINUTE)).toEqual([]);
	expect(look(['a', 'b'], 20_000 + 15 * MINUTE)).toEqual([]);
	expect(look(['a'], 20_000 + 40 * MINUTE)).toEqual([]);
	expect(look(['a'], 20_000 + 55 * MINUTE)).toEqual([]);
	expect(state).toMatchObject({ counts: { a: 1 }, doubts: {} });
	expect(look(['a', 'b'], 20_000 + 56 * MINUTE)).toEqual(['b']);
});
