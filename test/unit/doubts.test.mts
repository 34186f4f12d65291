/** Values that are valid but hardly meant: which are named in a hint, and which honest ones never are. */
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import { collection, text, url } from '../../nodes/LinkPlatform/runner/fields.ts';
import { doubts, listDoubts } from '../../nodes/LinkPlatform/resources/doubts.ts';
import { table } from '../support/table.mts';

const fields = [
	text('Name', 'name'),
	url('URL', 'url'),
	collection('Additional Fields', [text('Alias', 'alias'), text('Slug', 'slug')]),
];
type Values = { name?: string; url?: string; additionalFields?: object };
const toInputs = (rows: Values[]) =>
	rows.map((row, item) => new Input(item, fields, (name) => ({ ...row })[name as never], 'UTC'));
const getKinds = (...rows: Values[]) =>
	listDoubts(toInputs(rows)).map((found) => found.map(({ kind }) => kind).join());
/** Returns the value as the URL of a row if it looks like a URL, otherwise as its name. */
const toRow = (value: string): Values =>
	/^\w+:\/\/\S+$/.test(value) ? { url: value } : { name: value };

test.each(table`
	missing | Table undefined
	missing | "null"
	missing | order-undefined
	missing | Price NaN
	missing | Menu [object Object]
	missing | shop/undefined
	missing | null/menu
	missing | https://a.example/t/undefined
	missing | https://a.example/undefined/menu
	missing | https://a.example/?id=null&b=1
	missing | https://a.example/[object%20Object]
	emptySegment | https://a.example/shop//menu
	emptySegment | https://a.example//
	formulaError | #N/A
	formulaError | Table #N/A
	formulaError | #REF!
	formulaError | #bezug!
	formulaError | #NV
	formulaError | #¡VALOR!
	formulaError | #ССЫЛКА!
	formulaError | https://a.example/#REF!
	shortenedNumber | 4,00638E+12
	shortenedNumber | "4.00638e+12"
	shortenedNumber | "4E12"
	placeholder | Menu {{sku}}
	placeholder | https://a.example/%7B%7Bsku%7D%7D
	severalUrls | https://a.example/1, https://b.example/2
	severalUrls | https://a.example/1;https://b.example/2
	secondQuery | https://a.example/?a=1?b=2
	wrongScheme | htps://a.example/
	wrongScheme | httpss://a.example/
	wrongScheme | httpx://a.example/
`)('%s is what a hint says about %s', (kind, value) => {
	expect(getKinds(toRow(value))).toEqual([kind]);
});

test.each(table`
	https://a.example/
	https://a.example/menu/
	http://a.example/menu
	HTTPS://a.example/menu
	https://a.example/?utm_source=qr&utm_term=
	https://web.archive.org/web/2020/https://a.example/menu
	https://a.example/?u=https://b.example/?c=1
	https://a.example/login?next=/cart?step=2
	https://a.example/docs/undefined-behavior
	https://a.example/what-is-null
	https://a.example/1E5
	https://a.example/#menu
	https://a.example/#/route?x=1?y=2
	https:/a.example/:id//
	ftp://a.example/file
	app://open
	Null
	shop/undefinable
	undefined behavior
	Annull
	Nan’s kitchen
	"1E5"
	00123
	#1
	#summer
	N/A
	Sale #SALE!
	Fish & Chips; Peas
	{curly}
	Why? What?
	https
`)('no hint is shown about the honest value %s', (value) => {
	expect(getKinds(toRow(value))).toEqual(['']);
});

const honestUrls = [
	'https://a.example',
	'http://a.example/',
	'https://www.a.example/menu/',
	'https://shop.a.example/p/4006381333931',
	'https://a.example/de/angebote.html',
	'https://a.example/wiki/Null_(album)',
	'https://a.example/@52.51,13.37,17z/data=!3m1!4b1',
	'https://web.archive.org/web/2020/https://b.example/menu',
	'https://a.example/%D9%85%D9%86%D9%88',
	'https://müller.example/größe;v=1',
].flatMap((page) =>
	[
		'',
		'?utm_source=qr&utm_medium=print&utm_campaign=may&utm_term=',
		'?u=https://b.example/',
		'?u=https%3A%2F%2Fb.example%2F%3Fc%3D1',
		'?q=fish+%26+chips&page=2',
		'?id=00123#top',
		'?next=/cart?step=2',
		'?sku=1E5&size=9%22',
		'#/route?x=1',
		'?a[]=1&a[]=2',
		'?email=ann%40b.example',
		'?flag',
		'?t=12:30',
		'?lang=de-AT',
		'?price=1.234,56',
		'?text=100%25',
		'?code={A1}',
		'?v=NaNo',
		'?gclid=Cj0KCQjw',
		'?path=//cdn',
		'?x=undefinable',
		'?x=nullable',
		'?ids=1;2;3',
		'?ids=1,2,3',
		'?d=2026-11-28T20:00:00Z',
	].map((rest) => page + rest),
);
const honestNames = [
	'Table',
	'Café',
	'Żółw',
	'菜单',
	'Sale #5',
	'TV 55"',
	"Joe's",
	'#1',
	'Annull',
	'A & B',
]
	.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase(), `${name}!`, `${name}?`])
	.flatMap((name) => [name, `${name} 2`, `${name}, 1st floor`, `${name} (2026)`, `${name} – 50%`]);

test('no hint is shown about 500 honest names and URLs of one run', () => {
	const rows = [...honestUrls, ...honestNames].map((value) => toRow(value));
	expect(rows).toHaveLength(500);
	expect(doubts(toInputs(rows))).toEqual([]);
});

test('a query parameter without a value is named only if other rows of that host have a value for it', () => {
	const urls = [
		'https://a.example/?id=1&t=',
		'https://a.example/?id=&t=',
		'https://b.example/?id=',
	];
	expect(getKinds(...urls.map(toRow))).toEqual(['', 'emptyParameter', '']);
});

test.each(['alias', 'slug'])('a name, a URL and %s in the collection are all checked', (field) => {
	const row = {
		name: '#N/A',
		url: 'https://a.example/null',
		additionalFields: { [field]: 'x-null' },
	};
	expect(getKinds(row)).toEqual(['formulaError,missing,missing']);
});

test('an item with an unusable value has no doubts, because it fails', () => {
	expect(getKinds({ name: 'null', url: 'not a URL' }, { name: 'null' })).toEqual(['', 'missing']);
});

test('one hint for each kind lists up to ten rows, and a run of one item names no row', () => {
	const one = '"Table null" looks like a text with a missing value';
	expect(doubts(toInputs([{ name: 'Table null' }]))).toEqual([one]);
	const rows = Array.from({ length: 12 }, () => ({ name: 'Table null' }));
	const hints = doubts(toInputs([{ name: '#N/A' }, ...rows]));
	expect(hints).toEqual([
		'Check the values: "#N/A" comes from a spreadsheet formula that has no result (rows: 1)',
		`Check the values: ${one} (rows: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …)`,
	]);
});
