/** Which entry of a bulk answer belongs to which row; a wrong one would print the wrong QR code. */
import {
	isNamed,
	leadsTo,
	newestFirst,
} from '../../nodes/LinkPlatform/resources/qrCode/compare.ts';
import { matchRows } from '../../nodes/LinkPlatform/resources/qrCode/matchRows.ts';

const target = (n: number) => `https://example.com/${n}`;
const toRows = (...names: string[]) => names.map((name, n) => ({ name, url: target(n) }));
/** A created QR code: its `url` is the short one. */
const made = (id: number, name?: string, more: object = {}) => ({
	id,
	...(name === undefined ? {} : { name }),
	url: `https://go.example/${id}`,
	...more,
});
/** Ids by row; a failed row as its words. */
const getIds = (rows: Array<{ name: string; url: string }>, body: unknown) =>
	matchRows(rows, body).map((match) =>
		'record' in match ? match.record.id : match.failure.message,
	);
const unknown = expect.stringMatching(/^The result for ".*" is missing/);

describe('shapes', () => {
	const rows = toRows('a', 'b', 'c');
	const list = [made(1, 'a'), made(2, 'b'), made(3, 'c')];
	const ids = (entries: object[]) =>
		Object.fromEntries(entries.map((entry, n) => [String(n), entry]));

	test.each([
		['under qrs', { error: 0, data: { qrs: list } }],
		['under qrcodes', { error: 0, data: { qrcodes: list } }],
		['under results', { error: 0, data: { results: list } }],
		['under created', { error: 0, data: { created: list } }],
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
		expect(getIds(rows, body)).toEqual([1, 2, 3]);
	});

	test.each([
		{},
		{ error: 0, message: 'Created' },
		{ data: null },
		{ data: 'ok' },
		undefined,
		[],
		{ data: { qrs: [null, 7] } },
		{ data: { a: 'failed', b: 7, c: null } },
	])('%j tells of no row', (body) => {
		expect(getIds(rows, body)).toEqual([unknown, unknown, unknown]);
	});
});

test('a single row', () => {
	for (const entry of [made(1, 'a'), made(1)]) {
		expect(getIds(toRows('a'), { data: { qrs: [entry] } })).toEqual([1]);
	}
	expect(getIds(toRows('a'), { data: [{ error: 1, message: 'No' }] })).toEqual(['No']);
});

describe('refused rows', () => {
	const rows = toRows('a', 'b', 'c');
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
		expect(getIds(rows, body)).toEqual([1, 'No', 3]);
	});

	test('without words', () => {
		expect(getIds(toRows('a'), [{ name: 'a', error: 1 }])).toEqual([
			'Link Platform refused this row',
		]);
	});

	test('not told at all', () => {
		expect(getIds(rows, { data: [made(3, 'c'), made(1, 'a')] })).toEqual([1, unknown, 3]);
		// One of three without names: nobody knows which.
		expect(getIds(rows, { data: [made(1), made(3)] })).toEqual([unknown, unknown, unknown]);
	});
});

describe('rows of one name', () => {
	const twins = toRows('t', 'x', 't');

	test('and one URL share what there is', () => {
		const rows = [0, 1].map(() => ({ name: 't', url: target(0) }));
		expect(getIds(rows, { data: [made(2, 't'), made(1, 't')] }).sort()).toEqual([1, 2]);
		expect(getIds(rows, { data: [made(1, 't')] })).toEqual([1, unknown]);
	});

	test.each([
		['in order', [made(1, 't'), made(2, 'x'), made(3, 't')]],
		['reversed', [made(3, 't'), made(2, 'x'), made(1, 't')]],
		['shuffled', [made(2, 'x'), made(3, 't'), made(1, 't')]],
		['with ids as text', [made('30' as never, 't'), made(2, 'x'), made('9' as never, 't')]],
	])('are told apart by the order of creation: %s', (_, data) => {
		expect(getIds(twins, { data }).map((id) => Number(id) % 9)).toEqual(
			data.some(({ id }) => typeof id === 'string') ? [0, 2, 3] : [1, 2, 3],
		);
	});

	test('are told apart by their target where it is given, whatever the ids say', () => {
		const data = [
			made(1, 't', { target: target(2) }),
			made(2, 'x'),
			made(3, 't', { target: target(0) }),
		];
		expect(getIds(twins, { data })).toEqual([3, 2, 1]);
	});

	test('are not guessed at where one of them is missing', () => {
		expect(getIds(twins, { data: [made(1, 't'), made(2, 'x')] })).toEqual([unknown, 2, unknown]);
		const refused = { name: 't', error: 1, message: 'No' };
		expect(getIds(twins, { data: [refused, made(2, 'x'), made(1, 't')] })).toEqual([
			unknown,
			2,
			unknown,
		]);
	});

	test('are told by their place where the whole answer is in order', () => {
		const rows = toRows('a', 't', 't', 'b');
		const refused = { name: 't', error: 1, message: 'No' };
		const data = [made(1, 'a'), refused, made(2, 't'), made(3, 'b')];
		expect(getIds(rows, { data })).toEqual([1, 'No', 2, 3]);
	});
});

