/** Which entry of a bulk answer belongs to which row; a wrong one would print the wrong QR code. */
import { matchRows } from '../../nodes/LinkPlatform/resources/qrCode/matchRows.ts';

const target = (n: number) => `https://example.com/${n}`;
const rowsOf = (...names: string[]) => names.map((name, n) => ({ name, url: target(n) }));
/** A created QR code: its `url` is the short one. */
const made = (id: number, name?: string, more: object = {}) => ({
	id,
	...(name === undefined ? {} : { name }),
	url: `https://go.example/${id}`,
	...more,
});
/** Ids by row; a failed row as its words. */
const idsOf = (rows: Array<{ name: string; url: string }>, body: unknown) =>
	matchRows(rows, body).map((match) =>
		'record' in match ? match.record.id : match.failure.message,
	);
const unknown = expect.stringContaining('does not say what became of');

describe('shapes', () => {
	const rows = rowsOf('a', 'b', 'c');
	const list = [made(1, 'a'), made(2, 'b'), made(3, 'c')];
	const ids = (entries: object[]) =>
		Object.fromEntries(entries.map((entry, n) => [String(n), entry]));

	test.each([
		['under qrs', { error: 0, data: { qrs: list } }],
		['under another name', { error: 0, data: { created: list } }],
		['as data', { error: 0, data: list }],
		['at the top', { error: 0, qrs: list }],
		['bare', list],
		['in another order', { data: [list[2], list[0], list[1]] }],
		['keyed by place', { error: 0, data: { qrs: ids(list) } }],
		['keyed by name', { data: { a: made(1), b: made(2), c: made(3) } }],
		['each in an envelope', { data: list.map((data, index) => ({ index, error: 0, data })) }],
		[
			'numbered',
			{
				data: [
					made(3, undefined, { index: 2 }),
					made(1, undefined, { index: 0 }),
					made(2, undefined, { index: 1 }),
				],
			},
		],
		['without names', { data: [made(1), made(2), made(3)] }],
		['without names, in another order', { data: [made(3), made(1), made(2)] }],
	])('%s', (_, body) => {
		expect(idsOf(rows, body)).toEqual([1, 2, 3]);
	});

	test.each([
		{},
		{ error: 0, message: 'Created' },
		{ data: null },
		{ data: 'ok' },
		undefined,
		[],
		{ data: { qrs: [null, 7] } },
	])('%j tells of no row', (body) => {
		expect(idsOf(rows, body)).toEqual([unknown, unknown, unknown]);
	});
});

test('a single row', () => {
	for (const entry of [made(1, 'a'), made(1)]) {
		expect(idsOf(rowsOf('a'), { data: { qrs: [entry] } })).toEqual([1]);
	}
	expect(idsOf(rowsOf('a'), { data: [{ error: 1, message: 'No' }] })).toEqual(['No']);
});

describe('refused rows', () => {
	const rows = rowsOf('a', 'b', 'c');
	test.each([
		['in place', { data: [made(1, 'a'), { error: 1, message: 'No', name: 'b' }, made(3, 'c')] }],
		[
			'in a list of their own',
			{ data: { qrs: [made(1, 'a'), made(3, 'c')], errors: [{ index: 1, message: 'No' }] } },
		],
		[
			'beside the data',
			{ data: [made(3, 'c'), made(1, 'a')], errors: [{ row: '1', error: 'No' }] },
		],
		[
			'by name',
			{
				data: {
					qrs: [made(1, 'a'), made(3, 'c')],
					errors: [{ name: 'b', error: 1, message: 'No' }],
				},
			},
		],
	])('%s', (_, body) => {
		expect(idsOf(rows, body)).toEqual([1, 'No', 3]);
	});

	test('without words', () => {
		expect(idsOf(rowsOf('a'), [{ name: 'a', error: 1 }])).toEqual(['The service refused this row']);
	});

	test('not told at all', () => {
		expect(idsOf(rows, { data: [made(3, 'c'), made(1, 'a')] })).toEqual([1, unknown, 3]);
		// One of three without names: nobody knows which.
		expect(idsOf(rows, { data: [made(1), made(3)] })).toEqual([unknown, unknown, unknown]);
	});
});

describe('rows of one name', () => {
	const twins = rowsOf('t', 'x', 't');

	test('and one URL share what there is', () => {
		const rows = [0, 1].map(() => ({ name: 't', url: target(0) }));
		expect(idsOf(rows, { data: [made(2, 't'), made(1, 't')] }).sort()).toEqual([1, 2]);
		expect(idsOf(rows, { data: [made(1, 't')] })).toEqual([1, unknown]);
	});

	test.each([
		['in order', [made(1, 't'), made(2, 'x'), made(3, 't')]],
		['reversed', [made(3, 't'), made(2, 'x'), made(1, 't')]],
		['shuffled', [made(2, 'x'), made(3, 't'), made(1, 't')]],
		['with ids as text', [made('30' as never, 't'), made(2, 'x'), made('9' as never, 't')]],
	])('are told apart by the order of creation: %s', (_, data) => {
		expect(idsOf(twins, { data }).map((id) => Number(id) % 9)).toEqual(
			data.some(({ id }) => typeof id === 'string') ? [0, 2, 3] : [1, 2, 3],
		);
	});

	test('are told apart by their target where it is given, whatever the ids say', () => {
		const data = [
			made(1, 't', { target: target(2) }),
			made(2, 'x'),
			made(3, 't', { target: target(0) }),
		];
		expect(idsOf(twins, { data })).toEqual([3, 2, 1]);
	});

	test('are not guessed at where one of them is missing', () => {
		expect(idsOf(twins, { data: [made(1, 't'), made(2, 'x')] })).toEqual([unknown, 2, unknown]);
		const refused = { name: 't', error: 1, message: 'No' };
		expect(idsOf(twins, { data: [refused, made(2, 'x'), made(1, 't')] })).toEqual([
			unknown,
			2,
			unknown,
		]);
	});

	test('are told by their place where the whole answer is in order', () => {
		const rows = rowsOf('a', 't', 't', 'b');
		const refused = { name: 't', error: 1, message: 'No' };
		const data = [made(1, 'a'), refused, made(2, 't'), made(3, 'b')];
		expect(idsOf(rows, { data })).toEqual([1, 'No', 2, 3]);
	});
});

test('an entry that says something else than the row is not its own', () => {
	expect(idsOf(rowsOf('a'), { data: [made(1, 'b')] })).toEqual([unknown]);
	expect(idsOf(rowsOf('a'), { data: [made(1, 'a', { target: target(9) })] })).toEqual([unknown]);
	expect(
		idsOf(rowsOf('a', 'b'), { data: [made(1, 'b', { index: 0 }), made(2, 'a', { index: 1 })] }),
	).toEqual([2, 1]);
});

test('the record is without what belongs to the list', () => {
	const [match] = matchRows(rowsOf('a'), {
		data: [made(1, 'a', { index: 0, error: 0, message: 'ok' })],
	});
	expect(match).toEqual({ record: made(1, 'a') });
});
