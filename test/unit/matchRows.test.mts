/** Which entry of a bulk response belongs to which row; a wrong one would print the wrong QR code. */
import type { IDataObject } from 'n8n-workflow';
import { getMessage } from '../../nodes/LinkPlatform/api/envelope.ts';
import { isRefused, readEntries } from '../../nodes/LinkPlatform/resources/qrCode/bulkResponse.ts';
import {
	isNamed,
	leadsTo,
	newestFirst,
} from '../../nodes/LinkPlatform/resources/qrCode/compare.ts';
import { matchRows } from '../../nodes/LinkPlatform/resources/qrCode/matchRows.ts';

const target = (n: number) => `https://example.com/${n}`;
const toRows = (...names: string[]) => names.map((name, n) => ({ name, url: target(n) }));
/** A created QR code: its `url` is the short one. */
const made = (id: IDataObject['id'], name?: string, more: object = {}) => ({
	...{ id, ...(name === undefined ? {} : { name }), url: `https://go.example/${id as string}` },
	...more,
});
/** Created QR codes without names, each with a number (`index`, `row` …). */
const numbered = (key: string, numbers: Array<IDataObject['id']>, ids = numbers) =>
	numbers.map((number, n) => made(ids[n], undefined, { [key]: number }));
const keyed = (keys: unknown[], entries: object[]) =>
	Object.fromEntries(keys.map((key, n) => [String(key), entries[n]]));
/** The ID of each row; the message of one that was refused, '?' if its entry is not certain. */
const getIds = (rows: Array<{ name: string; url: string }>, body: unknown) =>
	matchRows(rows, readEntries(body, rows)).entries.map((entry) => {
		if (!entry) return '?';
		return isRefused(entry) ? getMessage(entry) : entry.id;
	});

const no = { error: 1, message: 'No' };
const [a, b, c] = [made(1, 'a'), made(2, 'b'), made(3, 'c')];
const abc = [a, b, c];
const bare = [made(1), made(2), made(3)];
const toTarget = (n: number) => ({ target: target(n) });

type Case = [title: string, names: string, body: unknown, expected: unknown[]];

test.each<Case>([
	['IDs alone, which say nothing of rows', 'a b', { error: 0, ids: [1, 2] }, ['?', '?']],
	['a list under qrs', 'a b c', { error: 0, data: { qrs: abc } }, [1, 2, 3]],
	['a list under qrcodes', 'a b c', { error: 0, data: { qrcodes: abc } }, [1, 2, 3]],
	['a list under results', 'a b c', { error: 0, data: { results: abc } }, [1, 2, 3]],
	['a list under created', 'a b c', { error: 0, data: { created: abc } }, [1, 2, 3]],
	['a list as data', 'a b c', { error: 0, data: abc }, [1, 2, 3]],
	['a list at the top level', 'a b c', { error: 0, qrs: abc }, [1, 2, 3]],
	['a bare list', 'a b c', abc, [1, 2, 3]],
	['another order', 'a b c', [c, a, b], [1, 2, 3]],
	['keys that count from 0', 'a b c', { data: { qrs: keyed([0, 1, 2], bare) } }, [1, 2, 3]],
	['keys that are IDs', 'a b c', { data: { qrs: keyed([1, 2, 3], bare) } }, ['?', '?', '?']],
	['keys that are UUIDs', 'a', { data: { qrs: { x: made('x', 'a') } } }, ['x']],
	['places of which one is an ID', 'a b', { data: keyed([1, 2], [made(1), made(7)]) }, [1, 7]],
	['a record with another inside', 'a', [made(1, 'a', { folder: { id: 9 } })], [1]],
	['a number among the names', 'a 0 c', { data: keyed(['a', '0', 'c'], bare) }, [1, 2, 3]],
	['numbers of which one is a name', '1 b', { data: keyed([0, 1], [made(7), made(8)]) }, [7, 8]],
	['numbers that are all names', '1 0', { data: keyed([0, 1], [made(7), made(8)]) }, ['?', '?']],
	['names as keys', 'a b c', { data: keyed(['a', 'b', 'c'], bare) }, [1, 2, 3]],
	['an envelope each', 'a b c', abc.map((data, index) => ({ index, error: 0, data })), [1, 2, 3]],
	['numbers', 'a b c', numbered('index', [2, 0, 1], [3, 1, 2]), [1, 2, 3]],
	['no names', 'a b c', bare, ['?', '?', '?']],
	['no names but the others', 'a b c', [c, bare[1], a], [1, 2, 3]],
	['targets alone', 'a b c', [2, 0, 1].map((n) => made(n, undefined, toTarget(n))), [0, 1, 2]],
	['an envelope under another name', 'a b', [{ qr: b }, { qr: a }], [1, 2]],
	['a single row with a name', 'a', { data: { qrs: [a] } }, [1]],
	['a single row without a name', 'a', { data: { qrs: [bare[0]] } }, [1]],
	['a message beside an ID', 'a', [made(1, 'a', { message: 'ok' })], [1]],
	['neither ID nor message', 'a', [{ name: 'a', target: target(0) }], [undefined]],
])('created: %s', (_, names, body, expected) => {
	expect(getIds(toRows(...names.split(' ')), body)).toEqual(expected);
});

