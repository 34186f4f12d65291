import { quantile, subtract, sum, toSpread } from '../../../tools/bench/figures.mts';

it.each([
	[0, 1],
	[0.5, 50],
	[0.95, 95],
	[0.99, 99],
	[1, 100],
])('quantile %p of 1 to 100 is %p, in whatever order they come', (share, expected) => {
	const values = Array.from({ length: 100 }, (_, index) => index + 1).reverse();
	expect(quantile(values, share)).toBe(expected);
	expect(values[0]).toBe(100);
});

it('the quantiles of one value are that value, of none NaN', () => {
	expect([0, 0.5, 0.99, 1].map((share) => quantile([7], share))).toEqual([7, 7, 7, 7]);
	expect(quantile([], 0.5)).toBeNaN();
});

it('quantiles order numbers as numbers', () => {
	expect(quantile([9, 10, 100], 0.5)).toBe(10);
});

it('a spread is the median with the lowest and the highest', () => {
	expect(toSpread([12, 10, 30])).toBe('12 (10–30)');
	expect(toSpread([1.004, 1.25], 2)).toBe('1.00 (1.00–1.25)');
	expect(toSpread([5])).toBe('5');
	expect(toSpread([1, 1, 1], 2)).toBe('1.00');
	expect(toSpread([])).toBe('–');
});

it('sums', () => expect(sum([1, 2, 3])).toBe(6));

it('subtracts figures by their names', () => {
	expect(subtract({ a: 5, b: 2 }, { a: 3, c: 1 })).toEqual({ a: 2, b: 2 });
});
