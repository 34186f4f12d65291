/** File names that are safe on every system, and MIME types. */
import {
	createFileNamer,
	EXTENSIONS,
	toFileName,
	getMimeType,
	toSafeName,
} from '../../nodes/LinkPlatform/runner/fileNames.ts';
import type { Output } from '../../nodes/LinkPlatform/runner/operation.ts';
import { table } from '../support/table.mts';

test.each([
	['Poster, main entrance', 'Poster, main entrance'],
	['../../etc/passwd', 'etc-passwd'],
	['..\\..\\windows', 'windows'],
	['C:\\a', 'C-a'],
	['a/b', 'a-b'],
	['a?*<>|":b', 'a-b'],
	['..%2f..%2fetc%5Cpasswd', '2f..-2fetc-5Cpasswd'],
	['100% real, 5%a', '100% real, 5%a'],
	['.htaccess', 'htaccess'],
	['name. . .', 'name'],
	[' name ', 'name'],
	['line\nbreak\u0000\u007f', 'linebreak'],
	['a\u202eb\u200bc\ufeffd', 'abcd'],
	['broken \ud800 half', 'broken  half'],
	['e\u0301', '\u00e9'],
	['日本語 🍵', '日本語 🍵'],
	['👩\u200d💻 \u0645\u200c\u062e', '👩\u200d💻 \u0645\u200c\u062e'],
	['\u{1F3F4}\u{E0067}\u{E007F}', '\u{1F3F4}\u{E0067}\u{E007F}'],
	['\u200d.name\u200c ', 'name'],
	['\u200c\u{E0067}', 'fallback'],
	['NUL', '_NUL'],
	['com1.txt', '_com1.txt'],
	['NUL  ', '_NUL'],
	['LPT1', '_LPT1'],
	['console', 'console'],
	['falcon', 'falcon'],
	[`${' '.repeat(1_000)}beyond what is looked at`, 'fallback'],
	['...', 'fallback'],
	['///', 'fallback'],
	['', 'fallback'],
	['\u0007', 'fallback'],
])('toFileName turns the name %j into the safe name %j', (name, safe) => {
	expect(toFileName([name, 'fallback'], 'png')).toBe(`${safe}.png`);
});

test.each([
	['menu.png', 'menu.png'],
	['menu.PNG', 'menu.PNG'],
	['menu.png.', 'menu.png'],
	['menu.v2', 'menu.v2.png'],
	['png', 'png.png'],
	['.png', 'png.png'],
])('toFileName adds the extension only if it is missing: %j becomes %j', (name, fileName) => {
	expect(toFileName([name], 'png')).toBe(fileName);
});

test("toFileName uses the first name that isn't empty after cleaning", () => {
	expect(toFileName(['', '///', 'b', 'c'], 'csv')).toBe('b.csv');
});

test('toFileName shortens names to fit a file system without splitting characters', () => {
	expect(toFileName(['x'.repeat(500)], 'png')).toHaveLength(124);
	expect(toFileName([`${'x'.repeat(116)}  y.z`], 'png')).toBe(`${'x'.repeat(116)}.z.png`);
	expect(toFileName(['🍵'.repeat(100)], 'png')).toBe(`${'🍵'.repeat(60)}.png`);
	expect(Buffer.byteLength(toFileName(['日'.repeat(200)], 'png'))).toBeLessThanOrEqual(244);
});

test.each([500, 5_000])(
	'toSafeName keeps the extension when it shortens a name of %d characters',
	(length) => {
		expect(toSafeName(`${'x'.repeat(length)}.jpeg`)).toBe(`${'x'.repeat(115)}.jpeg`);
	},
);

test.each(table<[string | undefined, string, string | undefined]>`
	image/PNG; charset=x | image/png | png
	" application/pdf " | application/pdf | pdf
	image/jpeg | image/jpeg | jpg
	image/gif | image/gif | gif
	image/webp | image/webp | webp
	image/svg+xml | image/svg+xml | svg
	text/csv | text/csv | csv
	application/x-other | application/x-other | undefined
	undefined | "" | undefined
`)(
	'getMimeType reads the Content-Type %j as %j, which has the extension %j',
	(header, mimeType, extension) => {
		expect(getMimeType({ 'content-type': header })).toBe(mimeType);
		expect(EXTENSIONS[mimeType]).toBe(extension);
	},
);

describe('files of many items', () => {
	const file = (fileName?: string) => ({ mimeType: 'image/png', data: 'x', fileName });
	const inTurn = (outputs: Output[]) => outputs.map(createFileNamer());

	test.each([
		['names that differ', ['a.png', 'b.png'], ['a.png', 'b.png']],
		['equal names', ['a.png', 'a.png', 'a.png'], ['a.png', 'a (2).png', 'a (3).png']],
		['names that differ in case', ['a.png', 'A.png'], ['a.png', 'A (2).png']],
		['names with ß and ss', ['straße.png', 'strasse.png'], ['straße.png', 'strasse.png']],
		['several dots', ['a.v2.png', 'a.v2.png'], ['a.v2.png', 'a.v2 (2).png']],
		['no extension', ['a', 'a'], ['a', 'a (2)']],
		[
			'a number that is already taken',
			['a (2).png', 'a.png', 'a.png'],
			['a (2).png', 'a.png', 'a (2) (2).png'],
		],
		['no names', [undefined, undefined], ['data', 'data (2)']],
	])('files of several items get different names: %s', (_, names, distinct) => {
		const items = names.map((name) => ({ json: {}, binary: { data: file(name) } }));
		expect(inTurn(items).map(({ binary }) => binary?.data.fileName)).toEqual(distinct);
	});

	test.each(table<[string, Record<string, number | string>, object]>`
		if it was the same | {"fileName": "a.png", "id": 2} | {"fileName": "a (2).png", "id": 2}
		not if it was different | {"fileName": "b.png", "id": 2} | {"fileName": "b.png", "id": 2}
		not if there is none | {"id": 2} | {"id": 2}
	`)("renaming a file also changes fileName in its item's data: %s", (_, json, named) => {
		const first = { json: {}, binary: { data: file('a.png') } };
		const second = { json, binary: { image: file('a.png') } };
		expect(inTurn([first, second])[1]).toEqual({
			json: named,
			binary: { image: { ...file('a (2).png') } },
		});
	});

	test("a file without a name doesn't add fileName to the item's data", () => {
		const items = [{ json: { id: 1 }, binary: { data: file() } }];
		expect(inTurn(items)[0].json).toEqual({ id: 1 });
	});

	test('an item without a file is left unchanged', () => {
		const items = [{ json: { fileName: 'a.png' } }, { json: {}, binary: {} }];
		expect(inTurn(items)).toEqual(items);
	});
});
