/** File names that no system takes for anything else, and MIME types. */
import { extensionOf, mimeTypeOf, safeFileName } from '../../nodes/LinkPlatform/api/files.ts';

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
	expect(safeFileName(name, 'fallback')).toBe(safe);
});

test('names fit a file system, and are cut between characters', () => {
	expect(safeFileName('x'.repeat(500), '')).toHaveLength(120);
	expect(safeFileName(`${'x'.repeat(119)} .y`, '')).toBe('x'.repeat(119));
	const cups = safeFileName('🍵'.repeat(100), '');
	expect(cups).toBe('🍵'.repeat(60));
	expect(Buffer.byteLength(safeFileName('日'.repeat(200), ''))).toBeLessThanOrEqual(240);
});

test.each([
	['image/PNG; charset=x', 'image/png', 'png'],
	[' application/pdf ', 'application/pdf', 'pdf'],
	['image/svg+xml', 'image/svg+xml', 'svg'],
	['text/csv', 'text/csv', 'csv'],
	['application/x-other', 'application/x-other', undefined],
	[undefined, '', undefined],
])('%j', (header, mimeType, extension) => {
	expect(mimeTypeOf({ 'content-type': header })).toBe(mimeType);
	expect(extensionOf(mimeType)).toBe(extension);
});
