/** Each phase in which rows find their entries of a bulk response, by itself. */
import type { IDataObject } from 'n8n-workflow';
import {
	Matching,
	byIndex,
	byNameAndTarget,
	byOrder,
	byPlaceUnnamed,
} from '../../nodes/LinkPlatform/resources/qrCode/matchRows.ts';

const rows = [
	{ name: 'Menu', url: 'https://example.com/1' },
	{ name: 'Door', url: 'https://example.com/2' },
	{ name: 'Menu', url: 'https://example.com/3' },
];
/** The ID of the entry that each row gets, undefined if it gets none. */
const assigned = (phase: (matching: Matching) => void, entries: IDataObject[], given = rows) => {
	const matching = new Matching(given, { data: { qrs: entries } });
	phase(matching);
	expect(matching.free.size).toBe(entries.length - matching.matches.size);
	return given.map((_, index) => matching.matches.get(index)?.id);
};

describe('byIndex', () => {
	it.each([
		['from 0', [2, 0, 1], [8, 9, 7]],
		['from 1', [3, 1, 2], [8, 9, 7]],
	])('finds rows that are counted %s', (_, [first, second, third], ids) => {
		const entries = [
			{ id: 7, index: first },
			{ id: 8, index: second },
			{ id: 9, index: third },
		];
		expect(assigned(byIndex, entries)).toEqual(ids);
	});

	it('decides nothing if both counts are possible, or if the name is that of another row', () => {
		expect(assigned(byIndex, [{ id: 7, index: 1 }])).toEqual([undefined, undefined, undefined]);
		expect(assigned(byIndex, [{ id: 7, index: 0, name: 'Door' }])[0]).toBeUndefined();
	});
});

describe('byOrder', () => {
	const named = (names: string[]) => names.map((name, at) => ({ id: at + 7, name }));

	it('takes entries in the order of the rows, also if their names are written in another way', () => {
		expect(assigned(byOrder, named(['menu-1', 'door-1', 'menu-2']))).toEqual([7, 8, 9]);
	});

	it.each([
		['a name is that of another row', named(['Door', 'Menu', 'Menu'])],
		[
			'the IDs do not ascend',
			named(['Menu', 'Door', 'Menu']).map((one) => ({ ...one, id: 16 - one.id })),
		],
		['there are fewer entries than rows', named(['Menu', 'Door'])],
	])('decides nothing if %s', (_, entries) => {
		expect(assigned(byOrder, entries)).toEqual([undefined, undefined, undefined]);
	});
});

describe('byNameAndTarget', () => {
	it('tells rows of one name apart by their targets', () => {
		const entries = [
			{ id: 7, name: 'Menu', target: 'https://example.com/3' },
			{ id: 8, name: 'Door' },
			{ id: 9, name: 'Menu', target: 'https://example.com/1' },
		];
		expect(assigned(byNameAndTarget, entries)).toEqual([9, 8, 7]);
	});

	it('takes the order of the IDs if no target is stated and there is one for each row', () => {
		const menus = [
			{ id: 9, name: 'Menu' },
			{ id: 7, name: 'Menu' },
		];
		expect(assigned(byNameAndTarget, menus)).toEqual([7, undefined, 9]);
		expect(assigned(byNameAndTarget, menus.slice(1))).toEqual([undefined, undefined, undefined]);
	});
});

describe('byPlaceUnnamed', () => {
	it('takes entries without a name in the order of their IDs', () => {
		expect(assigned(byPlaceUnnamed, [{ id: 8 }, { id: 7 }, { id: 9 }])).toEqual([7, 8, 9]);
	});

	it('keeps the place of a refusal among entries that are in order, and only then', () => {
		const refusal = { error: 1, message: 'Not allowed' };
		expect(assigned(byPlaceUnnamed, [{ id: 7 }, refusal, { id: 8 }])).toEqual([7, undefined, 8]);
		const mixed = [{ id: 8 }, refusal, { id: 7 }];
		expect(assigned(byPlaceUnnamed, mixed)).toEqual([undefined, undefined, undefined]);
	});

	it('decides nothing if there are more rows than entries', () => {
		expect(assigned(byPlaceUnnamed, [{ id: 7 }])).toEqual([undefined, undefined, undefined]);
	});
});
