/** Functions that each arrange one screenshot, by the name of the screenshot's file. */
import type { Page } from 'playwright-core';

import {
	addField,
	editCredential,
	execute,
	getCanvasNode,
	openNode,
	searchNodes,
	showOutput,
	start,
} from '../n8n/browser.mts';
import type { WorkflowJson } from '../n8n/rest.mts';
import { until } from '../until.mts';
import {
	type Picture,
	type Studio,
	getNodes,
	getOurNode,
	getTop,
	readQuickStart,
	take,
} from './studio.mts';

export const pictures: Record<string, (studio: Studio) => Promise<Picture>> = {
	/** Shows the credential form after a successful test. */
	credential: async (studio) => {
		const { page } = studio;
		await openNode(page, getOurNode(await studio.show(readQuickStart(studio))));
		await editCredential(page);
		const form = page.getByTestId('editCredential-modal');
		await form.getByText('Connection tested successfully').filter({ visible: true }).waitFor();
		return form;
	},
	/** Shows the results of a search for nodes. */
	'node-search': async (studio) => {
		await studio.show(readQuickStart(studio));
		await searchNodes(studio.page, 'link platform');
		return await getTop(470, studio.page.getByTestId('node-creator'));
	},
	/** Shows the node in n8n's node panel twice, side by side: its trigger events, and its first actions. */
	'node-panel': async (studio) => {
		const { page } = studio;
		await page.goto(`${studio.n8n.url}/workflow/new`);
		await page.getByTestId('canvas-add-button').click();
		const triggers = await takeNodePanel(page, 'On link clicked');
		await studio.show(readQuickStart(studio));
		const actions = await takeNodePanel(page, 'Create link');
		return [triggers, actions];
	},
	/** Shows the input rows on the left, and the fields of Create Many that use them. */
	'create-many': async (studio) => {
		const { page } = studio;
		await runQuickStart(studio);
		const input = page.getByTestId('ndv-input-panel');
		await input.getByTestId('radio-button-table').click();
		return await getTop(560, input, page.getByTestId('node-parameters'));
	},
	/** Shows an output row for each QR code, with its URL. */
	'bulk-output': async (studio) => {
		await studio.page.setViewportSize({ width: 2750, height: 900 });
		await runQuickStart(studio);
		return await getTop(420, await showOutput(studio.page, 'table'));
	},
	/** Shows the image of the first QR code. */
	'image-preview': async (studio) => {
		await runQuickStart(studio);
		const output = await showOutput(studio.page, 'binary');
		await output.getByTestId('ndv-view-binary-data').first().click();
		await output.locator('img').waitFor();
		return await getTop(570, output);
	},
	/** Shows the workflow for a file of 120 rows, after a run. */
	'bulk-workflow': async (studio) => {
		await studio.show(widen(studio.example('bulk-qr-from-csv')));
		await execute(studio.page);
		return await getNodes(studio.page, 'Read Rows', 'Create QR Codes', 'Rows to Correct');
	},
	/** Shows the trigger's fields, with a sample of its output. */
	trigger: async (studio) => {
		const { page } = studio;
		await openNode(page, getOurNode(await studio.show(studio.example('click-alert'))));
		await addField(page, 'filters', 'Link Alias');
		return await getTop(560, page.getByTestId('node-parameters'), page.getByTestId('output-panel'));
	},
	/** Shows the trigger's output after a click. */
	'click-output': async (studio) => {
		const { page } = studio;
		const trigger = getOurNode(await studio.show(studio.example('click-alert')));
		await studio.listen();
		await studio.visit('/launch');
		await getCanvasNode(page, trigger).getByTestId('canvas-node-status-success').waitFor();
		await openNode(page, trigger);
		return await getTop(380, await showOutput(page, 'json'));
	},
	/** Shows an execution that is waiting for a click. */
	'wait-for-click': async (studio) => {
		const { page, n8n } = studio;
		const { id } = await studio.show(inOneRow(studio.example('follow-up'), 'Send Reminder'));
		await start(page);
		await until('n8n to wait', async () => (await n8n.subscriptions()).length > 0);
		await openExecutions(studio, id);
		await page.getByTestId('execution-preview-label').getByText('Waiting').waitFor();
		return await getNodes(page, 'Send Link', 'Send Thank-You', 'Send Reminder');
	},
	/** Shows an AI agent that uses operations as its tools. */
	'ai-agent': async (studio) => {
		await studio.show(without(studio.example('ai-link-assistant'), /^Return/));
		return await getNodes(studio.page, 'Link Assistant', 'Create Link', 'Create QR Code');
	},
};

/** Returns the workflow without the nodes whose names match. */
function without(workflow: WorkflowJson, pattern: RegExp) {
	const nodes = workflow.nodes.filter(({ name }) => !pattern.test(name));
	const names = nodes.map(({ name }) => name);
	const connections = JSON.parse(JSON.stringify(workflow.connections), (_, value: unknown) =>
		Array.isArray(value)
			? value.filter((to: { node?: string }) => to?.node === undefined || names.includes(to.node))
			: value,
	) as WorkflowJson['connections'];
	const kept = Object.entries(connections).filter(([name]) => names.includes(name));
	return { ...workflow, nodes, connections: Object.fromEntries(kept) };
}

/** Returns the workflow with its nodes further apart, so that the item counts fit beside the names of the outputs. */
function widen(workflow: WorkflowJson): WorkflowJson {
	const nodes = workflow.nodes.map(({ position: [x, y], ...node }) => ({
		...node,
		position: [x * 1.4, y] as [number, number],
	}));
	return { ...workflow, nodes };
}

/**
 * Returns the workflow without the nodes for errors, so that it fits on one row. The last node is placed below the
 * previous one.
 */
function inOneRow(workflow: WorkflowJson, last: string): WorkflowJson {
	const row = without(workflow, /^(Stop|Message|Notify)\b/);
	const names = row.nodes
		.filter(({ type }) => !type.endsWith('stickyNote'))
		.map(({ name }) => name);
	const place = (name: string): [number, number] =>
		name === last ? [(names.length - 2) * 256, 176] : [names.indexOf(name) * 256, 0];
	return { ...row, nodes: row.nodes.map((node) => ({ ...node, position: place(node.name) })) };
}

/** Runs the workflow from the quick start guide, and opens its node. */
async function runQuickStart(studio: Studio) {
	// Reset the sandbox to delete the QR codes of earlier runs, because readers of the quick start guide begin
	// without them.
	await studio.n8n.control('reset', {});
	const node = getOurNode(await studio.show(readQuickStart(studio)));
	await execute(studio.page);
	await openNode(studio.page, node);
}

/** Opens the list of a workflow's executions. It must contain one execution. */
async function openExecutions({ page, n8n }: Studio, id: string) {
	await page.goto(`${n8n.url}/workflow/${id}/executions`);
	await page.getByTestId('execution-preview-host').waitFor();
	await page.getByTestId('zoom-to-fit').click();
}

/** Takes a screenshot of the upper part of the node's panel, before the node is added to a workflow. */
async function takeNodePanel(page: Page, entry: string) {
	const creator = page.getByTestId('node-creator');
	if (!(await creator.isVisible())) await page.getByTestId('node-creator-plus-button').click();
	await creator.locator('input').fill('link platform');
	await creator.getByText('Link Platform', { exact: true }).click();
	await creator.getByText(entry, { exact: true }).waitFor();
	return await take(page, await getTop(856, creator));
}
