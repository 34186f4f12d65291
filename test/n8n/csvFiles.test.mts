/** Tests the templates that read a CSV file in a real n8n, whose Code node and files differ from those of the engine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExample } from '../../tools/n8n/examples.mts';
import type { N8nWithSandbox } from '../../tools/n8n/n8nWithSandbox.mts';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { FILES, TEXT, encode } from '../support/spreadsheets.mts';
import { useForms } from './forms.mts';
import { WITHOUT_EDITOR, useN8n } from './useN8n.mts';

const MODES: Array<[string, Record<string, string>]> = [
	['on disk', {}],
	['in memory', { N8N_DEFAULT_BINARY_DATA_MODE: 'default' }],
];

/** Tests what the forms say about files of all kinds. */
function testForms(n8n: N8nWithSandbox, where: string) {
	const { openPage, publishForm, submit } = useForms(n8n);

	/** Uploads a file to moving-in, which only checks it. Returns the rows of its report, and its page. */
	async function check(form: Awaited<ReturnType<typeof publishForm>>, file: Buffer, letters = '') {
		const page = await openPage(await submit(form, [new Blob([file]), 'Only check', '', letters]));
		const [execution] = await n8n.rest.executions(form.id, { withData: true });
		const [report = []] = getOutputs(execution, 'Report');
		return { rows: report.map(({ json }) => json), page };
	}

	test(`moving-in reads each kind of file if files are ${where}`, async () => {
		for (const [how, file, names, letters] of FILES) {
			const form = await publishForm('moving-in');
			const { rows, page } = await check(form, file, letters);
			expect([how, rows.map(({ alias }) => alias)]).toEqual([how, names]);
			expect(page).toContain(`${names[0]} → https://example.com/0`);
		}
	});

	test(`moving-in names the bad rows of a file, and uses the others, if files are ${where}`, async () => {
		const bad = '"x,https://example.com/2,x\nPizza 12",https://example.com/3,c,more\n';
		const good =
			'One,https://example.com/1,one\n"A", "https://example.com/4","four"\nB,https://example.com/5';
		const form = await publishForm('moving-in');
		const { rows, page } = await check(form, Buffer.from(`name,url,slug\n${bad}${good}\n`));
		expect(rows.map(({ row, status }) => [row, status])).toEqual([
			[2, 'not moved'],
			[3, 'not moved'],
			[6, 'not moved'],
			[4, 'new'],
			[5, 'new'],
		]);
		expect(page).toMatch(/Row 2 .*quotation mark.*\nRow 3 .*4 cells/);
	});

	test.each([
		['of 0 bytes', '', 'The file is empty.'],
		['with only a header', 'name,url\n', 'The file has a header, but no row below it.'],
	])(
		`csv-to-qr-zip and moving-in say so if a file %s is uploaded and files are ${where}`,
		async (_what, text, said) => {
			const zip = await publishForm('csv-to-qr-zip');
			expect(await openPage(await submit(zip, [new Blob([text]), '', '', '']))).toContain(said);
			const moving = await publishForm('moving-in');
			expect((await check(moving, Buffer.from(text))).page).toContain(said);
		},
	);
}

/** Tests the images that come out. */
function testImages(n8n: N8nWithSandbox, where: string) {
	const { goOn, publishForm, submit } = useForms(n8n);

	test(`csv-to-qr-zip makes QR codes of a Portuguese file if files are ${where}`, async () => {
		const form = await publishForm('csv-to-qr-zip');
		const [, file] = FILES[0];
		const page = await goOn(form, await submit(form, [new Blob([file]), '', '', '100']));
		expect(page).toContain('<h1>Your ZIP holds 30 QR codes</h1>');
		expect(page).toMatch(/"Promoção-1" .*, "Pão-2" .*, "Verão-3" .*\nEvery row was used\./);
		const [, files] = /JSON\.parse\(decodeURIComponent\("([^"]+)"\)/.exec(page)!;
		const [{ data }] = JSON.parse(decodeURIComponent(files)) as [{ data: string }];
		// It is a list of bytes if files are on disk, and a text with a letter for each byte if they are in memory.
		expect(Buffer.from(data, 'latin1').toString()).toMatch(/^PK.*Promoção-1\.svg.*manifest\.csv/s);
	});

	test(`bulk-qr-from-csv reads and writes only in .n8n-files if files are ${where}`, async () => {
		const folder = join(n8n.databaseFile, '../../files/.n8n-files');
		writeFileSync(join(folder, 'products.csv'), encode(TEXT, 'windows-1252'));
		const workflow = readExample('bulk-qr-from-csv', n8n.credential, n8n.url);
		const { id } = await n8n.rest.createWorkflow(workflow);
		const execution = await n8n.rest.run(id, 'Start');
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		const [saved] = getOutputs(execution, 'Save Images');
		expect(saved).toHaveLength(30);
		expect(saved[0].json.fileName).toBe('.n8n-files/Größe-1.png');
	});
}

describe.each(MODES)('with files %s', (where, env) => {
	const n8n = useN8n({ env: { ...WITHOUT_EDITOR.env, ...env } });
	testForms(n8n, where);
	testImages(n8n, where);
});
