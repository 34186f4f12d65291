import { type Delivered, countOutcomes, planDeliveries } from '../../../tools/bench/deliveries.mts';

it('of twenty deliveries, fourteen are wanted, four filtered, one repeated and one forged', () => {
	const planned = planDeliveries(20);
	const count = (kind: string) => planned.filter((one) => one.kind === kind).length;
	expect(['wanted', 'filtered', 'repeated', 'forged'].map(count)).toEqual([14, 4, 1, 1]);
});

it('a repeated delivery has the ID of the wanted one before it, all others have IDs of their own', () => {
	const planned = planDeliveries(40);
	for (const [index, { kind, id }] of planned.entries()) {
		if (kind === 'repeated') expect(planned[index - 1]).toEqual({ kind: 'wanted', id });
	}
	expect(new Set(planned.map(({ id }) => id)).size).toBe(38);
});

const RIGHT = { lost: 0, twice: 0, forged: 0, filtered: 0 };

it.each<[string, Array<[Delivered['kind'], string, number]>, Record<string, number>, object]>([
	[
		'all are right',
		[
			['wanted', 'a', 200],
			['repeated', 'a', 200],
			['filtered', 'b', 200],
			['forged', 'c', 401],
		],
		{ a: 1 },
		{ wanted: 1 },
	],
	['wanted ones that did not run are lost', [['wanted', 'a', 200]], {}, { wanted: 1, lost: 1 }],
	[
		'wanted ones that ran more than once ran twice',
		[
			['wanted', 'a', 200],
			['repeated', 'a', 200],
		],
		{ a: 2 },
		{ wanted: 1, twice: 1 },
	],
	[
		'forged ones count if they were accepted, and if they ran',
		[
			['forged', 'a', 200],
			['forged', 'b', 401],
			['forged', 'c', 401],
		],
		{ b: 1 },
		{ wanted: 0, forged: 2 },
	],
	[
		'filtered ones count if they ran',
		[['filtered', 'a', 200]],
		{ a: 1 },
		{ wanted: 0, filtered: 1 },
	],
])('outcomes: %s', (_, delivered, runs, expected) => {
	const all = delivered.map(([kind, id, status]) => ({ kind, id, status, milliseconds: 1 }));
	const outcomes = countOutcomes(all, new Map(Object.entries(runs)));
	expect(outcomes).toEqual({ ...RIGHT, ...expected });
});
