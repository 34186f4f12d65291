/** The content of the archive from `npm pack`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MAX_BYTES = 700 * 1024;
const ALLOWED_FILES = [
	/^(package\.json|README\.md|LICENSE\.md|CHANGELOG\.md|dist\/package\.json)$/,
	/^dist\/(credentials|icons|nodes)\/([\w.-]+\/)*[\w.-]+\.(js|json|svg)$/,
];

const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
const [{ files, unpackedSize }] = JSON.parse(
	execFileSync('npm', pack, { encoding: 'utf8' }),
) as Array<{ files: Array<{ path: string }>; unpackedSize: number }>;
const paths = files.map(({ path }) => path);

test('the npm package contains only code, node descriptions, icons and Markdown files', () => {
	const unexpected = paths.filter((path) => !ALLOWED_FILES.some((allowed) => allowed.test(path)));
	expect(unexpected).toEqual([]);
});

test('the npm package contains all nodes, the credential, README.md and LICENSE.md', () => {
	const { n8n } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const wanted = ['README.md', 'LICENSE.md', ...n8n.nodes, ...n8n.credentials];
	expect(paths).toEqual(expect.arrayContaining(wanted));
});

test('the npm package is at most 700 KB unpacked', () => {
	expect(unpackedSize).toBeLessThanOrEqual(MAX_BYTES);
});
