/** Jobs done in n8n's editor by somebody who follows our pages: what they cost, and what comes of them. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import {
	closeNode,
	getCanvasNode,
	openEmptyCanvas,
	openNode,
	paste,
	publish,
	start,
} from '../../tools/n8n/browser.mts';
import { getOutputs, hasEnded } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { START_LIMIT, useEditor, useN8n } from './n8nSuite.mts';
import { openOutside } from './outside.mts';
import { useWalk } from './walk.mts';

const world = useN8n();
const editor = useEditor(world);
const { count, measure } = useWalk(editor);
let outside: Awaited<ReturnType<typeof openOutside>>;
beforeAll(async () => (outside = await openOutside()), START_LIMIT);
afterAll(async () => await outside?.close());

const readTemplate = (name: string) => readFileSync(`examples/${name}.json`, 'utf8');

async function publishAndConfirm(page: Page): Promise<void> {
	await publish(page);
	await page.getByRole('button', { name: 'Got it' }).waitFor();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Published' }).waitFor();
}

/** 500 rows, of which three can't be used. */
function createCsv() {
	const rows = Array.from({ length: 500 }, (_none, n) => `Poster ${n},https://example.com/${n}`);
	rows[36] = 'Garden Glove,';
	rows[120] = ',https://example.com/120';
	rows[400] = 'Beach Towel,example.com/400';
	const buffer = Buffer.from(['name,url', ...rows].join('\n'));
	return { name: 'posters.csv', mimeType: 'text/csv', buffer };
}

/** Sends the file through an open form. */
async function submit(form: Page): Promise<void> {
	await count(form);
	const chosen = form.waitForEvent('filechooser');
	await form.locator('input[type=file]').click();
	await (await chosen).setFiles(createCsv());
	await form.getByRole('button', { name: 'Submit' }).click();
}

const countCodes = async () =>
	(await world.ask<{ data: { result: number } }>('GET', '/api/qrs?limit=1')).data.result;

it('a: a CSV of 500 rows, sent through a form, becomes 497 QR codes; three bad rows are named', async () => {
	const { page } = editor;
	const before = await countCodes();
	await openEmptyCanvas(editor);
	let form!: Page;
	let downloaded!: Promise<Download>;
	const spent = await measure('a', async () => {
		await paste(page, readTemplate('csv-to-qr-zip'));
		await publishAndConfirm(page);
		await openNode(page, 'CSV Form');
		await page.getByTestId('radio-button-production').click();
		await page.getByText('/form/').click();
		const url = await page.evaluate<string>('navigator.clipboard.readText()');
		form = await page.context().newPage();
		downloaded = form.waitForEvent('download', { timeout: 240_000 });
		await form.goto(url);
		await submit(form);
	});
	expect(spent.clicks).toBeLessThanOrEqual(10);
	const zip = readFileSync(await (await downloaded).path());
	expect(zip.toString('latin1').split('PK\x01\x02')).toHaveLength(1 + 497);
	const lines = (await form.locator('body').innerText()).split('\n').filter((line) => line !== '');
	expect(lines.slice(0, 5)).toEqual([
		'Your ZIP holds 497 QR codes',
		'Not used (row 1 is the one below the header):',
		"Garden Glove – 'URL' is empty (row 37)",
		"(no name) – 'Name' is empty (row 121)",
		expect.stringMatching(/^Beach Towel – 'URL' must be a whole URL.*\(row 401\)$/),
	]);
	expect((await countCodes()) - before).toBe(497);
	await form.close();
}, 400_000);

