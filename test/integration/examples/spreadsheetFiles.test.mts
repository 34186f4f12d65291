/** Tests templates that read a CSV file: the same rows as different programs and countries save them, and bad files. */
import type { IDataObject } from 'n8n-workflow';
import type { WorkflowJson } from '../../../packages/n8n-harness/index.mts';
import { toText } from '../../support/sent.mts';
import { FILES, TEXT, encode, thirty, toCsvText } from '../../support/spreadsheets.mts';
import { setUp, useCsvFile, useTemplates } from './templates.mts';

const { world, opened, run } = useTemplates();
const withFile = useCsvFile();

type Upload = [trigger: string, file: string, output: string];
const UPLOADS: Record<string, Upload> = {
	'csv-to-qr-zip': ['CSV Form', 'CSV_file', 'Create QR Codes'],
	'moving-in': ['Upload Form', 'Export_file', 'Report'],
};

/** Returns the template with this file uploaded, or without a file, as n8n leaves it if the file has 0 bytes. */
function upload(name: string, file: Buffer, letters?: string) {
	const workflow = setUp(name);
	const [trigger, field] = UPLOADS[name];
	const [form] = workflow.pinData![trigger];
	form.json['Letters of the file'] = letters ?? '';
	if (file.length > 0) form.binary![field].data = file.toString('base64');
	else delete form.binary;
	return workflow;
}

/** Runs a template with a file. Returns the rows that were used, and the text of the page or of the failure. */
async function read(name: string, file: Buffer, letters?: string) {
	if (name !== 'bulk-qr-from-csv') {
		const { nodes, error } = await run(upload(name, file, letters), UPLOADS[name][0]);
		expect(error).toBeUndefined();
		const rows = nodes[UPLOADS[name][2]]?.at(-1)!.items.map(({ json }) => json) ?? [];
		const [page] = opened.fakeNodes.calls
			.map(({ parameters }) => parameters.completionMessage)
			.filter(Boolean);
		return { used: rows.filter((row) => !row.error && row.status !== 'not moved'), page };
	}
	const { nodes, error } = await run(chooseLetters(withFile(file), letters), 'Start');
	const used = nodes['Create QR Codes']?.[0].outputs[0].map(({ json }) => json) ?? [];
	const bad = nodes['Rows to Correct']?.flatMap(({ items }) => items) ?? [];
	const lines = bad.map(
		({ json: { row_number: row, error } }) => `Row ${row as number}: ${toText(error)}`,
	);
	return { used, page: [error?.message, ...lines].join('\n') };
}

/** Enters the letters of the file at the top of the node that reads the file. */
function chooseLetters(workflow: WorkflowJson, letters = '') {
	const { parameters } = workflow.nodes.find(({ name }) => name === 'Find Columns')!;
	parameters.jsCode = toText(parameters.jsCode).replace("letters = ''", `letters = '${letters}'`);
	return workflow;
}

const nameOf = ({ name, alias }: IDataObject) => name ?? alias;
const TEMPLATES = ['bulk-qr-from-csv', ...Object.keys(UPLOADS)];

