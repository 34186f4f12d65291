/** Tests templates after pasting them into n8n's editor, as users do. */
import { readFileSync } from 'node:fs';
import { getCanvasNode, openEmptyCanvas, paste } from '../../tools/n8n/browser.mts';
import type { WorkflowJson } from '../../tools/n8n/rest.mts';
import { deliver } from '../../tools/n8n/n8nWithSandbox.mts';
import { until } from '../../tools/until.mts';
import { useEditor, useN8n } from './useN8n.mts';

const n8n = useN8n();
const editor = useEditor(n8n);

/** Pastes text into a new workflow. Returns the workflow that n8n stores, once it has `count` nodes. */
async function pasteNew(text: string, count: number) {
	const { page } = editor;
	const before = (await n8n.rest.workflows()).map(({ id }) => id);
	await openEmptyCanvas(editor);
	await paste(page, text);
	await getCanvasNode(page).first().waitFor();
	await page.keyboard.press('Control+s');
	return await until('n8n to store what was pasted', async () => {
		const added = (await n8n.rest.workflows()).find(({ id }) => !before.includes(id));
		const stored = added && (await n8n.rest.workflow(added.id));
		return stored?.nodes.length === count && stored;
	});
}

it('a template pasted twice can be published twice, and a click starts both workflows', async () => {
	const text = readFileSync('examples/click-alert.json', 'utf8');
	const { nodes } = JSON.parse(text) as WorkflowJson;
	const copies = [await pasteNew(text, nodes.length), await pasteNew(text, nodes.length)];
	for (const { id } of copies) {
		expect(await n8n.rest.publish(id)).toMatchObject({ status: 'published' });
	}
	const subscriptions = await n8n.subscriptions();
	expect(new Set(subscriptions.map(({ url }) => url)).size).toBe(2);
	for (const subscription of subscriptions) await deliver(subscription, { data: { alias: 'x' } });
	for (const { id } of copies) {
		await until('the copy to run', async () => (await n8n.rest.executions(id)).length > 0);
	}
});

it('n8n gives unique URLs to the form, the shop trigger and the MCP servers of pasted templates', async () => {
	const addresses: unknown[] = [];
	for (const name of ['short-link-form', 'product-qr', 'ai-mcp-tools']) {
		const text = readFileSync(`examples/${name}.json`, 'utf8');
		const { nodes } = await pasteNew(text, (JSON.parse(text) as WorkflowJson).nodes.length);
		const triggers = nodes.filter(({ type }) => /\.(form|wooCommerce|mcp)Trigger$/.test(type));
		for (const { webhookId, type, parameters } of triggers)
			addresses.push(type.endsWith('.mcpTrigger') ? parameters.path : webhookId);
	}
	expect(addresses).toEqual(Array(4).fill(expect.stringMatching(/^[\da-f-]{36}$/)));
	expect(new Set(addresses).size).toBe(4);
});
