import { KINDS, getDue, parseShares, planMix } from '../../../tools/bench/n8n/mix.mts';
import { createRandom } from '../../../tools/random.mts';

const SHARES = { wanted: 70, filtered: 20, repeated: 5, forged: 5 };
const plan = (count: number, seed = 1, perSecond = 10) =>
	planMix(SHARES, count, perSecond, createRandom(seed));

it('has about as many of each kind as their shares', () => {
	const planned = plan(10_000);
	for (const kind of KINDS) {
		const share = planned.filter((one) => one.kind === kind).length / 100;
		expect(Math.abs(share - SHARES[kind])).toBeLessThan(1);
	}
});

it('gives the same kinds at the same times for the same seed, and others for another', () => {
	const toKinds = (seed: number) => plan(200, seed).map(({ kind, due }) => `${kind} ${due}`);
	expect(toKinds(1)).toEqual(toKinds(1));
	expect(toKinds(1)).not.toEqual(toKinds(2));
});

it('a repeated delivery comes with or after the one it repeats, every other one at the same moment', () => {
	const planned = plan(2_000);
	const repeated = planned.flatMap((one, index) =>
		one.kind === 'repeated'
			? [{ due: one.due, first: planned.findIndex(({ id }) => id === one.id), index }]
			: [],
	);
	expect(repeated.length).toBeGreaterThan(50);
	for (const { first, index } of repeated) {
		expect(first).toBeLessThan(index);
		expect(planned[first].kind).toBe('wanted');
	}
	const atOnce = repeated.filter(({ first, due }) => planned[first].due === due).length;
	expect(Math.abs(atOnce - repeated.length / 2)).toBeLessThanOrEqual(1);
});

it('repeats nothing before there is something to repeat', () => {
	const onlyRepeated = { wanted: 0, filtered: 0, repeated: 100, forged: 0 };
	const kinds = planMix(onlyRepeated, 3, 10, createRandom(1)).map(({ kind }) => kind);
	expect(kinds).toEqual(['wanted', 'repeated', 'repeated']);
});

it('ids differ, but for those of repeated deliveries', () => {
	const planned = plan(1_000);
	const firsts = planned.filter(({ kind }) => kind !== 'repeated');
	expect(new Set(planned.map(({ id }) => id)).size).toBe(firsts.length);
});

it('keeps the pace: times rise, and the last one is due with the last second', () => {
	const planned = plan(500, 1, 20);
	const times = planned.map(({ due }) => due);
	expect(times).toEqual(times.toSorted((one, other) => one - other));
	expect(times[0]).toBe(0);
	expect(times.at(-1)).toBeLessThanOrEqual(getDue(499, 20));
	expect(getDue(499, 20)).toBe(24_950);
});

it('reads shares in the order of the kinds', () => {
	expect(parseShares('70/20/5/5')).toEqual(SHARES);
});

it.each(['', '100', '70/20/5', '70/20/5/6', '120/-20/0/0', 'a/b/c/d'])(
	'refuses "%s" as a mix',
	(text) => expect(() => parseShares(text)).toThrow('that make 100'),
);
