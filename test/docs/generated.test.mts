import { readFileSync } from 'node:fs';
import { createFiles, listStale } from '../../tools/docs/files.mts';
import { MESSAGES_PAGE } from '../../tools/docs/messagesPage.mts';

test('every generated file is what `npm run docs` creates, and the folders contain no stale files', async () => {
	const files = await createFiles();
	for (const [path, text] of files)
		expect([path, readFileSync(path, 'utf8')]).toEqual([path, text]);
	expect(listStale(files)).toEqual([]);
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
