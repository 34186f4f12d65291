import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createParts } from '../../tools/docs/parts.mts';
import { replaceBetween } from '../../tools/docs/replaceBetween.mts';
import {
	BY_HAND,
	REFERENCE_FOLDER,
	createReferencePages,
} from '../../tools/docs/referencePages.mts';
import { MESSAGES_PAGE, createMessagesPage } from '../../tools/docs/messagesPage.mts';

describe('output of `npm run docs`', () => {
	it('is each part between markers', () => {
		for (const [path, parts] of Object.entries(createParts())) {
			const page = readFileSync(path, 'utf8');
			for (const [name, content] of Object.entries(parts))
				expect([path, page]).toEqual([path, replaceBetween(page, name, content)]);
		}
	});

	it('is the tables of the page of messages, a row for each message', () => {
		const page = readFileSync(MESSAGES_PAGE, 'utf8');
		expect(page).toBe(createMessagesPage(page));
	});

	it('is the reference: these pages, and no others but those written by hand', async () => {
		const pages = await createReferencePages(process.cwd());
		const present = readdirSync(REFERENCE_FOLDER)
			.filter((file) => !BY_HAND.has(file))
			.map((file) => join(REFERENCE_FOLDER, file));
		expect(present.sort()).toEqual([...pages.keys()].sort());
		for (const [path, text] of pages)
			expect([path, readFileSync(path, 'utf8')]).toEqual([path, text]);
		// Every operation runs once for the examples.
	}, 120_000);
});

test('the page of messages lists a message once in its table, whatever it may mean', () => {
	const page = readFileSync(MESSAGES_PAGE, 'utf8');
	const tables = [...page.matchAll(/<!-- messages: [^]*?<!-- \/messages -->/g)];
	const twice = tables.flatMap(([table]) => {
		const texts = [...table.matchAll(/^\| \*\*(.*?)\*\*(?:<br>| \|)/gm)].map(([, text]) => text);
		return texts.filter((text, index) => texts.indexOf(text) !== index);
	});
	expect(tables.length).toBeGreaterThan(10);
	expect(twice).toEqual([]);
});
