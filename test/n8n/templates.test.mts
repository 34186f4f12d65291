/**
 * Tests the workflow templates in a real n8n: n8n imports them unchanged, and they run as they do for a user who has
 * just pasted them. Sample data replaces other services.
 */
import { readFileSync } from 'node:fs';

import {
	chooseRecords,
	getTemplateNames,
	readExample,
	withCredential,
} from '../../tools/n8n/examples.mts';
import { type Execution, type WorkflowJson, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { WITHOUT_EDITOR, isSmoke, unlessSmoke, useN8n, withOursUnpinned } from './useN8n.mts';
import { useForms } from './forms.mts';
import { callTool, openOutside } from './outside.mts';

/** Templates of the smoke suite: one started by a schedule, one by an event and one by a poll. */
const SMOKE = ['bulk-qr-from-sheet', 'click-log', 'product-qr'];

const n8n = useN8n(WITHOUT_EDITOR);
beforeEach(() => n8n.control('reset', {}));

/** Creates an example workflow as a user sets it up, with a record of the account in place of each sample record. */
async function create(name: string) {
	const workflow = withOursUnpinned(readExample(name, n8n.credential, n8n.url));
	chooseRecords(workflow.nodes);
	return await n8n.rest.createWorkflow(workflow);
}

/** Creates an example workflow as if it was just pasted: nothing is set up, but n8n has chosen the only credential. */
async function paste(name: string) {
	const workflow = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;
	return await n8n.rest.createWorkflow(withCredential(workflow, n8n.credential));
}

/** Runs of the templates: the name of the template, the trigger to start from, and the item counts of some nodes. */
const allRuns: Array<[string, string, Record<string, number>]> = [
	['airtable-row-to-link', 'Every 15 Minutes', { 'Create Link Once': 2, 'Save Reason': 1 }],
	[
		'bulk-qr-from-sheet',
		'Every Morning',
		{
			'Filter Open Rows': 3,
			'Create QR Codes': 2,
			'Save QR Code': 2,
			'Save Status': 1,
			'Message: Rows Done': 1,
		},
	],
	['clean-up', 'Link Expired', { 'Save Expired Link': 1 }],
	['click-log', 'Link Clicked', { 'Save Click': 1 }],
	['click-log', 'Every 15 Minutes', { 'Add Clicks to Sheet': 1, 'Delete Saved Clicks': 1 }],
	['expired-link', 'Link Expired', { 'Allow More Clicks': 1, 'Save to Log': 1 }],
	['lead-links', 'Every Hour', { 'Create Link': 2, 'Save Short Link': 2 }],
	['lead-links', 'Link Clicked', { 'Once per Lead and Day': 1, 'Message: Lead Clicked': 1 }],
	['lead-links-sheet', 'Every Hour', { 'Create Link': 2, 'Save Short Link': 2 }],
	['lead-links-sheet', 'Every 15 Minutes', { 'Save Last Clicks': 1, 'Delete Saved Clicks': 1 }],
	['lead-links-sheet', 'Link Clicked', { 'Save Click': 1 }],
	['link-milestones', 'Milestone Reached', { 'Message: Milestone': 2, 'Notify by Slack': 1 }],
	['printed-codes-from-sheet', 'Every 15 Minutes', { 'Filter Marked Rows': 2, 'Save Reason': 1 }],
	['product-qr', 'Product Created', { 'Save QR Code in Product': 1, 'Upload Image': 1 }],
	['purchase-delivery', 'Product Bought', { 'Upload With Password': 1, 'Save to Ledger': 1 }],
	['purchase-message', 'Product Purchased', { 'Save to Ledger': 1, 'Mark As Sent': 1 }],
	['purchase-message', 'Every 15 Minutes', { 'Message: Sent Late': 1, 'Mark As Sent': 1 }],
	['purchase-message', 'An Execution Failed', { 'Message: Failure': 1 }],
	['sheet-row-to-link', 'Every 15 Minutes', { 'Create Link Once': 2, 'Save Reason': 1 }],
	['subscriber-sync', 'Subscriber Added', { 'Add Member': 1 }],
	[
		'subscriber-sync',
		'Every Sunday',
		{ 'Export Subscribers': 3, 'Filter Missing Members': 2, 'Message: Only in Mailchimp': 1 },
	],
	[
		'targets-by-date',
		'Every Night',
		{ 'Find Due Rows': 1, 'Save Reason': 1, 'Message: Not Changed': 1 },
	],
	['weekly-campaign-report', 'Every Sunday Night', { 'Get Report': 1, 'Send Report': 1 }],
];
const runs = allRuns.filter(([name]) => !isSmoke || SMOKE.includes(name));

test.each(getTemplateNames())(
	'n8n imports %s without changing its nodes or parameters',
	async (name) => {
		const workflow = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;
		const stored = await n8n.rest.createWorkflow(workflow);
		expect(stored.nodes.map((node) => node.name)).toEqual(workflow.nodes.map((node) => node.name));
		for (const [at, node] of stored.nodes.entries())
			expect([node.name, node.parameters]).toEqual([node.name, workflow.nodes[at].parameters]);
	},
);

const firstTries = [
	...runs.map(([name, trigger]) => [name, trigger, 'success']),
	['clean-up', 'Clean-Up Form', 'waiting'],
	['csv-to-qr-zip', 'CSV Form', 'waiting'],
	['first-scan', 'Poster Form', 'waiting'],
	['follow-up', 'Lead Form', 'waiting'],
	['short-link-form', 'Link Form', 'waiting'],
	['webhook-guard', 'Every Hour', 'success'],
];

unlessSmoke.each(firstTries)(
	'%s runs from "%s" with Execute workflow right after it is pasted, before anything is set up',
	async (name, trigger, status) => {
		const { id } = await paste(name);
		const execution = await n8n.rest.run(id, trigger);
		const { resultData } = execution.data!;
		expect([resultData.error?.message, execution.status]).toEqual([undefined, status]);
		const sent = ['Slack', 'Email', 'Telegram'].flatMap(
			(service) => getOutputs(execution, `Notify by ${service}`)[0] ?? [],
		);
		const messages = Object.keys(resultData.runData).filter((node) => /^Message: /.test(node));
		expect(sent.length > 0).toBe(messages.length > 0);
	},
);

test.each(runs)(
	'the template %s runs from "%s" with its sample data',
	async (name, trigger, counts) => {
		const { id } = await create(name);
		const execution = await n8n.rest.run(id, trigger);
		const { resultData } = execution.data!;
		expect([execution.status, resultData.error?.message]).toEqual(['success', undefined]);
		const given = Object.keys(counts).map((node) => [node, getOutputs(execution, node)[0]?.length]);
		expect(Object.fromEntries(given)).toEqual(counts);
	},
);

/** Returns an example whose messenger nodes do nothing: n8n ignores pinned data once an execution has waited. */
function read(name: string) {
	const workflow = readExample(name, n8n.credential, n8n.url);
	for (const node of workflow.nodes) {
		if (!/\.(gmail|slack|telegram)$/.test(node.type)) continue;
		Object.assign(node, { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
		delete node.credentials;
	}
	return workflow;
}
/** Creates the workflow with the shortest possible time limits, so that a test can wait until they expire. */
async function createBrief(name: string) {
	const workflow = read(name);
	for (const { parameters } of workflow.nodes) {
		if (parameters.amount !== undefined) Object.assign(parameters, { amount: 1, unit: 'seconds' });
		if (parameters.timeoutAmount === undefined) continue;
		Object.assign(parameters, { timeoutAmount: 2, timeoutUnit: 'minutes', ignoreFirst: 0 });
	}
	return await n8n.rest.createWorkflow(workflow);
}
const waits: Array<[string, string, string, string]> = [
	['follow-up', 'Lead Form', 'Send Thank-You', 'Send Reminder'],
	['first-scan', 'Poster Form', 'Message: First Scan', 'Message: No Scan'],
];
const ended = (id: string) =>
	until(
		`execution ${id} to end`,
		async () => {
			const execution = await n8n.rest.ended(id);
			return execution.status !== 'waiting' && execution;
		},
		240_000,
	);
/** Returns the names of the given nodes that output items, or the error message if the execution failed. */
const reached = (execution: Execution, nodes: string[]) => {
	const { error } = execution.data!.resultData;
	return error?.message ?? nodes.filter((node) => getOutputs(execution, node)[0]?.length > 0);
};
/** Returns the URL of the link or QR code that the execution created first. */
const madeUrl = (execution: Execution) => {
	const [made] = ['Create Link', 'Create QR Code'].flatMap(
		(node) => getOutputs(execution, node)[0] ?? [],
	);
	return String(made.json.shorturl ?? made.json.url);
};

describe('templates that wait', () => {
	unlessSmoke(
		'templates that wait continue in one branch after a click or a scan, and in the other after the time limit',
		async () => {
			const late = [];
			for (const [name, trigger, yes, no] of waits) {
				const { id } = await createBrief(name);
				const [first, second] = [await n8n.rest.run(id, trigger), await n8n.rest.run(id, trigger)];
				expect([first.status, second.status]).toEqual(['waiting', 'waiting']);
				await fetch(madeUrl(first), { redirect: 'manual' });
				expect([name, reached(await ended(first.id), [yes, no])]).toEqual([name, [yes]]);
				late.push({ name, id: second.id, yes, no });
			}
			for (const { name, id, yes, no } of late) {
				expect([name, reached(await ended(id), [yes, no])]).toEqual([name, [no]]);
			}
		},
	);
});

const { goOn, headers, openPage, publishForm, submit } = useForms(n8n);

test("a template's form can't be opened without its login", async () => {
	const { url } = await publishForm('change-printed-code');
	expect((await fetch(url)).status).toBe(401);
	expect((await fetch(url, { headers })).status).toBe(200);
});

test('csv-to-qr-zip returns a ZIP file for a CSV file saved by a German Excel', async () => {
	const form = await publishForm('csv-to-qr-zip');
	const rows =
		'sep=;\r\nname;url\r\nGröße 1;https://example.com/1\r\nTwo;https://example.com/2\r\nThree;no address\r\n;\r\n';
	// A German Excel saves CSV files in Windows-1252, which is the same as Latin-1 for these letters.
	const file = new Blob([Buffer.from(rows, 'latin1')], { type: 'text/csv' });
	const url = await submit(form, [file, '', '', '600']);
	expect(await openPage(url)).toMatch(
		/Größe 1.* print\.\nTo be made: 2 QR codes\.\nLeft out: 1 row\.\nRow 4 \(Three\): [^]*Make the ZIP/,
	);
	const page = await goOn(form, url);
	expect(page).toContain('<h1>Your ZIP holds 2 QR codes</h1>');
	expect(page).toMatch(/The first rows: .*Größe 1.*\n1 row could not be used:\nRow 4 \(Three\): /);
	const [, files] = /JSON\.parse\(decodeURIComponent\("([^"]+)"\)/.exec(page)!;
	const [{ data, fileName }] = JSON.parse(decodeURIComponent(files)) as [
		{ data: number[]; fileName: string },
	];
	expect(fileName).toBe('qr-codes.zip');
	expect(Buffer.from(data).toString('latin1')).toMatch(/^PK.*Gr.{2,4}e 1\.svg.*Two\.svg/s);
});

test('short-link-form shows the short link and its QR code after the form is submitted', async () => {
	const form = await publishForm('short-link-form');
	const page = await openPage(await submit(form, ['https://www.example.com/spring', 'spring']));
	expect(page).toContain(`${n8n.service.url}/spring</h1>`);
	expect(page).toContain('<img src="data:image/png;base64,');
});

test('clean-up lists duplicate QR codes, and deletes the ones that the user selects', async () => {
	const form = await publishForm('clean-up');
	for (let n = 0; n < 2; n += 1)
		await n8n.ask('POST', '/api/qr/add', { name: 'Twice', url: 'https://example.com/twice' });
	const url = await submit(form, ['Duplicate QR codes']);
	const [, option] = />\s*(Twice \([^<]+)</.exec(await openPage(url))!;
	expect(option).toContain('0 scans');
	await submit({ id: form.id, url }, [JSON.stringify([option.trim()])]);
	expect(await openPage(url)).toContain('<h1>1 deleted</h1>');
});

describe('ai-link-assistant', () => {
	let outside: Awaited<ReturnType<typeof openOutside>>;
	beforeAll(async () => (outside = await openOutside()));
	afterAll(() => outside.close());

	test('the AI link assistant creates a link when a chat message asks for it', async () => {
		const data = { apiKey: 'none', url: `${outside.url}/v1` };
		const id = await n8n.rest.saveCredential('Model', 'openAiApi', data);
		const workflow = readExample('ai-link-assistant', n8n.credential, n8n.url);
		const given = { url: 'https://www.example.com/spring', alias: 'spring-sale' };
		for (const node of workflow.nodes) {
			if (node.name === 'Chat Model') node.credentials = { openAiApi: { id, name: 'Model' } };
		}
		const message = { action: 'sendMessage', chatInput: callTool('Create_Link', given) };
		workflow.pinData = { Chat: [{ json: { sessionId: 'chat', ...message } }] };
		const stored = await n8n.rest.createWorkflow(workflow);
		const execution = await n8n.rest.run(stored.id, 'Chat');
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		const [[{ json }]] = getOutputs(execution, 'Link Assistant');
		expect(json.output).toContain(`${n8n.service.url}/spring-sale`);
		expect(outside.offered.map(({ name }) => name).sort()).toEqual([
			'Clicks_of_a_Link',
			'Create_Link',
			'Create_QR_Code',
			'List_Links',
		]);
	});
});