test.each([
	...[{}, { error: 0, message: 'Created' }, { data: null }, { data: 'ok' }, undefined, []],
	...[{ data: { qrs: [null, 7] } }, { data: { a: 'failed', b: 7, c: null } }],
])('%j has the result of no row', (body) => {
	expect(getIds(toRows('a', 'b', 'c'), body)).toEqual(['?', '?', '?']);
});

test.each<Case>([
	['the only row', 'a', { data: [no] }, ['No']],
	['in place', 'a b c', { data: [a, { ...no, name: 'b' }, c] }, [1, 'No', 3]],
	[
		'listed by number',
		'a b c',
		{ qrs: [a, c], errors: [{ index: 1, message: 'No' }] },
		[1, 'No', 3],
	],
	[
		'listed beside the data',
		'a b c',
		{ data: [c, a], errors: [{ row: '1', error: 'No' }] },
		[1, 'No', 3],
	],
	[
		'listed by name',
		'a b c',
		{ data: { qrs: [a, c], errors: [{ ...no, name: 'b' }] } },
		[1, 'No', 3],
	],
	['without a message', 'a', [{ name: 'a', error: 1 }], ['']],
	['left out', 'a b c', { data: [c, a] }, [1, '?', 3]],
	['left out, without names', 'a b c', { data: [bare[0], bare[2]] }, ['?', '?', '?']],
	['nameless, IDs ascending', 'a b c', [bare[0], no, bare[1]], ['?', '?', '?']],
	['nameless, IDs in another order', 'a b c', [bare[1], no, bare[0]], ['?', '?', '?']],
	['nameless, beside one ID', 'a b', [no, bare[0]], ['?', '?']],
	['nameless, IDs without numbers', 'a b c', [made('x'), no, made('y')], ['?', '?', '?']],
	['nameless, listed apart', 'a b c', { qrs: [bare[0], bare[1]], errors: [no] }, ['?', '?', '?']],
	['nameless, all of them', 'a b', { qrs: [], errors: [no, { message: 'Nor' }] }, ['?', '?']],
	[
		'in an envelope',
		'a b',
		[a, { error: 1, message: 'No', data: { name: 'b', url: target(1) } }],
		[1, 'No'],
	],
	['with the row as sent', 'a b', [b, { ...no, url: target(0) }], ['No', 2]],
])('refused: %s', (_, names, body, expected) => {
	expect(getIds(toRows(...names.split(' ')), body)).toEqual(expected);
});

const [t1, t3, x] = [made(1, 't'), made(3, 't'), made(2, 'x')];
test.each<Case>([
	['in order', 't x t', [t1, x, t3], ['?', 2, '?']],
	['reversed', 't x t', [t3, x, t1], ['?', 2, '?']],
	['one with its target', 't x t', [made(1, 't', toTarget(2)), x, t3], [3, 2, 1]],
	['with targets', 't x t', [made(1, 't', toTarget(2)), x, made(3, 't', toTarget(0))], [3, 2, 1]],
	['one missing', 't x t', [t1, x], ['?', 2, '?']],
	['one refused', 't x t', [{ ...no, name: 't' }, x, t1], ['?', 2, '?']],
	['in place', 'a t t b', [a, { ...no, name: 't' }, made(2, 't'), made(3, 'b')], [1, '?', '?', 3]],
])('rows of one name: %s', (_, names, body, expected) => {
	expect(getIds(toRows(...names.split(' ')), { data: body })).toEqual(expected);
});

test('rows of one name and URL share the results', () => {
	const rows = [0, 1].map(() => ({ name: 't', url: target(0) }));
	expect(getIds(rows, { data: [made(2, 't'), made(1, 't')] }).sort()).toEqual([1, 2]);
	expect(getIds(rows, { data: [made(1, 't')] })).toEqual([1, '?']);
	expect(getIds(rows, { data: [made(1), made(2)] })).toEqual([1, 2]);
});

