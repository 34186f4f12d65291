import { execFile } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createFiles, listStale } from '../../tools/docs/files.mts';
import { MESSAGES_PAGE } from '../../tools/docs/messagesPage.mts';

const run = promisify(execFile);

test('every generated file is what `npm run docs` creates, and the folders contain no stale files', async () => {
	const files = await createFiles();
	for (const [path, text] of files)
		expect([path, readFileSync(path, 'utf8')]).toEqual([path, text]);
	expect(listStale(files)).toEqual([]);
}, 120_000);

test('`npm run docs` names the self-test step that fails, and writes no files', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'docs-'));
	try {
		const written = ['README.md', 'docs', 'examples', 'nodes', 'packages', 'dist'];
		for (const path of written) cpSync(path, join(folder, path), { recursive: true });
		for (const path of ['node_modules', 'package.json'])
			symlinkSync(resolve(path), join(folder, path));
		const operation = join(folder, 'dist/nodes/LinkPlatform/resources/bioPage/setDomain.js');
		const code = readFileSync(operation, 'utf8');
		writeFileSync(operation, code.replace('body: (input) =>', 'body: () => ({}), was: (input) =>'));
		const read = () => {
			const paths = globSync('**/*.{md,json}', { cwd: folder });
			return paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
		};
		const before = read();

		const main = resolve('tools/docs/main.mts');
		const docs = run(process.execPath, [main], { cwd: folder });
		await expect(docs).rejects.toMatchObject({
			stderr: expect.stringMatching(/Step "Bio Page: Set Domain" of the self-test failed: ".+"/),
		});
		expect(read()).toEqual(before);
	} finally {
		rmSync(folder, { recursive: true });
	}
}, 120_000);

test('the page of messages lists each message only once per section', () => {
	const page = readFileSync(MESSAGES_PAGE, 'utf8');
	const sections = [...page.matchAll(/<!-- messages: [^]*?<!-- \/messages -->/g)];
	const twice = sections.flatMap(([section]) => {
		const texts = [...section.matchAll(/^- \*\*(.*?)\*\*(?:<br>|$)/gm)].map(([, text]) => text);
		return texts.filter((text, index) => texts.indexOf(text) !== index);
	});
	expect(sections.length).toBeGreaterThan(10);
	expect(twice).toEqual([]);
});