describe.each(TEMPLATES)('%s', (template) => {
	it.each(FILES)(
		`${template} reads all rows of a file saved %s`,
		async (_how, file, names, letters) => {
			const { used, page } = await read(template, file, letters);
			expect(used.map(nameOf)).toEqual(names);
			if (template !== 'bulk-qr-from-csv')
				expect(page).toMatch(new RegExp(`^The first rows: .*${names[0]}.*${names[2]}`));
		},
	);

	it.each([
		['of 0 bytes', '', /(The file is empty|has a header|is empty)\./],
		['of empty lines', '\r\n\r\n', /The file is empty\./],
		['with only a header', 'Name;URL;Slug\r\n;;\r\n', /a header, but no row below it\./],
		[
			'without a column for the target, below a title',
			'Unsere Links,\r\nKürzel,Ort,\r\nA,B,\r\n',
			/has no column "(name|url)"\. Its columns: Kürzel, Ort\. Rename them so that .*"url"\.$/,
		],
		[
			'in Cyrillic letters that nobody chose',
			encode(toCsvText(thirty('Плакат Столик')), 'windows-1251'),
			/The letters of "Ïëàêàò-1" look wrong\. Choose the letters of the file/,
		],
		['in MacRoman', encode(TEXT, 'macintosh'), /The letters of .* look wrong\./],
		[
			'of bad rows alone',
			'Name;URL;Slug\r\n"A;https://example.com/;a\r\n',
			/No row of the file can be used\.\nRow 2: a quotation mark \("\) is missing/,
		],
	])(
		`${template} says why it can't use a file %s, and sends no request`,
		async (_what, file, said) => {
			const { used, page } = await read(template, Buffer.from(file));
			expect(used).toEqual([]);
			expect(page).toMatch(said);
			await world.expectNoRequest();
		},
	);
});

describe.each(TEMPLATES)('%s with a bad row', (template) => {
	it.each([
		['with a cell more', 'Two,https://example.com/2,two,more', /Row 3.* 4 cells, .* header has 3/],
		['with a cell less', 'Two', /(Row 3|row 3|Two).*(URL|empty)/],
		['that lacks a quotation mark', '"Two,https://example.com/2,two', /Row 3.*quotation mark/],
		['with a lost quotation mark', 'Two,https://example.com/2,"two', /Row 3.*quotation mark/],
	])(
		`${template} uses the other rows of a file that has a row %s, and names that row`,
		async (_what, row, said) => {
			const file = ['name,url,slug', 'One,https://example.com/1,One', row];
			const last = [
				'Three 12",https://example.com/3,Three',
				'"Four", "https://example.com/4","Four"',
			];
			const { used, page } = await read(template, Buffer.from([...file, ...last].join('\n')));
			expect(used.map((one) => toText(nameOf(one)).replace(' 12"', ''))).toEqual([
				'One',
				'Three',
				'Four',
			]);
			expect(page).toMatch(said);
		},
	);
});

it.each([
	['German', 'Bezeichnung;Adresse', ''],
	['German, with a postal address', 'Bezeichnung;Link;Adresse', ';Bahnhofstr. 1'],
	['French', 'Nom;Lien', ''],
	['Polish', 'Nazwa;Adres strony', ''],
	['Spanish', 'Título;Enlace', ''],
	['Russian', 'Название;Ссылка', ''],
])('csv-to-qr-zip knows the columns of a file in %s', async (_language, header, more) => {
	const file = Buffer.from(`${header}\nEins;https://example.com/1${more}\n`);
	const { used } = await read('csv-to-qr-zip', file);
	expect(used).toMatchObject([{ name: 'Eins', targetUrl: 'https://example.com/1' }]);
});

it('csv-to-qr-zip names an invalid row as a spreadsheet counts it, even below titles and "sep="', async () => {
	const file =
		'sep=;\r\nProducts 2026;\r\n;\r\nName;URL\r\n;\r\nOne;no address\r\nTwo;https://example.com/\r\n';
	const { page } = await read('csv-to-qr-zip', Buffer.from(file));
	expect(page).toMatch(/\n1 row could not be used:\nRow 5 \(One\): [^\n]*\.$/);
});

it('csv-to-qr-zip gives a reason that all rows share only once', async () => {
	await world.fault('/api/qrs', { type: 'status', status: 401 });
	const { page } = await read('csv-to-qr-zip', Buffer.from(TEXT));
	expect(page).toMatch(/^30 rows: API key rejected: [^\n]*\.$/);
});

it('the forms offer all letters that the code can read', () => {
	for (const [name, [trigger]] of Object.entries(UPLOADS)) {
		const { nodes } = setUp(name);
		const { formFields } = nodes.find((node) => node.name === trigger)!.parameters as {
			formFields: {
				values: Array<{ fieldLabel: string; fieldOptions: { values: IDataObject[] } }>;
			};
		};
		const field = formFields.values.find(({ fieldLabel }) => fieldLabel === 'Letters of the file')!;
		const { jsCode } = nodes.find((node) => node.name === 'Find Columns')!.parameters;
		const [, encodings] = /encodings = \{(.*?)\}/s.exec(toText(jsCode))!;
		const known = [...encodings.matchAll(/^\s*'?(.+?)'?: '/gm)].map(([, letters]) => letters);
		expect(known.length).toBeGreaterThan(5);
		expect(field.fieldOptions.values.map(({ option }) => option)).toEqual(known);
	}
});