test('an entry that says something else than the row is not its own', () => {
	expect(getIds(toRows('a'), { data: [made(1, 'b')] })).toEqual([unknown]);
	expect(getIds(toRows('a'), { data: [made(1, 'a', { target: target(9) })] })).toEqual([unknown]);
	expect(
		getIds(toRows('a', 'b'), { data: [made(1, 'b', { index: 0 }), made(2, 'a', { index: 1 })] }),
	).toEqual([2, 1]);
});

test('the record is without what belongs to the list', () => {
	const [match] = matchRows(toRows('a'), {
		data: [made(1, 'a', { index: 0, error: 0, message: 'ok' })],
	});
	expect(match).toEqual({ record: made(1, 'a') });
});

describe('count from 1', () => {
	const rows = toRows('a', 'b', 'c');
	const counted = (key: string) => [1, 2, 3].map((n) => made(n, undefined, { [key]: n }));
	const keyed = (from: number) =>
		Object.fromEntries([1, 2, 3].map((id, n) => [String(from + n), made(id)]));

	test.each([
		['as index', { data: counted('index') }],
		['as row', { data: counted('row') }],
		['as row, as text', { data: [1, 2, 3].map((n) => made(n, undefined, { row: String(n) })) }],
		['as row, in another order', { data: counted('row').reverse() }],
		['as keys', { data: { qrs: keyed(1) } }],
		['from 0, as keys', { data: { qrs: keyed(0) } }],
	])('is known without names: %s', (_, body) => {
		expect(getIds(rows, body)).toEqual([1, 2, 3]);
	});

	test.each([0, 1])('is known where all have one name: from %i', (from) => {
		const same = toRows('t', 't', 't');
		const data = [3, 1, 2].map((id) => made(id, 't', { row: id - 1 + from }));
		expect(getIds(same, { data })).toEqual([1, 2, 3]);
	});

	test.each([
		['the first is missing', [2, 3], [unknown, 2, 3]],
		['one in the middle is missing', [1, 3], [1, unknown, 3]],
	])('is known where %s', (_, present, expected) => {
		expect(getIds(rows, { data: present.map((n) => made(n, undefined, { row: n })) })).toEqual(
			expected,
		);
	});

	test('is known by the refusals too', () => {
		const refused = { row: 2, error: 1, message: 'No' };
		const data = [made(1, undefined, { row: 1 }), refused, made(3, undefined, { row: 3 })];
		expect(getIds(rows, { data })).toEqual([1, 'No', 3]);
		const errors = [{ row: 3, message: 'No' }];
		const qrs = [made(1, 'a'), made(2, 'b')];
		expect(getIds(rows, { data: { qrs, errors } })).toEqual([1, 2, 'No']);
	});

	test('is not guessed where counting from 0 fits as well', () => {
		// Rows 0 and 1, or 1 and 2: without names nobody knows.
		expect(getIds(rows, { data: [1, 2].map((n) => made(n, undefined, { row: n })) })).toEqual([
			unknown,
			unknown,
			unknown,
		]);
		expect(getIds(rows, { data: [1, 2].map((n) => made(n, 'abc'[n - 1], { row: n })) })).toEqual([
			1,
			2,
			unknown,
		]);
	});
});