it('a: the same, built from an empty canvas', async () => {
	const { page } = editor;
	await world.control('reset', {});
	const before = await countCodes();
	const creator = page.getByTestId('node-creator');
	const field = (name: string) =>
		page.getByTestId(`parameter-input-${name}`).locator('input, textarea').first();
	const fill = async (name: string, text: string) => {
		await field(name).click();
		await page.keyboard.press('Control+A');
		await page.keyboard.type(text);
	};
	const pick = async (name: string, label: string | RegExp) => {
		await page.getByTestId(`parameter-input-${name}`).locator('.el-select').click();
		await page.locator('.el-select-dropdown__item:visible').filter({ hasText: label }).click();
	};
	const add = async (after: string, words: string, ...names: Array<string | RegExp>) => {
		await closeNode(page);
		await getCanvasNode(page, after).getByTestId('canvas-handle-plus').click();
		await creator.locator('input').waitFor();
		await page.keyboard.type(words);
		for (const name of names) await creator.getByText(name, { exact: true }).first().click();
	};
	await openEmptyCanvas(editor);
	const spent = await measure('a from nothing', async () => {
		await page.getByTestId('canvas-plus-button').click();
		await creator.getByText('On form submission', { exact: true }).first().click();
		await fill('formTitle', 'QR codes');
		await page.getByTestId('fixed-collection-add').last().click();
		await fill('fieldLabel', 'file');
		await pick('fieldType', /^\s*File/);
		await add('On form submission', 'extract from', 'Extract from File', 'Extract from CSV');
		await fill('binaryPropertyName', 'file');
		await add('Extract from File', 'create qr', 'Link Platform', 'Create many QR codes');
		for (const name of ['name', 'url']) {
			await field(name).hover();
			const options = page.getByTestId(`${name}-parameter-input-options-container`);
			await options.getByTestId('radio-button-expression').click();
			await page.getByTestId(`parameter-input-${name}`).locator('.cm-content').click();
			// n8n closes the brackets.
			await page.keyboard.type(`{{ $json.${name}`);
		}
		await page.getByTestId('tab-settings').click();
		await pick('onError', 'using error output');
		await closeNode(page);
		const opened = page.context().waitForEvent('page');
		await start(page);
		await submit(await opened);
	});
	expect(spent.clicks).toBeLessThanOrEqual(30);
	const name = 'Create many QR codes';
	const status = getCanvasNode(page, name).getByTestId('canvas-node-status-success');
	await status.waitFor({ timeout: 240_000 });
	expect((await countCodes()) - before).toBe(497);
}, 400_000);

it('b: a purchase becomes a Telegram message, tried with Send Test Event', async () => {
	const { page } = editor;
	const guide = readFileSync('docs/guides/notify-me.md', 'utf8');
	await openEmptyCanvas(editor);
	const spent = await measure('b', async () => {
		await paste(page, /```json\n([\s\S]*?)```/.exec(guide)![1]);
		await openNode(page, 'Send Message');
		await page.getByTestId('parameter-input-chatId').locator('input, .cm-content').first().click();
		await page.keyboard.type('4711');
		await page.getByRole('button', { name: 'Connect to Telegram' }).click();
		const form = page.getByTestId('editCredential-modal');
		// What a person leaves as it is.
		await form.getByTestId('parameter-input-baseUrl').locator('input').fill(outside.url);
		await form.getByTestId('parameter-input-accessToken').locator('input').click();
		await page.keyboard.type('1234567890:' + 'a'.repeat(35));
		await form.getByTestId('credential-save-button').click();
		await until('the form to close', async () => {
			// n8n sometimes asks about what it has just saved.
			const isAsked = await page.getByText('Close without saving?').isVisible();
			if (isAsked) await page.getByRole('button', { name: 'Close', exact: true }).last().click();
			return !(await form.isVisible());
		});
		await closeNode(page);
		await publishAndConfirm(page);
		await getCanvasNode(page, 'Send Test Purchase').hover();
		const run = getCanvasNode(page, 'Send Test Purchase').getByTestId('execute-node-button');
		await run.click();
	});
	expect(spent.clicks).toBeLessThanOrEqual(12);
	await until('the message', () => outside.sent.length > 0);
	expect(outside.sent.map(({ text }) => text)).toEqual([
		'buyer@example.com bought product 1 for 1900 eur',
	]);
}, 240_000);

it('c: a lead gets a link, and the click on it decides between thank-you and reminder', async () => {
	const { page } = editor;
	await openEmptyCanvas(editor);
	const spent = await measure('c', async () => {
		await paste(page, readTemplate('follow-up'));
		await start(page);
	});
	expect(spent.clicks).toBeLessThanOrEqual(12);
	const waiting = await until('the wait', async () => {
		const stored = (await world.rest.workflows()).find(({ name }) => name.startsWith('Follow up'));
		const executions = stored && (await world.rest.executions(stored.id, { withData: true }));
		return executions?.find(({ status }) => status === 'waiting');
	});
	const [{ json }] = getOutputs(waiting, 'Create Link')[0];
	// Clicks of the first minute don't count.
	await new Promise((done) => setTimeout(done, 61_000));
	await fetch(String(json.shorturl), { redirect: 'manual' });
	const clicked = await until('the click to resume it', async () => {
		const executions = await world.rest.executions(waiting.workflowId, { withData: true });
		return executions.find((one) => one.status !== 'waiting' && hasEnded(one));
	});
	expect(getOutputs(clicked, 'Was It Clicked?').map((items) => items.length)).toEqual([1, 0]);
}, 240_000);
