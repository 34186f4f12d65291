import { getResources } from '../../tools/built.mts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BOTS_PAGE, createBotFigures } from '../../tools/docs/botFigures.mts';
import { createOperationsTables } from '../../tools/docs/operationsTable.mts';
import { replaceBetween } from '../../tools/docs/replaceBetween.mts';
import { REFERENCE_FOLDER, createReferencePages } from '../../tools/docs/referencePages.mts';
import {
	TROUBLESHOOTING_PAGE,
	createTroubleshootingPage,
} from '../../tools/docs/troubleshooting.mts';

describe('output of `npm run docs`', () => {
	it('is the operations table of the README', () => {
		const readme = readFileSync('README.md', 'utf8');
		const table = createOperationsTables(getResources());
		expect(readme).toBe(replaceBetween(readme, 'operations', table));
	});

	it('is the tables of the troubleshooting page, a row for each message', () => {
		const page = readFileSync(TROUBLESHOOTING_PAGE, 'utf8');
		expect(page).toBe(createTroubleshootingPage(page));
	});

	it('is the figures on programs among the visitors', () => {
		const page = readFileSync(BOTS_PAGE, 'utf8');
		expect(page).toBe(replaceBetween(page, 'bots', createBotFigures()));
	});

	it('is the reference: these pages, and no others', async () => {
		const pages = await createReferencePages(process.cwd());
		const present = readdirSync(REFERENCE_FOLDER).map((file) => join(REFERENCE_FOLDER, file));
		expect(present.sort()).toEqual([...pages.keys()].sort());
		for (const [path, text] of pages)
			expect([path, readFileSync(path, 'utf8')]).toEqual([path, text]);
		// Every operation runs once for the examples.
	}, 120_000);
});