describe('texts in the way of Link Platform', () => {
	const row = (name: string, url: string) => ({ name, url });

	test.each([
		['a slash after the host', row('a', 'https://example.com'), { target: 'https://example.com/' }],
		['a host in capitals', row('a', 'https://EXAMPLE.com/x'), { target: 'https://example.com/x' }],
		['the usual port', row('a', 'https://example.com:443/x'), { target: 'https://example.com/x' }],
		['encoded signs', row('a', 'https://e.com/ü'), { target: 'https://e.com/%C3%BC' }],
		['an ampersand', row('a', 'https://e.com/?a=1&b=2'), { target: 'https://e.com/?a=1&amp;b=2' }],
		['a name like a page', row('Tom & Jerry', 'https://e.com'), { name: 'Tom &amp; Jerry' }],
		['a number for a sign', row("Tom's", 'https://e.com'), { name: 'Tom&#39;s' }],
		['a trimmed name', row('Tom ', 'https://e.com'), { name: 'Tom' }],
		['another form of ü', row('u\u0308', 'https://e.com'), { name: '\u00fc' }],
	])('%s is the same', (_, one, written) => {
		// With another order, so that names and targets have to decide.
		const other = row('other', 'https://other.example');
		const entry = { name: one.name, target: one.url, ...written };
		const data = [made(2, 'other'), made(1, undefined, entry)];
		expect(getIds([one, other], { data })).toEqual([1, 2]);
	});

	test.each([
		['a path', 'https://e.com/a', 'https://e.com/A'],
		['a query', 'https://e.com/?a=1', 'https://e.com/?a=2'],
		['a scheme', 'https://e.com/', 'http://e.com/'],
	])('%s is another', (_, url, target) => {
		expect(getIds([row('a', url)], { data: [made(1, 'a', { target })] })).toEqual([unknown]);
	});

	test('unlike any row do not matter where order, count and ascending IDs agree', () => {
		const rows = toRows('a', 'b', 'c');
		const cut = [1, 2, 3].map((id) => made(id, `Name ${id} of the service`));
		expect(getIds(rows, { data: cut })).toEqual([1, 2, 3]);
		expect(getIds(rows, { data: cut.toReversed() })).toEqual([unknown, unknown, unknown]);
		expect(getIds(rows, { data: cut.slice(1) })).toEqual([unknown, unknown, unknown]);
		// One that is another row's tells that the order is not what it seems.
		expect(getIds(rows, { data: [made(1, 'c'), made(2, 'x'), made(3, 'y')] })).toEqual([
			unknown,
			unknown,
			1,
		]);
	});
});

test('IDs that JavaScript has no number for are in order by their digits', () => {
	const ids = ['9007199254740992', '9007199254740993', '90071992547409920'];
	const data = ids.map((id) => made(id as never, 't'));
	for (const [one, two, three] of [
		[0, 1, 2],
		[2, 1, 0],
		[1, 0, 2],
	]) {
		const shuffled = [data[one], data[two], data[three]];
		expect(getIds(toRows('t', 't', 't'), { data: shuffled })).toEqual(ids);
	}
});

