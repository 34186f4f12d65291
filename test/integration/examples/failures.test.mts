/**
 * Tests how each template reacts to failures outside it. Each template runs once without a failure, and then once for
 * each of its nodes that uses another service, a table or Link Platform, with that node failing.
 */
import type { IDataObject, INode } from 'n8n-workflow';
import { isAction, readExample } from '../../../tools/docs/runSelfTest.mts';
import type {
	WebhookExecution,
	WorkflowJson,
	WorkflowRun,
} from '../../../packages/n8n-harness/index.mts';
import { toText } from '../../support/sent.mts';
import { type Call, type FakeNodes, OUTAGE, type Resolved } from './fakeNodes.mts';
import {
	SERVICE,
	TEMPLATES,
	descendants,
	setUp,
	useTemplates,
	withRecordsChosen,
} from './templates.mts';

const { world, opened, run, start, timeOut, executions, visit } = useTemplates();

type Run = WorkflowRun | WebhookExecution;
type Play = (workflow: WorkflowJson) => Promise<Run>;

/** Returns a play that runs a template from this trigger, for a template that doesn't wait. */
const from =
	(trigger: string): Play =>
	(workflow) =>
		run(workflow, trigger);

/** Returns a play that runs a template from this trigger, with these fields changed in the trigger's sample data. */
const fromEvent =
	(trigger: string, data: IDataObject): Play =>
	async (workflow) => {
		const [{ json }] = workflow.pinData![trigger];
		workflow.pinData![trigger] = [{ json: { ...json, ...data } }];
		return await run(workflow, trigger);
	};

/** Submits the form of moving-in with the choice to create the links. */
const creating: Play = async (workflow) => {
	workflow.pinData!['Upload Form'][0].json['What to do'] = 'Create the links';
	return await run(workflow, 'Upload Form');
};

/** Submits the form of change-printed-code with the name of a QR code that exists in the account. */
const changing: Play = async (workflow) => {
	await world.run('qrCode', 'create', {
		name: 'Poster, main entrance',
		url: 'https://links.test/',
	});
	return await run(workflow, 'Code Form');
};

/** Submits the form of change-printed-code with the short URL of a QR code that exists in the account. */
const changingByShortUrl: Play = async (workflow) => {
	await printCode();
	workflow.pinData!['Code Form'][0].json['Name or short URL'] = printed.url;
	return await run(workflow, 'Code Form');
};

/** Returns a play that runs clean-up with duplicates and an expired link, and selects all options. */
const cleaningUp =
	(what: string): Play =>
	async (workflow) => {
		const url = 'https://links.test/twice';
		for (let n = 0; n < 2; n += 1) {
			await world.run('qrCode', 'create', { name: 'Twice', url });
			const record = await world.first('link', 'create', { url });
			const expired = {
				linkId: record.id,
				alias: record.alias,
				reason: 'max_clicks',
				totalClicks: 0,
			};
			workflow.pinData!['Get Expired Links'] = [{ json: expired }];
		}
		workflow.pinData!['Clean-Up Form'][0].json['What to look for'] = what;
		const tickAll = ({ jsonOutput }: Resolved) => {
			const [{ fieldOptions }] = JSON.parse(toText(jsonOutput)) as CheckboxField[];
			return [{ Delete: fieldOptions.values.map(({ option }) => option) }];
		};
		Object.assign(opened.fakeNodes.answers, { Choose: tickAll });
		return await run(workflow, 'Clean-Up Form');
	};

interface CheckboxField {
	fieldOptions: { values: Array<{ option: string }> };
}

/** The short URL of the QR code that `printCode` creates. */
const printed = { url: '' };
const printCode: Before = async () => {
	const parameters = { name: 'Table 1', url: 'https://links.test/', downloadImage: false };
	printed.url = toText((await world.first('qrCode', 'create', parameters)).url);
};
/** Runs printed-codes-from-sheet with that QR code in the first row of its sheet. */
const changingRows: Play = async (workflow) => {
	workflow.pinData!['Get Rows'][0].json.short_url = printed.url;
	return await run(workflow, 'Every 15 Minutes');
};

/** Runs targets-by-date with that QR code in all rows of its sheet. */
const changingByDate: Play = async (workflow) => {
	for (const { json } of workflow.pinData!['Get Rows']) json.short_url = printed.url;
	return await run(workflow, 'Every Night');
};

/** Runs targets-by-date with a date that can't be read. */
const misreadingDates: Play = async (workflow) => {
	workflow.pinData!['Get Rows'][1].json.from = 'Monday';
	return await run(workflow, 'Every Night');
};

