/** Tests templates that read a CSV file, with the same 30 rows in each format that spreadsheet programs save. */
import { setUp, useCsvFile, useTemplates } from './templates.mts';

const { world, opened, run } = useTemplates();

const WORDS = ['Münchner Bier', 'Größe', 'Käsespätzle', 'Crème brûlée', 'Weißwurst', 'Äpfel'];
const NAMES = Array.from({ length: 30 }, (_, n) => `${WORDS[n % WORDS.length]} ${n + 1}`);
const ROWS = [
	'Name;URL;Slug',
	...NAMES.map((name, n) => `${name};https://example.com/${n};row-${n}`),
];
const TEXT = ROWS.join('\r\n');

const MAC_ROMAN = { Ä: 0x80, ä: 0x8a, é: 0x8e, è: 0x8f, ö: 0x9a, û: 0x9e, ü: 0x9f, ß: 0xa7 };
const toMacRoman = (text: string) =>
	Buffer.from(
		Object.entries(MAC_ROMAN).reduce(
			(left, [letter, code]) => left.replaceAll(letter, String.fromCharCode(code)),
			text,
		),
		'latin1',
	);
/** Encodes a string as Windows-1252. Latin-1 encodes all letters in these tests in the same way. */
const toWindows = (text: string) => Buffer.from(text, 'latin1');

/** Descriptions of how a file is saved, with the file's bytes. */
const FILES: Array<[string, Buffer]> = [
	['as UTF-8', Buffer.from(TEXT)],
	['as UTF-8 with a BOM', Buffer.from(`\uFEFF${TEXT}`)],
	['as UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
	['as Windows-1252', toWindows(TEXT)],
	['with tabs', Buffer.from(TEXT.replaceAll(';', '\t'))],
	['with commas', toWindows(TEXT.replaceAll(';', ','))],
	['with "sep=;" in its first line', toWindows(`sep=;\r\n${TEXT}`)],
	['with CR line endings', toWindows(ROWS.join('\r'))],
	['with empty rows at its end', toWindows(`${TEXT}\r\n;;\r\n;;\r\n`)],
	['with the header in line 3', toWindows(`Products 2026;;\r\n;;\r\n${TEXT}`)],
];

/** Returns the template with this file uploaded. */
function upload(name: string, trigger: string, field: string, file: Buffer) {
	const workflow = setUp(name);
	workflow.pinData![trigger][0].binary![field].data = file.toString('base64');
	return workflow;
}

describe('bulk-qr-from-csv', () => {
	const withFile = useCsvFile();

	it.each(FILES)('bulk-qr-from-csv reads all rows of a file saved %s', async (_how, bytes) => {
		const { nodes } = await run(withFile(bytes), 'Start');
		const [made, refused] = nodes['Create QR Codes'][0].outputs;
		expect(made.map(({ json }) => json.name)).toEqual(NAMES);
		expect(refused).toEqual([]);
	});
});

describe('csv-to-qr-zip', () => {
	const start = (file: Buffer) =>
		run(upload('csv-to-qr-zip', 'CSV Form', 'CSV_file', file), 'CSV Form');

	it.each(FILES)('csv-to-qr-zip reads all rows of a file saved %s', async (_how, file) => {
		const { nodes } = await start(file);
		expect(nodes['Create QR Codes'][0].items.map(({ json }) => json.name)).toEqual(NAMES);
		expect(opened.fakeNodes.of('Return ZIP')).toMatchObject([
			{ completionMessage: 'Every row was used.' },
		]);
	});

	it('csv-to-qr-zip names an invalid row by its line in the file, even if the header is in line 3', async () => {
		await start(toWindows('Products 2026;\r\n;\r\nName;URL\r\nOne;no address'));
		expect(opened.fakeNodes.of('Page: Rows to Correct')).toMatchObject([
			{ completionMessage: expect.stringContaining('(row 4)') },
		]);
	});

	it.each([
		['saved as MacRoman', toMacRoman(TEXT), /look wrong\. Save the file again as "CSV UTF-8"/],
		['with only a header', Buffer.from('Name;URL\r\n;\r\n'), /a header, but no row below it/],
	])(
		"csv-to-qr-zip explains in one sentence why it can't use a file %s, and creates nothing",
		async (_what, file, said) => {
			await start(file);
			expect(opened.fakeNodes.of('Page: File Not Usable')).toMatchObject([
				{ completionMessage: expect.stringMatching(said) },
			]);
			await world.expectNoRequest();
		},
	);
});

it.each(FILES)('moving-in reads all rows of a file saved %s', async (_how, file) => {
	const { nodes } = await run(
		upload('moving-in', 'Upload Form', 'Export_file', file),
		'Upload Form',
	);
	const rows = nodes.Report[0].items.map(({ json }) => [json.alias, json.url, json.status]);
	expect(rows).toEqual(NAMES.map((_, n) => [`row-${n}`, `https://example.com/${n}`, 'new']));
});
