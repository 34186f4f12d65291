/** File names that no system takes for anything else, and MIME types. */
import {
	getExtension,
	toFileName,
	getMimeType,
} from '../../nodes/LinkPlatform/operations/fileNames.ts';

test.each([
	['Poster, main entrance', 'Poster, main entrance'],
	['../../etc/passwd', 'etc-passwd'],
	['..\\..\\windows', 'windows'],
	['C:\\a', 'C-a'],
	['a/b', 'a-b'],
	['a?*<>|":b', 'a-b'],
	['.htaccess', 'htaccess'],
	['name. . .', 'name'],
	[' name ', 'name'],
	['line\nbreak\u0000\u007f', 'linebreak'],
	['a\u202eb\u200bc\ufeffd', 'abcd'],
	['broken \ud800 half', 'broken  half'],
	['e\u0301', '\u00e9'],
	['日本語 🍵', '日本語 🍵'],
	['NUL', '_NUL'],
	['com1.txt', '_com1.txt'],
	['console', 'console'],
	['...', 'fallback'],
	['///', 'fallback'],
	['', 'fallback'],
	['\u0007', 'fallback'],
])('%j becomes %j', (name, safe) => {
	expect(toFileName([name, 'fallback'], 'png')).toBe(`${safe}.png`);
});

test.each([
	['menu.png', 'menu.png'],
	['menu.PNG', 'menu.PNG'],
	['menu.png.', 'menu.png'],
	['menu.v2', 'menu.v2.png'],
	['png', 'png.png'],
	['.png', 'png.png'],
])('the extension is there once: %j becomes %j', (name, fileName) => {
	expect(toFileName([name], 'png')).toBe(fileName);
});

test('the first name of which something is left', () => {
	expect(toFileName(['', '///', 'b', 'c'], 'csv')).toBe('b.csv');
});

test('names fit a file system, and are cut between characters', () => {
	expect(toFileName(['x'.repeat(500)], 'png')).toHaveLength(124);
	expect(toFileName([`${'x'.repeat(119)} .y`], 'png')).toBe(`${'x'.repeat(119)}.png`);
	expect(toFileName(['🍵'.repeat(100)], 'png')).toBe(`${'🍵'.repeat(60)}.png`);
	expect(Buffer.byteLength(toFileName(['日'.repeat(200)], 'png'))).toBeLessThanOrEqual(244);
});

test.each([
	['image/PNG; charset=x', 'image/png', 'png'],
	[' application/pdf ', 'application/pdf', 'pdf'],
	['image/svg+xml', 'image/svg+xml', 'svg'],
	['text/csv', 'text/csv', 'csv'],
	['application/x-other', 'application/x-other', undefined],
	[undefined, '', undefined],
])('%j', (header, mimeType, extension) => {
	expect(getMimeType({ 'content-type': header })).toBe(mimeType);
	expect(getExtension(mimeType)).toBe(extension);
});