/** Runs printed-codes-from-sheet with a row that is only to be checked. */
const checkingRows: Play = async (workflow) => {
	workflow.pinData!['Get Rows'][0].json.status = 'check';
	return await changingRows(workflow);
};

/**
 * Returns a play that runs a template until it waits, and then visits the link or QR code that the node `madeBy`
 * created. Without `madeBy`, the play ends the wait by its time limit.
 */
const waiting =
	(trigger: string, madeBy?: string): Play =>
	async (workflow) => {
		const execution = await start(workflow, trigger);
		if (execution.status !== 'waiting') return execution;
		if (!madeBy) return await timeOut(execution.executionId);
		const [{ json }] = execution.nodes[madeBy][0].items;
		await visit(toText(json.shorturl ?? json.url));
		const [last] = await executions(1);
		return last;
	};

/** A function that prepares a play: it sets the fakes' responses or creates records in the account. */
type Before = () => Promise<void> | void;
const answering =
	(answers: FakeNodes['answers']): Before =>
	() =>
		void Object.assign(opened.fakeNodes.answers, answers);
const failing = (node: string) => answering({ [node]: new Error(`${node} has failed`) });
const refusingLinks: Before = () =>
	world.fault('/api/url/add', { type: 'status', status: 403 }, { method: 'POST' });
/** Responses with which every link's target counts as dead. */
const DEAD = { 'Ask for Headers': [{ statusCode: 405 }], 'Open Page': [{ statusCode: 404 }] };

/**
 * Options of a play. `repeats`: a second run must complete the steps that a failure left out. `handles`: nodes whose
 * failure isn't reported, because the next node decides how to continue. `ends`: nodes whose failure ends the run at
 * once.
 */
interface More {
	before?: Before;
	repeats?: boolean;
	handles?: string[];
	ends?: string[];
}
/** Options of plays whose Create Ledger may fail silently, because nodes that use the missing table fail next. */
const LEDGER: More = { handles: ['Create Ledger'] };
const plays: Array<[string, string, Play, More?]> = [
	['airtable-row-to-link', 'new records', from('Every 15 Minutes'), { repeats: true }],
	['bulk-qr-from-sheet', 'new rows', from('Every Morning'), { repeats: true }],
	['change-printed-code', 'a new target', changing],
	['change-printed-code', 'a new target by short URL', changingByShortUrl],
	[
		'clean-up',
		'duplicate QR codes',
		cleaningUp('Duplicate QR codes'),
		{ handles: ['Get Expired Links'] },
	],
	[
		'clean-up',
		'duplicate links',
		cleaningUp('Duplicate links'),
		{ handles: ['Get Expired Links'] },
	],
	['clean-up', 'expired links', cleaningUp('Expired links')],
	['clean-up', 'a link expires', from('Link Expired')],
	['click-log', 'a click', from('Link Clicked')],
	['click-log', 'kept clicks', from('Every 15 Minutes'), { repeats: true }],
	['csv-to-qr-zip', 'a file', from('CSV Form')],
	['expired-link', 'more clicks', from('Link Expired')],
	[
		'expired-link',
		'more days',
		fromEvent('Link Expired', { id: 3, alias: 'news', reason: 'expiry_date', totalClicks: 5 }),
	],
	[
		'expired-link',
		'parked',
		from('Link Expired'),
		{ before: answering({ 'Ask in Slack': [{ data: { approved: false } }] }) },
	],
	['first-scan', 'scanned', waiting('Poster Form', 'Create QR Code')],
	['first-scan', 'not scanned', waiting('Poster Form')],
	['follow-up', 'clicked', waiting('Lead Form', 'Create Link')],
	['follow-up', 'not clicked', waiting('Lead Form')],
	['lead-links', 'new leads', from('Every Hour'), { repeats: true }],
	['lead-links', 'a click', from('Link Clicked')],
	['lead-links-sheet', 'new leads', from('Every Hour'), { repeats: true }],
	['lead-links-sheet', 'refused leads', from('Every Hour'), { before: refusingLinks }],
	['lead-links-sheet', 'saved clicks', from('Every 15 Minutes'), { repeats: true }],
	['lead-links-sheet', 'a click', from('Link Clicked')],
	['link-milestones', 'two milestones', from('Milestone Reached')],
	[
		'link-health',
		'dead targets',
		from('Every Monday'),
		{ before: answering(DEAD), handles: ['Ask for Headers'] },
	],
	['moving-in', 'a check', from('Upload Form')],
	['moving-in', 'new links', creating, { repeats: true }],
	['printable-sheet', 'a sheet', from('Sheet Form')],
	[
		'printed-codes-from-sheet',
		'marked rows',
		changingRows,
		{ before: printCode, ends: ['Save Former Target'] },
	],
	[
		'printed-codes-from-sheet',
		'a row to check',
		checkingRows,
		{ before: printCode, ends: ['Save Check'] },
	],
	['product-qr', 'a product', from('Product Created'), { repeats: true }],
	['purchase-delivery', 'a purchase', from('Product Bought')],
	['purchase-message', 'a purchase', from('Product Purchased'), LEDGER],
	['purchase-message', 'purchases to tell later', from('Every 15 Minutes'), LEDGER],
	['purchase-message', 'a failure', from('An Execution Failed'), LEDGER],
	['short-link-form', 'a link', from('Link Form')],
	['sheet-row-to-link', 'new rows', from('Every 15 Minutes'), { repeats: true }],
	['subscriber-sync', 'a sign-up', from('Subscriber Added'), { handles: ['Add Member'] }],
	[
		'subscriber-sync',
		'a sign-up of somebody who left',
		from('Subscriber Added'),
		{ before: failing('Add Member'), handles: ['Add Member'] },
	],
	['subscriber-sync', 'the check', from('Every Sunday')],
	['targets-by-date', 'a due row', changingByDate, { before: printCode, ends: ['Save as Done'] }],
	['targets-by-date', 'a date that is none', misreadingDates],
	['weekly-campaign-report', 'the report', from('Every Sunday Night')],
];

