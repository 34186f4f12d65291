/** Jobs of teams, done in the editor by somebody who follows the guides: what they cost, and that they work. */
import { readFileSync } from 'node:fs';
import {
	choose,
	closeNode,
	execute,
	getCanvasNode,
	openEmptyCanvas,
	openNode,
	paste,
	publish,
	showOutput,
} from '../../tools/n8n/browser.mts';
import { getOutputs } from '../../tools/n8n/rest.mts';
import type { WorkflowJson } from '../../tools/n8n/rest.mts';
import { createClient } from '../../tools/sandbox/client.mts';
import { until } from '../../tools/until.mts';
import { START_LIMIT, useEditor, useN8n } from './n8nSuite.mts';
import { callTool, openOutside } from './outside.mts';
import { useWalk } from './walk.mts';

const world = useN8n();
const editor = useEditor(world);
const { measure } = useWalk(editor);
let outside: Awaited<ReturnType<typeof openOutside>>;
beforeAll(async () => (outside = await openOutside()), START_LIMIT);
afterAll(async () => await outside?.close());

/** Types into the search for nodes, and clicks on what it finds, one after the other. */
const pick = async (words: string, ...entries: Array<string | RegExp>) => {
	const creator = editor.page.getByTestId('node-creator');
	await creator.locator('input').pressSequentially(words);
	for (const entry of entries) await creator.getByText(entry, { exact: true }).first().click();
};
const lastWorkflow = async () => {
	const all = await world.rest.workflows();
	return all.find(({ id }) => editor.page.url().includes(id))!;
};

it('Check Setup: from an empty canvas to a table of what works', async () => {
	const { page } = editor;
	await openEmptyCanvas(editor);
	const spent = await measure('Check Setup', async () => {
		await page.getByTestId('canvas-plus-button').click();
		await pick(
			'check setup',
			'Link Platform',
			/^Actions /,
			'Check setup of account and credential',
		);
		await page.getByTestId('node-execute-button').first().click();
	});
	expect(spent.clicks).toBeLessThanOrEqual(5);
	const rows = (await showOutput(page, 'table')).locator('tbody tr');
	await rows.first().waitFor();
	const texts = await rows.allInnerTexts();
	expect(texts).toContainEqual(expect.stringMatching(/API Key\s+true\s+Works\s+Nothing to do/));
	expect(texts.join(' ')).not.toMatch(/\bempty\b/);
});

it('(d) an agent with four tools gets a fifth, and makes a link with it when asked to in the chat', async () => {
	const { page } = editor;
	const data = { apiKey: 'none', url: `${outside.url}/v1` };
	await world.rest.saveCredential('Model', 'openAiApi', data);
	await openEmptyCanvas(editor);
	await measure('(d) template', async () => {
		await paste(page, readFileSync('examples/ai-link-assistant.json', 'utf8'));
		await getCanvasNode(page, 'Link Assistant').waitFor();
	});
	const spent = await measure('(d) one more tool', async () => {
		await getCanvasNode(page, 'Link Assistant')
			.locator('[data-test-id=canvas-handle-plus].target')
			.last()
			.click();
		await pick('link platform', 'Link Platform Tool');
		await page.getByTestId('node-parameters').waitFor();
		await choose(page, 'operation', 'Create or Update');
		const defineByModel = page.getByTestId('from-ai-override-button');
		await defineByModel.first().click();
		await defineByModel.click();
		await closeNode(page);
	});
	expect(spent.clicks).toBeLessThanOrEqual(7);
	const name = 'Create_or_update_link_in_Link_Platform';
	const given = { Alias: 'spring-sale', URL: 'https://www.example.com/spring' };
	await measure('(d) chat', async () => {
		await page.getByTestId('workflow-chat-button').click();
		await page.getByTestId('chat-input').waitFor();
		// Nobody would type what the scripted model needs.
		await page.keyboard.insertText(callTool(name, given));
		await page.keyboard.press('Enter');
	});
	const { all } = createClient(world.service);
	const made = await until('the link', async () =>
		(await all('/api/urls', 'urls')).find(({ alias }) => alias === given.Alias),
	);
	expect(made).toMatchObject({ longurl: given.URL });
	expect(outside.offered).toHaveLength(5);
	const description = 'Create or update link in Link Platform';
	expect(outside.offered).toContainEqual(expect.objectContaining({ name, description }));
});

