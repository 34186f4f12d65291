/**
 * The workflow templates in a real n8n: all are taken as they are, and run by hand as somebody does who has
 * just pasted them: with the sample data in place of other services, and everything else for real.
 */
import { readFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { getTemplateNames, readExample } from '../../tools/n8n/examples.mts';
import {
	type Execution,
	type StoredWorkflow,
	type WorkflowJson,
	getOutputs,
} from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { type N8nWorld, openN8nWorld } from '../../tools/n8n/world.mts';

let world: N8nWorld;
beforeAll(async () => {
	world = await openN8nWorld();
}, 300_000);
afterAll(async () => await world?.close());
beforeEach(async () => await world.control('reset', {}));

/** An example as the user sets it up: with the credential, and the first bio page and channel of the account. */
async function create(name: string): Promise<StoredWorkflow> {
	const workflow = readExample(name, world.credential, world.url);
	for (const { parameters } of workflow.nodes) {
		for (const field of ['bioPageId', 'channelId']) {
			const { mode, value } = (parameters[field] ?? {}) as { mode?: string; value?: string };
			if (mode === 'list' && value === '')
				parameters[field] = { __rl: true, mode: 'id', value: '1' };
		}
	}
	return await world.rest.createWorkflow(workflow);
}

/** True where a value of the node "Settings" is empty or an example. */
const needsSettings = ({ nodes }: WorkflowJson) =>
	/"value":"(?:[^"]*example\.com[^"]*)?"/.test(
		JSON.stringify(nodes.find((node) => node.name === 'Settings')),
	);

/** For each template the trigger it is run from, and how many items its nodes give. */
const runs: Array<[string, string, Record<string, number>]> = [
	['ab-winner', 'Every Day', { 'Sum Up Each Test': 1, 'Say Who Won': 1 }],
	[
		'bulk-qr-from-sheet',
		'Every Morning',
		{
			'Keep Open Rows': 3,
			'Create QR Codes': 2,
			'Download Image': 2,
			'Mark Row to Correct': 1,
			'Say How Many': 1,
		},
	],
	['click-log', 'Link Clicked', { 'Keep Click': 1 }],
	['click-log', 'Every 15 Minutes', { 'Add Clicks to Sheet': 1, 'Forget Clicks': 1 }],
	['event-tickets', 'Ticket Form', { 'Create QR Code': 1, 'Send the Ticket': 1 }],
	['event-tickets', 'Ticket Scanned', { 'Say Welcome': 1 }],
	['expired-link', 'Link Expired', { 'Allow More Clicks': 1, 'Log It': 1 }],
	['lead-links', 'Every Hour', { 'Create or Update Link': 2, 'Save Short Link': 2 }],
	['lead-links', 'Link Clicked', { 'Take Each Lead Once a Day': 1, 'Tell Sales': 1 }],
	['lead-links-sheet', 'Every Hour', { 'Create or Update Link': 2, 'Save Short Link': 2 }],
	['lead-links-sheet', 'Link Clicked', { 'Save Last Click': 1 }],
	[
		'monthly-print-order',
		'Every Month',
		{ 'Create QR Codes': 2, 'Make a ZIP': 1, 'Say It Is Ordered': 1 },
	],
	['product-qr', 'Product Created', { 'Save QR Code in Product': 1, 'Upload Image': 1 }],
	['publish-everywhere', 'New Post', { 'Add to Bio Page': 1, 'Keep a Record': 1 }],
	['purchase-delivery', 'Product Bought', { 'Upload With Password': 1, 'Write the Ledger': 1 }],
	['sheet-row-to-link', 'Every 15 Minutes', { 'Create Link Once': 2, 'Save Reason': 1 }],
	['subscriber-sync', 'Subscriber Added', { 'Add Member': 1 }],
	[
		'subscriber-sync',
		'Every Sunday',
		{ 'Export Subscribers': 3, 'Keep Who Is Missing': 2, 'List for Review': 1 },
	],
	[
		'weekly-campaign-report',
		'Every Monday',
		{ 'Make Report Rows': 2, 'Draw a Chart': 1, 'Send the Report': 1 },
	],
];

it.each(getTemplateNames())(
	'%s is taken by n8n as it is, and starts nothing before it is set up',
	async (name) => {
		const workflow = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;
		const stored = await world.rest.createWorkflow(workflow);
		expect(stored.nodes.map((node) => node.name)).toEqual(workflow.nodes.map((node) => node.name));
		for (const [at, node] of stored.nodes.entries())
			expect([node.name, node.parameters]).toEqual([node.name, workflow.nodes[at].parameters]);
		const first = runs.find(([template]) => template === name);
		if (!first) return;
		const credential = { linkPlatformApi: world.credential };
		const ours = workflow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-linkplatform.'));
		for (const node of ours) Object.assign(node, { credentials: credential });
		const { id } = await world.rest.createWorkflow(workflow);
		const { status, data } = await world.rest.run(id, first[1]);
		const stops =
			workflow.nodes.some((node) => node.name === 'Settings') && needsSettings(workflow);
		expect([name, status]).toEqual([name, stops ? 'error' : 'success']);
		if (stops)
			expect(data!.resultData.error?.message).toMatch(/^Open the node "Settings" and replace/);
	},
);

it.each(runs)('%s runs from "%s" with its sample data', async (name, trigger, counts) => {
	const { id } = await create(name);
	const execution = await world.rest.run(id, trigger);
	const { resultData } = execution.data!;
	expect([execution.status, resultData.error?.message]).toEqual(['success', undefined]);
	const given = Object.keys(counts).map((node) => [node, getOutputs(execution, node)[0]?.length]);
	expect(Object.fromEntries(given)).toEqual(counts);
});

describe('templates that wait', () => {
	/** With something else for other services: n8n uses no pinned data once an execution has waited. */
	function read(name: string) {
		const workflow = readExample(name, world.credential, world.url);
		for (const node of workflow.nodes) {
			if (!/\.(gmail|slack)$/.test(node.type)) continue;
			Object.assign(node, { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
			delete node.credentials;
		}
		return workflow;
	}
	/** With the shortest time, so that both ends can be seen. */
	async function createBrief(name: string): Promise<StoredWorkflow> {
		const workflow = read(name);
		for (const { parameters } of workflow.nodes) {
			if (parameters.amount !== undefined)
				Object.assign(parameters, { amount: 1, unit: 'seconds' });
			if (parameters.timeoutAmount === undefined) continue;
			Object.assign(parameters, { timeoutAmount: 2, timeoutUnit: 'minutes' });
		}
		return await world.rest.createWorkflow(workflow);
	}
	const waits: Array<[string, string, string, string]> = [
		['follow-up', 'Lead Form', 'Say Thanks', 'Send Reminder'],
		['approve-by-click', 'Request Form', 'Say Approved', 'Say Nobody Answered'],
		['first-scan', 'Poster Form', 'Say It Is Seen', 'Say Nobody Scans It'],
	];
	const ended = async (id: string) =>
		await until(
			`execution ${id} to end`,
			async () => {
				const execution = await world.rest.ended(id);
				return execution.status !== 'waiting' && execution;
			},
			240_000,
		);
	/** Which of the nodes have run; in place of that, why the execution failed. */
	const reached = (execution: Execution, nodes: string[]) => {
		const { error } = execution.data!.resultData;
		return error?.message ?? nodes.filter((node) => getOutputs(execution, node)[0]?.length > 0);
	};
	/** What a visitor opens: the link or the QR code that the workflow made first. */
	const madeUrl = (execution: Execution) => {
		const [made] = ['Create Link', 'Create Approve Link', 'Create QR Code'].flatMap(
			(node) => getOutputs(execution, node)[0] ?? [],
		);
		return String(made.json.shorturl ?? made.json.url);
	};

	it('end one way by a click or a scan, and the other way by their time', async () => {
		const late = [];
		for (const [name, trigger, yes, no] of waits) {
			const { id } = await createBrief(name);
			const [first, second] = [
				await world.rest.run(id, trigger),
				await world.rest.run(id, trigger),
			];
			expect([first.status, second.status]).toEqual(['waiting', 'waiting']);
			await fetch(madeUrl(first), { redirect: 'manual' });
			expect([name, reached(await ended(first.id), [yes, no])]).toEqual([name, [yes]]);
			late.push({ name, id: second.id, yes, no });
		}
		for (const { name, id, yes, no } of late) {
			expect([name, reached(await ended(id), [yes, no])]).toEqual([name, [no]]);
		}
	}, 400_000);

	it('wait-hub resumes the one that waits for the link, and no other', async () => {
		const workflow = read('wait-hub');
		delete (workflow as { pinData?: unknown }).pinData;
		const { id: project } = await world.rest.call<{ id: string }>('GET', '/rest/projects/personal');
		await world.rest.call('POST', `/rest/projects/${project}/data-tables`, {
			name: 'Waits',
			columns: ['linkId', 'resumeUrl'].map((name) => ({ name, type: 'string' })),
		});
		const { id, nodes } = await world.rest.createWorkflow(workflow);
		expect(await world.rest.publish(id)).toMatchObject({ status: 'published' });
		const { webhookId } = nodes.find(({ name }) => name === 'Lead Form')!;
		for (const name of ['Ada', 'Grace']) {
			const form = new FormData();
			form.append('field-0', name);
			form.append('field-1', `${name.toLowerCase()}@example.com`);
			await fetch(`${world.url}/form/${webhookId}`, { method: 'POST', body: form });
		}
		const waiting = await until('two executions to wait', async () => {
			const all = await world.rest.executions(id, { withData: true });
			const found = all.filter(({ status }) => status === 'waiting');
			return found.length === 2 && found;
		});
		const [first, second] = waiting;
		await fetch(madeUrl(first), { redirect: 'manual' });
		expect(reached(await ended(first.id), ['Say Thanks', 'Send Reminder'])).toEqual(['Say Thanks']);
		expect((await world.rest.ended(second.id)).status).toBe('waiting');
		await world.rest.unpublish(id);
	}, 180_000);
});

/** The last page of a form with the file that it hands over. n8n serves it once the execution waits there. */
async function lastPage(workflowId: string, url: string) {
	await until('the form to come to its last page', async () => {
		const [execution] = await world.rest.executions(workflowId);
		return execution?.status === 'waiting';
	});
	const page = await (await fetch(url)).text();
	const [, files] = /JSON\.parse\(decodeURIComponent\("([^"]+)"\)/.exec(page)!;
	const [{ data, fileName }] = JSON.parse(decodeURIComponent(files)) as [
		{ data: number[]; fileName: string },
	];
	return { page, fileName, bytes: Buffer.from(data) };
}

it('csv-to-qr-zip hands over a ZIP to somebody who sends the form', async () => {
	const { id, nodes } = await create('csv-to-qr-zip');
	expect(await world.rest.publish(id)).toMatchObject({ status: 'published' });
	const { webhookId } = nodes.find(({ name }) => name === 'CSV Form')!;
	const form = new FormData();
	const rows = 'name,url\nOne,https://example.com/1\nTwo,https://example.com/2\nThree,no address\n';
	form.append('field-0', new Blob([rows], { type: 'text/csv' }), 'rows.csv');
	form.append('field-1', 'svg');
	form.append('field-2', '600');
	const answer = await fetch(`${world.url}/form/${webhookId}`, { method: 'POST', body: form });
	const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
	const { page, fileName, bytes } = await lastPage(id, formWaitingUrl);
	expect(page).toContain('<h1>Your ZIP holds 2 QR codes</h1>');
	expect(fileName).toBe('qr-codes.zip');
	expect(page).toContain('Not used: Three – ');
	const contents = bytes.toString('latin1');
	expect(contents).toMatch(/^PK.*One\.svg.*Two\.svg/s);
});

/** What a model is asked. */
interface Completion {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string } }>;
}

describe('ai-link-assistant', () => {
	/** Stands in for the model: asks for the link it was told to make, then passes on what came back. */
	const asked: Completion[] = [];
	const model = createServer((request, response) => void answer(request, response));
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const body = JSON.parse((await buffer(request)).toString()) as Completion;
		asked.push(body);
		const result = body.messages.findLast(({ role }) => role === 'tool');
		const call = { url: 'https://www.example.com/spring', alias: 'spring-sale' };
		const toolCall = {
			id: 'call_1',
			type: 'function',
			function: { name: 'Create_Link', arguments: JSON.stringify(call) },
		};
		const message = result
			? { role: 'assistant', content: `It is ready: ${result.content}` }
			: { role: 'assistant', content: null, tool_calls: [toolCall] };
		const choices = [{ index: 0, message, finish_reason: result ? 'stop' : 'tool_calls' }];
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({ id: 'c1', object: 'chat.completion', created: 1, model: 'x', choices }),
		);
	};
	beforeAll(async () => {
		await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => model.close());

	it('makes a link when asked to in the chat', async () => {
		const { port } = model.address() as AddressInfo;
		const data = { apiKey: 'none', url: `http://127.0.0.1:${port}/v1` };
		const id = await world.rest.saveCredential('Model', 'openAiApi', data);
		const workflow = readExample('ai-link-assistant', world.credential, world.url);
		for (const node of workflow.nodes) {
			if (node.name === 'Chat Model') node.credentials = { openAiApi: { id, name: 'Model' } };
		}
		const stored = await world.rest.createWorkflow(workflow);
		const execution = await world.rest.run(stored.id, 'Chat');
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		const [[{ json }]] = getOutputs(execution, 'Link Assistant');
		expect(json.output).toContain(`${world.service.url}/spring-sale`);
		const tools = asked[0].tools.map((tool) => tool.function.name);
		expect(tools.sort()).toEqual([
			'Clicks_of_a_Link',
			'Create_Link',
			'Create_QR_Code',
			'List_Links',
		]);
	});
});