/** Templates whose failures are tested in aiTools.test.mts and templates.test.mts. */
const ELSEWHERE = ['ai-link-assistant', 'ai-link-manager', 'ai-mcp-tools', 'webhook-guard'];

it('every template has a test that makes its nodes fail', () => {
	const played = new Set(plays.map(([name]) => name));
	expect([...played, ...ELSEWHERE].sort()).toEqual([...TEMPLATES].sort());
});

/** Nodes that people execute manually, separately from the rest of the workflow. */
const BY_HAND = ['Create Table', 'Send Test Purchase'];
const canFail = ({ disabled, name, type }: INode) =>
	!disabled && !BY_HAND.includes(name) && (SERVICE.test(type) || isAction({ type }));

/** Counts the recorded calls of each node. */
const counts = () => {
	const all: Record<string, number> = {};
	for (const { node } of opened.fakeNodes.calls) all[node] = (all[node] ?? 0) + 1;
	return all;
};

/** Returns everything that a person sees: messages, cells, pages, and the error of a failed execution. */
const seen = (result: Run, calls: Call[]) =>
	JSON.stringify([result.error?.message, calls.map(({ parameters }) => parameters)]);

/** Returns the workflow with this node failing. */
function withOutage(workflow: WorkflowJson, node: INode): WorkflowJson {
	if (node.type in opened.fakeNodes.types) {
		opened.fakeNodes.answers[node.name] = new Error(getReason(node));
		return workflow;
	}
	const failing = { ...node, type: OUTAGE, parameters: { reason: getReason(node) } };
	const nodes = workflow.nodes.map((one) => (one.name === node.name ? failing : one));
	return { ...workflow, nodes };
}
const getReason = ({ name }: INode) => `Outage of ${name}`;

/** True if the node is the failed node, checks whether that node was executed, or comes after either of these. */
function dependsOn(workflow: WorkflowJson, name: string, { name: failed }: INode) {
	const asking = workflow.nodes.filter(({ parameters }) =>
		JSON.stringify(parameters).includes(`$('${failed}').isExecuted`),
	);
	const heads = [failed, ...asking.map((node) => node.name)];
	return heads.some((head) => head === name || descendants(workflow, head).has(name));
}

/** Returns the numbers of links and QR codes, and all table rows without the short URLs, which are random. */
async function made() {
	const links = await world.all('/api/urls', 'urls');
	const codes = await world.all('/api/qrs', 'qrs');
	const rows = JSON.stringify(opened.fakeNodes.tables.snapshot());
	const stable = rows.replaceAll(new RegExp(`${world.url}/[^"]+`, 'g'), 'a short URL');
	return { links: links.length, codes: codes.length, rows: JSON.parse(stable) as unknown };
}

/** Runs a play without failures; returns the nodes that it executed, and how often each node was called. */
async function playWell(name: string, play: Play, before?: Before) {
	await before?.();
	const result = await play(setUp(name));
	expect([name, result.error?.message]).toEqual([name, undefined]);
	return { ran: Object.keys(result.nodes), calls: counts() };
}

/** The nodes that at least one play executed. */
const reached = new Set<string>();

const cases = plays.map(([name, way, play, more = {}]) => ({ name, way, play, ...more }));