describe('entries that tell their row by a number', () => {
	const rows = toRows('a', 'b', 'c');

	test.each([
		['from 0', 'index', [2, 0, 1]],
		['from 1', 'index', [3, 1, 2]],
		['as row', 'row', [3, 1, 2]],
		['as text', 'row', ['2', '0', '1']],
	])('are taken at their word, whatever their ids say: %s', (_, name, numbers) => {
		const data = numbers.map((number, at) => made(at + 1, undefined, { [name]: number }));
		expect(getIds(rows, { data })).toEqual([2, 3, 1]);
	});

	test.each([
		['a number that may be counted from 0 or 1', [made(1, undefined, { index: 1 })]],
		['a number of no row', [made(1, undefined, { index: 4 })]],
		[
			'numbers of which one is of no row',
			[made(1, undefined, { index: 1 }), made(2, undefined, { index: 9 })],
		],
	])('are not guessed at: %s', (_, data) => {
		expect(getIds(rows, { data })).toEqual([unknown, unknown, unknown]);
	});

	test('are counted from where their names fit, also for those without a name', () => {
		const data = [made(1, 'a', { index: 1 }), { index: 2, error: 1, message: 'No' }];
		expect(getIds(rows, { data })).toEqual([1, 'No', unknown]);
		const fromZero = [made(1, 'b', { index: 1 }), { index: 2, error: 1, message: 'No' }];
		expect(getIds(rows, { data: fromZero })).toEqual([unknown, 1, 'No']);
	});

	test.each([[null], ['first'], [undefined]])('a number of %j is none', (index) => {
		const data = [made(2, undefined, { index }), made(1, undefined, { index })];
		expect(getIds(toRows('a', 'b'), { data })).toEqual([1, 2]);
	});

	test('beside entries without one', () => {
		const data = [made(1, 'a', { index: 0 }), made(2, 'a'), made(3, 'b')];
		expect(getIds(toRows('a', 'b'), { data })).toEqual([1, 3]);
	});

	test('decide beside an entry with a name alone', () => {
		const data = [made(1, undefined, { index: 1 }), made(2, undefined, { index: 0 }), made(3, 'c')];
		expect(getIds(rows, { data })).toEqual([2, 1, 3]);
	});

	test('decide beside an entry that says something else than its row', () => {
		const data = [
			made(1, undefined, { index: 2 }),
			made(2, 'B-1', { index: 1 }),
			made(3, undefined, { index: 0 }),
		];
		expect(getIds(rows, { data })).toEqual([3, unknown, 1]);
	});

	test('a number that comes twice counts for the first', () => {
		const data = [made(2, undefined, { index: 0 }), made(1, undefined, { index: 0 })];
		expect(getIds(toRows('a', 'b'), { data })).toEqual([2, 1]);
	});
});

describe('entries under keys', () => {
	test('that count are told by them, of any length', () => {
		const names = Array.from({ length: 11 }, (_, at) => `row ${at}`);
		const data = Object.fromEntries(names.map((_, at) => [String(at), made(11 - at)]));
		expect(getIds(toRows(...names), { data })).toEqual(names.map((_, at) => 11 - at));
	});

	test.each([
		['a1', 'b2'],
		['1a', '2b'],
	])('that are names with digits, %s and %s, are told by them', (one, other) => {
		const data = { [one]: made(2), [other]: made(1) };
		expect(getIds(toRows(one, other), { data })).toEqual([2, 1]);
	});
});

describe('entries of which Link Platform wrote the names anew', () => {
	const rows = toRows('a', 'b');
	test('are told by the order of their ids', () => {
		expect(getIds(rows, { data: [made(1, 'A-1'), made(2, 'B-1')] })).toEqual([1, 2]);
	});

	test.each([
		['ids that are equal', [made(7, 'A-1'), made(7, 'B-1')]],
		['ids that are no numbers', [made('a1' as never, 'A-1'), made('a2' as never, 'B-1')]],
		...[
			['10', '1a'],
			['10', 'a1'],
			['1a', '20'],
			['#1', '20'],
		].map(([one, other]): [string, object[]] => [
			`ids of which one is no number, ${one} and ${other}`,
			[made(one as never, 'A-1'), made(other as never, 'B-1')],
		]),
		['ids in another order', [made(2, 'A-1'), made(1, 'B-1')]],
		['more entries than rows', [made(1), made(2), made(3, 'C-1')]],
	])('are not told by %s', (_, data) => {
		expect(getIds(rows, { data })).toEqual([unknown, unknown]);
	});
});

test.each(['linkedUrl', 'longurl', 'target'])('the target is read from %s', (name) => {
	const rows = [0, 1].map((n) => ({ name: 't', url: target(n) }));
	const data = [made(1, 't', { [name]: target(1) }), made(2, 't', { [name]: target(0) })];
	expect(getIds(rows, { data })).toEqual([2, 1]);
});