it('(e) an agency: links of three clients in their own accounts, and a fourth client with a wrong key', async () => {
	const { page } = editor;
	const guide = readFileSync('docs/guides/agencies.md', 'utf8');
	const [, text] = /```json\n([\s\S]*?)```/.exec(guide)!;
	const workflow = JSON.parse(text) as WorkflowJson;
	const rows = workflow.pinData!.Start;
	const wrong = { client: 'Dune Tours', url: 'https://example.com/dune' };
	const { openAccount } = createClient(world.service);
	const clients = await Promise.all(
		rows.map(async ({ json: { client, url } }) => {
			return { client, url, account: createClient(await openAccount()) };
		}),
	);
	const keys = [
		['client', 'clientKey'],
		...clients.map(({ client, account }) => [client, account.credential.apiKey]),
		[wrong.client, 'lp_refused_0123456789'],
	];
	rows.push({ json: wrong });
	await page.goto(`${world.url}/home/workflows`);
	const table = await measure('(e) table of keys', async () => {
		await page.getByText('Data tables', { exact: true }).click();
		await page.getByRole('button', { name: 'Create data table' }).first().click();
		await page.getByPlaceholder('Enter data table name').pressSequentially('Clients');
		await page.getByText('Import CSV', { exact: true }).click();
		const chooser = page.waitForEvent('filechooser');
		await page.locator('.el-upload').click();
		const buffer = Buffer.from(keys.map((row) => row.join()).join('\n'));
		await (await chooser).setFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
		const create = page.getByRole('button', { name: 'Create', exact: true });
		await create.click();
		await page.getByText('uploaded successfully').waitFor();
		await create.click();
		await page.getByText(wrong.client).waitFor();
	});
	expect(table.clicks).toBeLessThanOrEqual(6);
	await openEmptyCanvas(editor);
	const spent = await measure('(e) workflow and credential', async () => {
		await paste(page, JSON.stringify(workflow));
		await openNode(page, 'Create Link');
		await page.getByTestId('node-credentials-select').click();
		await page.locator('[data-test-id=node-credentials-select-item-new]:visible').click();
		const form = page.getByTestId('editCredential-modal');
		await form.getByTestId('parameter-input-apiUrl').locator('input').click();
		await paste(page, world.service.url);
		await form.getByTestId('parameter-input-apiKey').hover();
		await form.getByTestId('radio-button-expression').nth(1).click();
		await paste(page, /`(\{\{ \$json.*? \}\})`/.exec(guide)![1]);
		// n8n takes over what is in the field after a moment, and then shows what it would be.
		await form.getByText('No path back to node').waitFor();
		await form.getByRole('button', { name: 'Save' }).click();
		await form.waitFor({ state: 'hidden' });
		await closeNode(page);
		await execute(page, 'Create Link');
	});
	expect(spent.clicks).toBeLessThanOrEqual(10);
	for (const { account, url } of clients) {
		const made = (await account.all('/api/urls', 'urls')).map(({ longurl }) => longurl);
		const own = made.filter((one) => rows.some(({ json }) => json.url === one));
		expect(own).toEqual([url]);
	}
	const { id } = await lastWorkflow();
	const [execution] = await world.rest.executions(id, { withData: true });
	const [, failed] = getOutputs(execution, 'Create Link');
	expect(failed.map(({ json }) => json)).toMatchObject([
		{ ...wrong, error: expect.stringMatching(/^API key rejected: .* \(key of row 4, at /) },
	]);
});

it(
	'(f) a laptop: the trigger that needs an address leads to the one that polls',
	async () => {
		const { page } = editor;
		// An address of this machine that does not look like one.
		const apiUrl = world.service.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
		await world.saveCredential('Elsewhere', { apiUrl, legacyApiUrl: '' });
		await openEmptyCanvas(editor);
		await measure('(f) to the refusal', async () => {
			await page.getByTestId('canvas-plus-button').click();
			await pick('link clicked', 'Link Platform', 'On link clicked');
			await closeNode(page);
			await publish(page);
			const refusal = page.getByText("can't reach n8n at http://localhost").first();
			await refusal.waitFor({ timeout: 60_000 });
			expect(await refusal.innerText()).toContain('use the Link Platform Polling Trigger');
		});
		const spent = await measure('(f) from the refusal to the polling trigger', async () => {
			await page.getByRole('button', { name: 'Got it' }).click();
			await page.locator('.el-notification__closeBtn').click();
			await getCanvasNode(page, 'Link Platform Trigger').click();
			await page.keyboard.press('Delete');
			await page.getByTestId('canvas-plus-button').click();
			await pick('polling', 'Link Platform Polling', 'On link clicked');
			await page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
			await page.getByTestId('output-panel').getByText('link.clicked').waitFor();
			await closeNode(page);
			await publish(page);
			await page.getByRole('button', { name: 'Published' }).waitFor();
		});
		expect(spent.clicks).toBeLessThanOrEqual(10);
		const { data } = await world.ask<{ data: { alias: string } }>('POST', '/api/url/add', {
			url: 'https://www.example.com/laptop',
		});
		const { id } = await lastWorkflow();
		await fetch(`${world.service.url}/${data.alias}`, { redirect: 'manual' });
		// By default it polls every minute.
		const LONG = 150_000;
		const item = await until(
			'a poll that finds the click',
			async () => {
				const all = await world.rest.executions(id, { withData: true });
				const items = all.flatMap((one) => getOutputs(one, 'Link Platform Polling Trigger').flat());
				return items.find(({ json }) => JSON.stringify(json).includes(`"${data.alias}"`));
			},
			LONG,
		);
		expect(item.json).toMatchObject({ event: 'link.clicked', data: { alias: data.alias } });
	},
	START_LIMIT,
);