describe.each(cases)('$name: $way', ({ name, play, before, repeats, handles = [], ends = [] }) => {
	const outside = readExample(name).nodes.filter(canFail);

	let well: Awaited<ReturnType<typeof playWell>>;
	let once: Awaited<ReturnType<typeof made>>;
	beforeAll(async () => {
		await world.restore();
		opened.fakeNodes.forget();
		well = await playWell(name, play, before);
		once = await made();
		await opened.host?.close();
		delete opened.host;
	});

	it.each(outside)(
		'the template reports a failure of the node "$name" and completes its other steps',
		async (node) => {
			if (!well.ran.includes(node.name)) return;
			reached.add(`${name}: ${node.name}`);
			await before?.();
			const workflow = withOutage(setUp(name), node);
			const result = await play(workflow);
			const other = opened.fakeNodes.calls.filter((call) => call.node !== node.name);
			if (!handles.includes(node.name)) expect(seen(result, other)).toContain(getReason(node));

			if (repeats || ends.includes(node.name)) return;
			const after = counts();
			const others = Object.entries(well.calls).filter(([one]) => !dependsOn(workflow, one, node));
			expect(others.map(([one]) => [one, after[one]])).toEqual(others);
		},
	);

	if (!repeats) return;
	it.each(outside)('the next run does the rest after "$name" has failed once', async (node) => {
		await play(withOutage(setUp(name), node));
		opened.fakeNodes.answers = {};
		const { error } = await play(setUp(name));
		expect(error?.message).toBeUndefined();
		expect(await made()).toEqual(once);
	});

	it('the template creates no duplicates when it runs twice', async () => {
		await play(setUp(name));
		await play(setUp(name));
		expect(await made()).toEqual(once);
	});
});

/** Plays that create records after they have set up the template. While they do, only reading fails. */
const CREATING = /^(change-printed-code|clean-up)$/;
const REFUSALS: Array<[string, number, RegExp]> = [
	['refuses the API key', 401, /API key rejected/],
	['is down', 503, /503/],
];
/** The templates that sent a request to Link Platform while it failed. */
const refused = new Set<string>();

describe.each(REFUSALS)('while Link Platform %s', (what, status, said) => {
	it.each(cases)(
		`the template $name ($way) says so while Link Platform ${what}`,
		async ({ name, play, before }) => {
			await before?.();
			await world.forget();
			await world.fault(
				'*',
				{ type: 'status', status },
				CREATING.test(name) ? { method: 'GET' } : {},
			);
			const result = await play(setUp(name));
			const pages = opened.fakeNodes.calls.flatMap(
				({ parameters }) => parameters.completionMessage ?? [],
			);
			for (const page of pages) expect(page).toMatch(/^(?!.*(expression|undefined|\.\.))[^]*\.$/);
			if ((await world.requests()).every((request) => request.status !== status)) return;
			refused.add(name);
			expect(seen(result, opened.fakeNodes.calls)).toMatch(said);
			if (pages.length > 0) expect(pages).toEqual([expect.stringMatching(said)]);
		},
	);
});

it('every template with a node of Link Platform was tested while Link Platform failed', () => {
	const asking = cases.filter(({ name }) =>
		readExample(name).nodes.some((node) => isAction(node) && canFail(node)),
	);
	expect([...refused].sort()).toEqual([...new Set(asking.map(({ name }) => name))].sort());
});

const getSettings = ({ nodes }: WorkflowJson) =>
	JSON.stringify(nodes.find(({ name }) => name === 'Settings'));

describe("a template whose Settings node isn't filled in", () => {
	const needing = cases
		.filter(({ name }) => getSettings(readExample(name)) !== getSettings(setUp(name)))
		// The part of these templates that saves clicks has no settings to fill in.
		.filter(({ name, way }) => !(/^(click-log|lead-links-sheet)$/.test(name) && way === 'a click'));

	it.each(needing)(
		"the template $name ($way) stops before its first request if its Settings node isn't filled in",
		async ({ name, play }) => {
			const result = await play(withRecordsChosen(name));
			expect(result.error?.message).toMatch(/^Open the node "Settings" and replace .+: \w+/);
			expect(opened.fakeNodes.calls).toEqual([]);
			await world.expectNoRequest();
		},
	);
});

it("the tests in this file make every node fail, except those that can't fail or that report failures", () => {
	const names = new Set(plays.map(([name]) => name));
	const missed = [...names].flatMap((name) =>
		readExample(name)
			.nodes.filter((node) => canFail(node) && !node.name.startsWith('Notify by '))
			.map((node) => `${name}: ${node.name}`)
			.filter((one) => !reached.has(one)),
	);
	expect(missed).toEqual([]);
});