test.each<Case>([
	['another name', 'a', [b], ['?']],
	['another target', 'a', [made(1, 'a', toTarget(9))], ['?']],
	[
		'another name than its number says',
		'a b',
		[made(1, 'b', { index: 0 }), made(2, 'a', { index: 1 })],
		[2, 1],
	],
	['names cut, in order', 'a b c', [1, 2, 3].map((id) => made(id, `Name ${id}`)), ['?', '?', '?']],
	['names cut, with targets', 'a b', [1, 0].map((n) => made(n, 'Name', toTarget(n))), [0, 1]],
	['names cut, reversed', 'a b c', [3, 2, 1].map((id) => made(id, `Name ${id}`)), ['?', '?', '?']],
	['names cut, too few', 'a b c', [2, 3].map((id) => made(id, `Name ${id}`)), ['?', '?', '?']],
	['names cut, but one', 'a b c', [made(1, 'c'), made(2, 'x'), made(3, 'y')], ['?', '?', 1]],
	['more entries than rows', 'a b', [made(1), made(2), made(3, 'C')], ['?', '?']],
	['one more than rows are left', 'a b', [a, made(2), made(3)], [1, '?']],
	['a name of null', 'a b', [a, { ...made(2), name: null }], [1, 2]],
])('entries that differ from their rows: %s', (_, names, body, expected) => {
	expect(getIds(toRows(...names.split(' ')), { data: body })).toEqual(expected);
});

test.each<Case>([
	['index from 1', 'a b c', numbered('index', [1, 2, 3]), [1, 2, 3]],
	['row from 1', 'a b c', numbered('row', [1, 2, 3]), [1, 2, 3]],
	['row as text', 'a b c', numbered('row', ['1', '2', '3'], [1, 2, 3]), [1, 2, 3]],
	['another order', 'a b c', numbered('row', [3, 2, 1]), [1, 2, 3]],
	['keys from 1', 'a b c', { qrs: keyed([1, 2, 3], [made(9), made(8), made(7)]) }, [9, 8, 7]],
	['one name, from 0', 't t t', [3, 1, 2].map((id) => made(id, 't', { row: id - 1 })), [1, 2, 3]],
	['one name, from 1', 't t t', [3, 1, 2].map((id) => made(id, 't', { row: id })), [1, 2, 3]],
	['the first is missing', 'a b c', numbered('row', [2, 3]), ['?', 2, 3]],
	['the second is missing', 'a b c', numbered('row', [1, 3]), [1, '?', 3]],
	[
		'counted with a refusal',
		'a b c',
		[...numbered('row', [1, 3]), { ...no, row: 2 }],
		[1, 'No', 3],
	],
	[
		'counted by a refusal alone',
		'a b c',
		{ qrs: [a, b], errors: [{ row: 3, message: 'No' }] },
		[1, 2, 'No'],
	],
	// Rows 0 and 1, or 1 and 2: without names nobody knows.
	['from 0 or from 1', 'a b c', numbered('row', [1, 2]), ['?', '?', '?']],
	[
		'from 1, as the names say',
		'a b c',
		[1, 2].map((n) => made(n, 'abc'[n - 1], { row: n })),
		[1, 2, '?'],
	],
	['against the IDs, from 0', 'a b c', numbered('index', [2, 0, 1], [1, 2, 3]), [2, 3, 1]],
	['against the IDs, from 1', 'a b c', numbered('index', [3, 1, 2], [1, 2, 3]), [2, 3, 1]],
	['against the IDs, as row', 'a b c', numbered('row', [3, 1, 2], [1, 2, 3]), [2, 3, 1]],
	['against the IDs, as text', 'a b c', numbered('row', ['2', '0', '1'], [1, 2, 3]), [2, 3, 1]],
	['one, from 0 or from 1', 'a b c', numbered('index', [1]), ['?', '?', '?']],
	['of no row', 'a b c', numbered('index', [4]), ['?', '?', '?']],
	['one of them of no row', 'a b c', numbered('index', [1, 9]), ['?', '?', '?']],
	['from 1 by a name', 'a b c', [made(1, 'a', { index: 1 }), { ...no, index: 2 }], [1, 'No', '?']],
	['from 0 by a name', 'a b c', [made(1, 'b', { index: 1 }), { ...no, index: 2 }], ['?', 1, 'No']],
	['null', 'a b', numbered('index', [null, null], [2, 1]), ['?', '?']],
	['a word', 'a b', numbered('index', ['first', 'first'], [2, 1]), ['?', '?']],
	[
		'beside a name without one',
		'a b',
		[made(1, 'a', { index: 0 }), made(2, 'a'), made(3, 'b')],
		[1, 3],
	],
	['beside a name alone', 'a b c', [...numbered('index', [1, 0], [1, 2]), c], [2, 1, 3]],
	[
		'beside another name',
		'a b c',
		[...numbered('index', [2, 0], [1, 3]), made(2, 'B-1', { index: 1 })],
		[3, 2, 1],
	],
	['twice the same: the first counts', 'a b', numbered('index', [0, 0], [2, 1]), [2, '?']],
])('numbers of rows: %s', (_, names, body, expected) => {
	expect(getIds(toRows(...names.split(' ')), { data: body })).toEqual(expected);
});

