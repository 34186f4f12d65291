import { type Delivered, toOutcomes } from '../../../tools/bench/n8n/outcomes.mts';

const outcomes = (delivered: Delivered[], runs: Record<string, number>) =>
	toOutcomes(delivered, new Map(Object.entries(runs)));
const NOTHING_WRONG = { untaken: [], lost: [], twice: [], forged: [], filteredRun: [] };

it('each wanted one that ran once is in order, also where it came again', () => {
	const found = outcomes(
		[
			{ kind: 'wanted', id: 'a', status: 200 },
			{ kind: 'repeated', id: 'a', status: 200 },
			{ kind: 'wanted', id: 'b', status: 200 },
			{ kind: 'filtered', id: 'c', status: 200 },
			{ kind: 'forged', id: 'd', status: 401 },
		],
		{ a: 1, b: 1 },
	);
	expect(found).toEqual({ ...NOTHING_WRONG, wanted: 2 });
});

it('lost is what was taken and did not run, by whichever of its copies', () => {
	const found = outcomes(
		[
			{ kind: 'wanted', id: 'a', status: 200 },
			{ kind: 'wanted', id: 'b', status: 503 },
			{ kind: 'repeated', id: 'b', status: 200 },
		],
		{},
	);
	expect(found).toEqual({ ...NOTHING_WRONG, wanted: 2, lost: ['a', 'b'] });
});

it('untaken is what had no answer or a refusal and did not run: Link Platform sends it again', () => {
	const found = outcomes(
		[
			{ kind: 'wanted', id: 'a', status: 0 },
			{ kind: 'wanted', id: 'b', status: 500 },
			{ kind: 'wanted', id: 'c', status: 0 },
		],
		{ c: 1 },
	);
	expect(found).toEqual({ ...NOTHING_WRONG, wanted: 3, untaken: ['a', 'b'] });
});

it('twice is what ran more than once', () => {
	const found = outcomes(
		[
			{ kind: 'wanted', id: 'a', status: 200 },
			{ kind: 'repeated', id: 'a', status: 200 },
		],
		{ a: 2 },
	);
	expect(found).toEqual({ ...NOTHING_WRONG, wanted: 1, twice: ['a'] });
});

it('a forged one counts where it was taken, and where it ran', () => {
	const found = outcomes(
		[
			{ kind: 'forged', id: 'a', status: 200 },
			{ kind: 'forged', id: 'b', status: 401 },
			{ kind: 'forged', id: 'c', status: 401 },
		],
		{ b: 1 },
	);
	expect(found).toEqual({ ...NOTHING_WRONG, wanted: 0, forged: ['a', 'b'] });
});

it('a filtered one counts where it ran', () => {
	const found = outcomes([{ kind: 'filtered', id: 'a', status: 200 }], { a: 1 });
	expect(found).toEqual({ ...NOTHING_WRONG, wanted: 0, filteredRun: ['a'] });
});
