/** Which files the archive may hold. */
import { checkContents } from '../../tools/scan/packageScan.mts';

const manifest = { n8n: { nodes: ['dist/nodes/A/A.node.js'], credentials: [] } };
const good = ['package.json', 'README.md', 'LICENSE.md', ...manifest.n8n.nodes];
const packed = (paths: string[], unpackedSize = 1000) => ({
	filename: 'a.tgz',
	unpackedSize,
	files: paths.map((path) => ({ path, size: 1 })),
});

test('archive with code, descriptions, icons and texts passes', () => {
	const more = ['dist/nodes/A/A.node.json', 'dist/icons/a.dark.svg', 'dist/package.json'];
	expect(checkContents(packed([...good, ...more]), manifest)).toEqual([]);
});

test.each([
	'dist/nodes/A/logo.png',
	'dist/nodes/A/A.node.d.ts',
	'dist/tsconfig.tsbuildinfo',
	'tools/sandbox/main.mts',
	'test/a.test.mts',
	'nodes/A/A.node.ts',
	'.env',
])('archive with %s fails', (path) => {
	expect(checkContents(packed([...good, path]), manifest)).toMatchObject([
		{ file: path, message: 'does not belong in the archive' },
	]);
});

test.each(good.slice(1))('archive without %s fails', (path) => {
	const without = good.filter((other) => other !== path);
	expect(checkContents(packed(without), manifest)).toMatchObject([
		{ file: path, message: 'is missing in the archive' },
	]);
});

test('archive of more than 600 KB fails', () => {
	expect(checkContents(packed(good, 600 * 1024), manifest)).toEqual([]);
	expect(checkContents(packed(good, 600 * 1024 + 1), manifest)).toHaveLength(1);
});