test('an entry comes without its envelope', () => {
	expect(readEntries([{ index: 0, data: a }], toRows('a'))).toEqual([{ index: 0, ...a }]);
});

test('keys that count have any length', () => {
	const places = Array.from({ length: 11 }, (_, at) => at);
	const data = keyed(
		places,
		places.map((at) => made(11 - at)),
	);
	expect(getIds(toRows(...places.map((at) => `row ${at}`)), { data })).toEqual(
		places.map((at) => 11 - at),
	);
});

test.each(['a1 b2', '1a 2b'])('keys that are names with digits: %s', (names) => {
	const data = keyed(names.split(' '), [made(2), made(1)]);
	expect(getIds(toRows(...names.split(' ')), { data })).toEqual([2, 1]);
});

const targetNames = [
	'linkedUrl',
	'linked_url',
	'longurl',
	'target',
	'targetUrl',
	'target_url',
	'destination',
];
test.each(targetNames)('the target is read from %s', (name) => {
	const data = [1, 2].map((id) => made(id, 't', { [name]: target(2 - id) }));
	expect(getIds(toRows('t', 't'), { data })).toEqual([2, 1]);
});

const row = (name: string, url: string) => ({ name, url });
test.each([
	['a slash after the host', row('a', 'https://example.com'), { target: 'https://example.com/' }],
	['a host in capitals', row('a', 'https://EXAMPLE.com/x'), { target: 'https://example.com/x' }],
	['the default port', row('a', 'https://e.com:443/x'), { target: 'https://e.com/x' }],
	['an encoded character', row('a', 'https://e.com/ü'), { target: 'https://e.com/%C3%BC' }],
	[
		'an escaped ampersand',
		row('a', 'https://e.com/?a=1&b=2'),
		{ target: 'https://e.com/?a=1&amp;b=2' },
	],
	['an escaped name', row('Tom & Jerry', 'https://e.com'), { name: 'Tom &amp; Jerry' }],
	['a numeric escape', row("Tom's", 'https://e.com'), { name: 'Tom&#39;s' }],
	['a trimmed name', row('Tom ', 'https://e.com'), { name: 'Tom' }],
	['a composed ü', row('u\u0308', 'https://e.com'), { name: '\u00fc' }],
])('%s makes no difference', (_, one, written) => {
	// In another order, so that names and targets have to decide.
	const data = [made(2, 'other'), made(1, one.name, { target: one.url, ...written })];
	expect(getIds([one, row('other', 'https://other.example')], { data })).toEqual([1, 2]);
});

test.each([
	['without a scheme', 'example.com/1'],
	['with another scheme', 'http://example.com/1'],
	['with www', 'https://www.example.com/1'],
	['with a slash at the end', 'https://example.com/1/'],
	['in capitals', 'https://example.com/MENU?A=1'],
	['with a slash before the query', 'https://example.com/menu/?a=1'],
])('a target %s is still that of its row', (_, written) => {
	const urls = ['https://example.com/1', 'https://example.com/menu?a=1'];
	const rows = urls.map((url) => row('t', url));
	const at = written.toLowerCase().includes('menu') ? 1 : 0;
	const data = [made(9, 't', { target: urls[1 - at] }), made(8, 't', { target: written })];
	expect(getIds(rows, { data })).toEqual(at === 1 ? [9, 8] : [8, 9]);
});

test.each([
	['inside', 'https://example.com/a/b', 'https://example.com/ab'],
	['of another host', 'https://example.com/https://x', 'https://example.com/x'],
	['of a URL inside', 'https://example.com/x', 'example.com/https://x'],
	['with another query', 'https://example.com/?a=1', 'https://example.com/?a=2'],
])('a target that differs %s is that of no row', (_, url, target) => {
	expect(getIds([row('t', url)], { data: [made(1, 't', { target })] })).toEqual(['?']);
});

