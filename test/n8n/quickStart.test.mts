/** Follows each step of the quick start guide as a user without a credential, with the labels that the guide names. */
import { readFileSync } from 'node:fs';

import {
	closeNode,
	execute,
	getCanvasNode,
	getWidth,
	openEmptyCanvas,
	openNode,
	paste,
	publish,
	showOutput,
} from '../../tools/n8n/browser.mts';
import { until } from '../../tools/until.mts';
import { useEditor, useN8n } from './useN8n.mts';

const guide = readFileSync('docs/guides/quick-start.md', 'utf8');
/** Returns the label. Throws an error if the guide doesn't contain this label in bold. */
const named = (label: string) => {
	if (!guide.includes(`**${label}**`)) throw new Error(`The quick start does not name "${label}"`);
	return label;
};

const n8n = useN8n();
const editor = useEditor(n8n);
beforeAll(() => n8n.rest.call('DELETE', `/rest/credentials/${n8n.credential.id}`));

const button = (name: string) => editor.page.getByRole('button', { name: named(name) }).first();

it('quick start, step 1: the user finds the button that installs a community node', async () => {
	await editor.page.goto(`${n8n.url}/settings/community-nodes`);
	await button('Install a community node').waitFor();
});

it("quick start, step 2: the user pastes the guide's workflow onto the canvas", async () => {
	const { page } = editor;
	await openEmptyCanvas(editor);
	const [, text] = /```json\n([\s\S]*?)```/.exec(guide)!;
	await paste(page, text);
	await getCanvasNode(page, named('Create QR Codes')).waitFor();
});

it('quick start, step 3: the user connects the account, and the credential form closes by itself', async () => {
	const { page } = editor;
	await openNode(page, 'Create QR Codes');
	await button('Connect to Link Platform').click();
	const form = page.getByTestId('editCredential-modal');
	const { url, apiKey } = n8n.service;
	for (const [name, value] of Object.entries({ apiUrl: url, apiKey })) {
		await form.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
	}
	await form.getByRole('button', { name: named('Save') }).click();
	await form.waitFor({ state: 'hidden' });
	await closeNode(page);
});

it('quick start, step 4: the user creates the first QR codes and views an image', async () => {
	const { page } = editor;
	await execute(page, 'Create QR Codes');
	await openNode(page, 'Create QR Codes');
	const output = await showOutput(page, named('Binary').toLowerCase());
	expect(await output.getByTestId('tab-0').innerText()).toContain('3 items');
	await output.getByText(named('View'), { exact: true }).first().click();
	expect(await getWidth(output.locator('img'))).toBe(1024);
});

it("quick start, step 5: a click on a link starts the user's new workflow", async () => {
	const { page } = editor;
	await openEmptyCanvas(editor);
	await page.getByTestId('canvas-plus-button').click();
	const creator = page.getByTestId('node-creator');
	await creator.locator('input').fill('link platform');
	await creator.getByText(named('Link Platform'), { exact: true }).first().click();
	await creator.getByText(named('On link clicked'), { exact: true }).click();
	await page.getByTestId('node-parameters').waitFor();
	expect(await page.getByTestId('parameter-input-events').innerText()).toContain('Link Clicked');
	await closeNode(page);
	await button('Publish').waitFor();
	await publish(page);
	await until('the subscription', async () => (await n8n.subscriptions()).length > 0);
	const { data } = await n8n.ask<{ data: { alias: string } }>('POST', '/api/url/add', {
		url: 'https://www.example.com',
	});
	await fetch(`${n8n.service.url}/${data.alias}`, { redirect: 'manual' });
	const [workflow] = await n8n.rest.workflows();
	await until('an execution', async () => {
		const all = await n8n.rest.executions(workflow.id);
		return all.some(({ status }) => status === 'success');
	});
});
