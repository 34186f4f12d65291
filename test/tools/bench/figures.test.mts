import { byTurns, quantile, toRatios, toSpread } from '../../../tools/bench/figures.mts';

it.each([
	[0, 1],
	[0.5, 50],
	[0.95, 95],
	[1, 100],
])('quantile %p of the unsorted numbers 1 to 100 is %p', (share, expected) => {
	const values = Array.from({ length: 100 }, (_, index) => index + 1).reverse();
	expect(quantile(values, share)).toBe(expected);
});

it('quantile of an empty list is NaN', () => expect(quantile([], 0.5)).toBeNaN());

it('toSpread formats the median with the lowest and highest values', () => {
	expect(toSpread([12, 10, 30])).toBe('12 (10–30)');
	expect(toSpread([1.004, 1.25], 2)).toBe('1.00 (1.00–1.25)');
	expect(toSpread([1, 1, 1], 2)).toBe('1.00');
	expect(toSpread([])).toBe('–');
});

it('toRatios divides the results of the same round', () => {
	expect(toRatios([2, 9], [1, 3])).toEqual([2, 3]);
});

it('byTurns alternates which candidate runs first in a round', async () => {
	const order: string[] = [];
	const all = await byTurns(['a', 'b'], 3, (one) => Promise.resolve(order.push(one)));
	expect(order.join('')).toBe('abbaab');
	expect(all.map(({ runs }) => runs)).toEqual([
		[1, 4, 5],
		[2, 3, 6],
	]);
});