test('rows that differ by scheme alone are told apart', () => {
	const rows = ['http', 'https'].map((scheme) => row('t', `${scheme}://example.com/1`));
	const data = [made(2, 't', { target: rows[1].url }), made(1, 't', { target: rows[0].url })];
	expect(getIds(rows, { data })).toEqual([1, 2]);
	expect(getIds(rows, { data: [made(1, 't', { target: 'example.com/1' })] })).toEqual(['?', '?']);
});

test('entries that may be about several rows are left open, others not', () => {
	const foreign = made(9, 'a', toTarget(9));
	const { open } = matchRows(toRows('a', 'b', 'c'), [a, foreign, made(2), made(3, 'X')]);
	expect(open).toEqual([made(2), made(3, 'X')]);
});

const long = 'x'.repeat(10_000);
test.each([
	['the same', 'Menu', 'Menu', true],
	[
		'escaped',
		'&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos; &#233;&#128512; &#x27;&#x1F600;',
		`<a> & "b" 'c' é😀 '😀`,
		true,
	],
	['with whitespace around it', ' Menu\n', 'Menu', true],
	['decomposed', 'Cafe\u0301', 'Café', true],
	['a number', 7, '7', true],
	['different beyond 10,000 characters', `${long}a`, `${long}b`, true],
	['another', 'Menus', 'Menu', false],
	['in another case', 'menu', 'Menu', false],
	['missing', undefined, '', false],
	['null', null, '', false],
])('comparing a name that is %s', (_, name, ofRow, is) => {
	expect(isNamed(name === undefined ? {} : { name }, { name: ofRow, url: '' })).toBe(is);
});

const url = 'https://example.com/?a=1&b=2';
test.each([
	['as it is', url, url, true],
	['escaped', 'https://example.com/?a=1&amp;b=2', url, true],
	['written in full', 'https://example.com/', 'HTTPS://Example.com', true],
	['no URL', 'example', 'example', true],
	['with another query', 'https://example.com/?a=1&b=3', url, false],
	['with another path', 'https://example.com/A', 'https://example.com/a', false],
	['with another scheme', 'http://example.com/', 'https://example.com/', false],
	['no URL, unlike the row', 'example', url, false],
	['a URL, unlike the row', url, 'example', false],
	['no URL, and another text', 'example', 'other', false],
])('comparing a target that is %s', (_, target, ofRow, is) => {
	expect(leadsTo({ target }, { name: 'Menu', url: ofRow })).toBe(is);
});

test('a record that states no target matches none: its own URL is the short one', () => {
	expect(leadsTo({ url }, { name: 'Menu', url })).toBeUndefined();
});

test.each([
	['the largest ID', [2, '10', 1], ['10', 2, 1]],
	[
		'the largest ID, too long for a number',
		['9007199254740992', '9007199254740993', '90071992547409920', '9007199254740991'],
		['90071992547409920', '9007199254740993', '9007199254740992', '9007199254740991'],
	],
	['equal IDs', [1, 1, 2], [2, 1, 1]],
	['the last one listed if an ID is no number', [7, '8a', 9], [9, '8a', 7]],
	['the last one listed if an ID begins otherwise', [7, 'a8', 9], [9, 'a8', 7]],
	['the last one listed if IDs are not numbers', ['x', 'y'], ['y', 'x']],
])('the newest record has %s', (_, ids, ordered) => {
	expect(newestFirst(ids.map((id) => ({ id }))).map(({ id }) => id)).toEqual(ordered);
});

test.each([
	['their names', (n: number) => ({ name: `Row ${n}` })],
	['their targets', (n: number) => ({ target: target(n) })],
	['one name and their targets', (n: number) => ({ name: 'Row', target: target(n) })],
	['nothing', () => ({})],
])('4,000 rows by %s take a few looks at each entry', (_, say) => {
	const count = 4_000;
	let looks = 0;
	const names = say(1) as { name?: string };
	const many = Array.from({ length: count }, (__, n) => ({
		name: names.name === 'Row' ? 'Row' : `Row ${n}`,
		url: target(n),
	}));
	// In an order that has nothing to do with that of the rows.
	const entries = many.map((__, n) => {
		const at = (n * 1_237) % count;
		return new Proxy({ id: at, ...say(at) } as Record<string, unknown>, {
			get: (entry, key) => {
				looks += 1;
				return entry[key as string];
			},
		});
	});
	const matching = matchRows(many, entries as never);
	const isTold = Object.keys(say(1)).length > 0;
	expect(matching.entries.map((entry) => entry?.id)).toEqual(
		many.map((__, n) => (isTold ? n : undefined)),
	);
	expect(looks).toBeLessThan(count * 40);
});