test.each([
	['with a message and an id', made(1, 'a', { message: 'ok' }), 1],
	['without an id and a message', { name: 'a', target: target(0) }, undefined],
])('an entry %s is no refusal', (_, entry, id) => {
	expect(getIds(toRows('a'), { data: [entry] })).toEqual([id]);
});

test('the record is without the number of its row', () => {
	const [match] = matchRows(toRows('a'), { data: [made(1, 'a', { row: 1 })] });
	expect(match).toEqual({ record: made(1, 'a') });
});

describe('a QR code has the name of a row', () => {
	const long = 'x'.repeat(10_000);
	test.each([
		['the same', 'Menu', 'Menu'],
		[
			'as a page writes it',
			'&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos; &#233;&#128512;',
			`<a> & "b" 'c' é😀`,
		],
		['with space around it', ' Menu\n', 'Menu'],
		['composed in another way', 'Cafe\u0301', 'Café'],
		['as a number', 7, '7'],
		['that differs beyond 10,000 characters', `${long}a`, `${long}b`],
	])('%s', (_, name, ofRow) => {
		expect(isNamed({ name }, { name: ofRow, url: '' })).toBe(true);
	});

	test.each([
		['another', { name: 'Menus' }, 'Menu'],
		['another case', { name: 'menu' }, 'Menu'],
		['none', {}, ''],
	])('unless it has %s', (_, record, name) => {
		expect(isNamed(record, { name, url: '' })).toBe(false);
	});
});

describe('a QR code leads to the target of a row', () => {
	const url = 'https://example.com/?a=1&b=2';
	test.each([
		['as it is', url, url, true],
		['as a page writes it', 'https://example.com/?a=1&amp;b=2', url, true],
		['written in full', 'https://example.com/', 'HTTPS://Example.com', true],
		['that is no URL', 'example', 'example', true],
		['unless it is another', 'https://example.com/?a=1&b=3', url, false],
		['unless one is no URL', 'example', url, false],
		['unless the other is no URL', url, 'example', false],
		['unless none is a URL, and they differ', 'example', 'other', false],
	])('%s', (_, target, ofRow, leads) => {
		expect(leadsTo({ target }, { name: 'Menu', url: ofRow })).toBe(leads);
	});

	test('unless it does not say where it leads: its own URL is the short one', () => {
		expect(leadsTo({ url }, { name: 'Menu', url })).toBeUndefined();
	});
});

describe('entries without a name, among them refusals', () => {
	const rows = toRows('a', 'b', 'c');
	const refusal = { error: 1, message: 'Too long.' };

	test('are told by their place where those with an ID are in turn', () => {
		expect(getIds(rows, { data: [made(1), refusal, made(2)] })).toEqual([1, 'Too long.', 2]);
	});

	test.each([
		['are in another order', [made(2), refusal, made(1)], rows],
		['are one alone', [refusal, made(1)], toRows('a', 'b')],
		['have no number', [made('x' as never), refusal, made('y' as never)], rows],
	])('are not guessed at where those with an ID %s', (_, data, given) => {
		expect(getIds(given, { data })).toEqual(given.map(() => unknown));
	});

	test('that stand apart tell nothing about the place of the others', () => {
		const data = { qrs: [made(1), made(2)], errors: [refusal] };
		expect(getIds(rows, { data })).toEqual([unknown, unknown, unknown]);
	});

	test('that stand apart and are all there is are those of the rows', () => {
		const errors = [{ message: 'One.' }, { message: 'Two.' }];
		expect(getIds(toRows('a', 'b'), { data: { qrs: [], errors } })).toEqual(['One.', 'Two.']);
	});
});

describe('the newest of records', () => {
	test('is the one with the largest ID', () => {
		expect(newestFirst([{ id: 2 }, { id: '10' }, { id: 1 }]).map(({ id }) => id)).toEqual([
			'10',
			2,
			1,
		]);
	});

	test('is the last one listed where IDs do not count', () => {
		expect(newestFirst([{ id: 'x' }, { id: 'y' }]).map(({ id }) => id)).toEqual(['y', 'x']);
	});
});
