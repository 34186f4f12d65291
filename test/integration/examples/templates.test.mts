/**
 * The workflow templates: each runs on n8n's engine against the sandbox, with this package's nodes as they
 * ship and fakes of those of other services. What holds for every example is in examples.test.mts.
 */
import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeParameterResourceLocator } from 'n8n-workflow';
import { coreNodes } from '../../../tools/n8n-engine/coreNodes.mts';
import {
	type Engine,
	type TriggerHost,
	type WorkflowJson,
	type WorkflowRun,
	openEngine,
} from '../../../tools/n8n-engine/index.mts';
import { readQr } from '../../support/readQr.mts';
import { textOf } from '../../support/sent.mts';
import { until } from '../../support/trigger.mts';
import { byId, useWorld } from '../../support/world.mts';
import { ACTION, readExample } from '../../../tools/docs/runSelfTest.mts';
import { FakeNodes } from './fakeNodes.mts';

const TEMPLATES = [
	'ab-winner',
	'ai-link-assistant',
	'ai-link-manager',
	'ai-mcp-tools',
	'approve-by-click',
	'bulk-qr-from-sheet',
	'csv-to-qr-zip',
	'event-tickets',
	'expired-link',
	'first-scan',
	'follow-up',
	'lead-links',
	'publish-everywhere',
	'purchase-delivery',
	'subscriber-sync',
	'wait-hub',
	'weekly-campaign-report',
];
const TRIGGER = 'n8n-nodes-linkplatform.linkPlatformTrigger';
const TOOL = `${ACTION}Tool`;
const STICKY = 'n8n-nodes-base.stickyNote';
/** Nodes that another service stands behind, or a table or page that the user makes first. */
const SERVICE =
	/(googleSheets|googleDrive|gmail|slack|hubspot|mailchimp|linkedIn|quickChart|dataTable)$/;

const ofType = (workflow: WorkflowJson, type: string) =>
	workflow.nodes.filter((node) => node.type === type);
const targets = ({ connections }: WorkflowJson, node: string, output: number) =>
	(connections[node]?.main?.[output] ?? []).map((connection) => connection.node);

describe.each(TEMPLATES)('%s.json as people get it', (name) => {
	const workflow = readExample(name);

	it('says in its first note what it does, how to set it up, and what it costs', () => {
		const [first] = ofType(workflow, STICKY).map(({ parameters }) => textOf(parameters.content));
		expect(first).toMatch(/^## \S/);
		expect(first).toContain('**Set up:**');
		expect(first).toContain('**Requests:**');
	});

	it('shows what each of our nodes could not do', () => {
		for (const node of ofType(workflow, ACTION)) {
			expect([node.name, node.onError]).toEqual([node.name, 'continueErrorOutput']);
			expect([node.name, targets(workflow, node.name, 1).length]).toEqual([node.name, 1]);
			const [target] = targets(workflow, node.name, 1).map(
				(to) => workflow.nodes.find((other) => other.name === to) as INode,
			);
			const isShown = /slack|googleSheets|aggregate/.test(target.type) && !target.disabled;
			expect([node.name, target.name, isShown]).toEqual([node.name, target.name, true]);
		}
	});

	it('holds sample data for its triggers and for the nodes of other services', () => {
		const pinned = Object.keys(workflow.pinData ?? {});
		const wanted = workflow.nodes
			.filter(({ type }) => /(?<!mcp)Trigger$/.test(type) || SERVICE.test(type))
			.map((node) => node.name);
		expect(pinned.sort()).toEqual(wanted.sort());
		for (const item of Object.values(workflow.pinData ?? {}).flat())
			expect(item.json).toBeDefined();
	});

	it('can be pasted into n8n', () => {
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		for (const node of workflow.nodes) {
			expect(Object.keys(node)).toEqual(
				expect.arrayContaining(['parameters', 'id', 'name', 'type', 'typeVersion', 'position']),
			);
			expect(node.credentials).toBeUndefined();
		}
		const webhooks = workflow.nodes.filter(({ type }) =>
			/(linkPlatformTrigger|formTrigger|chatTrigger|mcpTrigger)$/.test(type),
		);
		expect(webhooks.filter(({ webhookId }) => !webhookId)).toEqual([]);
	});

	it('takes data only from nodes that have run before', () => {
		for (const node of workflow.nodes) {
			const used = [...JSON.stringify(node.parameters).matchAll(/\$\('([^']+)'\)/g)];
			const before = ancestors(workflow, node.name);
			const unknown = used.map(([, other]) => other).filter((other) => !before.has(other));
			expect([node.name, unknown]).toEqual([node.name, []]);
		}
	});
});

function ancestors({ connections }: WorkflowJson, name: string): Set<string> {
	const found = new Set<string>();
	const search = (to: string) => {
		for (const [from, { main }] of Object.entries(connections)) {
			const leads = main?.flat().some((connection) => connection?.node === to);
			if (leads && !found.has(from)) {
				found.add(from);
				search(from);
			}
		}
	};
	search(name);
	return found;
}

it('gives every trigger of every template an address of its own', () => {
	const ids = TEMPLATES.flatMap((name) =>
		readExample(name).nodes.flatMap((node) => node.webhookId ?? []),
	);
	expect(new Set(ids).size).toBe(ids.length);
});

it('has every template in examples/README.md, with the same name', () => {
	const table = readFileSync('examples/README.md', 'utf8');
	for (const name of TEMPLATES)
		expect(table).toContain(`[${readExample(name).name}](${name}.json)`);
});

describe('on the engine', () => {
	const world = useWorld();
	let engine: Engine;
	let fakeNodes: FakeNodes;
	let host: TriggerHost | undefined;

	beforeAll(async () => {
		const types = [...Object.keys(coreNodes), ACTION, TOOL, TRIGGER];
		fakeNodes = new FakeNodes(TEMPLATES.map(readExample), (type) => types.includes(type));
		engine = await openEngine({
			credentials: { linkPlatformApi: world.credential },
			extraNodeTypes: fakeNodes.types,
		});
	});
	beforeEach(() => fakeNodes.forget());
	afterEach(async () => {
		await host?.close();
		host = undefined;
	});
	afterAll(async () => await engine.close());

	/** The template as it is once the user has chosen in each node what only they can choose. */
	function setUp(name: string, change: (node: INode) => void = () => {}): WorkflowJson {
		const workflow = readExample(name);
		for (const node of workflow.nodes) {
			for (const field of ['bioPageId', 'channelId'].filter((key) => key in node.parameters)) {
				if (node.type === ACTION)
					node.parameters[field] = byId('1') as INodeParameterResourceLocator;
			}
			change(node);
		}
		return workflow;
	}

	/** Runs a template from one of its triggers, which gives its sample data. */
	async function run(workflow: WorkflowJson, trigger: string): Promise<WorkflowRun> {
		const input = workflow.pinData![trigger];
		return await engine.runWorkflow(fakeNodes.published(workflow), {
			startNode: trigger,
			input: structuredClone(input) as never,
		});
	}

	async function publish(workflow: WorkflowJson): Promise<void> {
		host ??= await engine.startTriggerHost();
		await host.publish(fakeNodes.published(workflow));
	}

	const happen = async (event: string, data: object) => await world.sandbox.happen(event, data);
	const executions = async (count: number) => await host!.waitForExecutions(count);
	const linkTo = async (id: number) => (await world.sandbox.call(`/api/url/${id}`)).data.longurl;
	/** Where a visitor ends up. */
	const visit = async (url: string) =>
		(await fetch(url, { redirect: 'manual' })).headers.get('location');
	const refuse = async (path: string, method: string) =>
		await world.sandbox.fault({
			path,
			method,
			action: { type: 'status', status: 403, body: { error: 1, message: 'No.' } },
		});

	describe('bulk-qr-from-sheet', () => {
		const name = 'bulk-qr-from-sheet';

		it('makes an image for each new row, and marks each row', async () => {
			const { status, nodes } = await run(setUp(name), 'Every Morning');
			expect(status).toBe('success');
			expect(fakeNodes.of('Upload Image').map((call) => call.name)).toEqual([
				'SKU-001.png',
				'SKU-002.png',
			]);
			const done = fakeNodes.of('Mark As Done').map(({ columns }) => columns.value);
			expect(done).toMatchObject([
				{
					sku: 'SKU-001',
					status: 'done',
					image: 'https://drive.google.com/file/d/1aB2cD3eF4/view',
				},
				{
					sku: 'SKU-002',
					status: 'done',
					image: 'https://drive.google.com/file/d/2aB2cD3eF4/view',
				},
			]);
			const codes = nodes['Create QR Codes'][0].items;
			expect(done.map(({ qr_id }) => qr_id)).toEqual(codes.map(({ json }) => json.id));
			const image = await engine.readBinary(codes[1].binary!.qr);
			expect((await readQr(image, 'image/png')).text).toContain(world.sandbox.url);
			expect(fakeNodes.of('Mark As Not Done').map(({ columns }) => columns.value)).toEqual([
				{ sku: 'SKU-003', status: "'URL' is empty (row 4)" },
			]);
			expect(fakeNodes.of('Say How Many')).toMatchObject([
				{ text: '2 new QR codes are in the sheet, 1 rows need a look.' },
			]);
		});

		it('costs the requests that its note says', async () => {
			await run(setUp(name), 'Every Morning');
			const paths = (await world.sandbox.requests()).map(({ path }) => path.replace(/\d+/, ':id'));
			expect(paths.sort()).toEqual([
				'/api/account/stats',
				'/api/qr/:id/download',
				'/api/qr/:id/download',
				'/api/qr/bulk',
				'/api/qrs',
			]);
		});

		it('takes no more rows than the plan has room for', async () => {
			await world.sandbox.change({ quotas: { qrs: 3 } });
			await run(setUp(name), 'Every Morning');
			expect(fakeNodes.of('Mark As Done')).toHaveLength(1);
			expect(fakeNodes.of('Mark As Not Done')).toEqual([]);
		});

		it('says when the plan is full, and when the quota cannot be read', async () => {
			await world.sandbox.change({ quotas: { qrs: 2 } });
			await run(setUp(name), 'Every Morning');
			expect(fakeNodes.of('Say There Is No Room')).toMatchObject([
				{ text: expect.stringContaining('2 of 2 are used') },
			]);
			await refuse('/api/account/stats', 'GET');
			await run(setUp(name), 'Every Morning');
			expect(fakeNodes.of('Say It Could Not Start')).toMatchObject([
				{ text: expect.stringMatching(/^The QR codes were not made\. .*No\./) },
			]);
			expect(fakeNodes.of('Get Rows')).toEqual([]);
		});
	});

	describe('csv-to-qr-zip', () => {
		it('hands over the images of the rows that can be used, and names the others', async () => {
			const { status, nodes } = await run(setUp('csv-to-qr-zip'), 'CSV Form');
			expect(status).toBe('success');
			expect(fakeNodes.of('Make a ZIP')).toMatchObject([{ binaryPropertyName: 'qr,qr_1' }]);
			const files = Object.values(nodes['All in One Item'][0].items[0].binary!);
			expect(files.map(({ fileName }) => fileName)).toEqual(['Table 1.svg', 'Table 2.svg']);
			expect(fakeNodes.of('Hand Over the ZIP')).toMatchObject([
				{
					completionTitle: 'Your ZIP holds 2 QR codes',
					completionMessage: expect.stringMatching(/^Not used: Table 3 – \S/),
				},
			]);
			expect(fakeNodes.of('Say What to Correct')).toEqual([]);
		});

		it('has a page for the case that no row can be used', async () => {
			const workflow = setUp('csv-to-qr-zip', (node) => {
				if (node.type === ACTION) node.parameters.url = 'no address';
			});
			await run(workflow, 'CSV Form');
			expect(fakeNodes.of('Hand Over the ZIP')).toEqual([]);
			const [{ completionMessage }] = fakeNodes.of('Say What to Correct');
			expect(completionMessage).toMatch(/Table 1 – .*; Table 2 – .*; Table 3 – /);
		});
	});

	describe('templates that wait', () => {
		/** Runs a template up to where it waits. */
		async function start(name: string, trigger: string) {
			host ??= await engine.startTriggerHost();
			const workflow = setUp(name);
			const input = structuredClone(workflow.pinData![trigger]) as never;
			const run = await host.run(fakeNodes.published(workflow), { startNode: trigger, input });
			expect([run.error?.message, run.status]).toEqual([undefined, 'waiting']);
			return run;
		}
		const urlIn = (message: string, which = 0) => [...message.matchAll(/http\S+/g)][which][0];

		it('follow-up thanks who has clicked, at the cost that its note says', async () => {
			await start('follow-up', 'Lead Form');
			const [{ message }] = fakeNodes.of('Send the Link');
			expect(await visit(urlIn(message))).toBe('https://www.example.com/offer');
			await executions(1);
			expect(fakeNodes.of('Say Thanks')).toMatchObject([{ sendTo: 'ada@example.com' }]);
			expect(fakeNodes.of('Remind')).toEqual([]);
			await until(async () => (await world.sandbox.webhooks()).length === 0);
			expect(await costs()).toBe(5);
		});

		it('follow-up reminds who has not', async () => {
			const { executionId } = await start('follow-up', 'Lead Form');
			await host!.timeOut(executionId);
			const [{ message }] = fakeNodes.of('Send the Link');
			expect(fakeNodes.of('Remind')).toMatchObject([
				{ sendTo: 'ada@example.com', message: expect.stringContaining(urlIn(message)) },
			]);
			expect(fakeNodes.of('Say Thanks')).toEqual([]);
		});

		it.each([
			[0, 'Say Approved', 'Approved: Booth'],
			[1, 'Say Not Approved', 'Declined: Booth'],
		])('approve-by-click takes a click on link %i for an answer', async (link, node, text) => {
			await start('approve-by-click', 'Request Form');
			const [{ message }] = fakeNodes.of('Ask');
			await visit(urlIn(message, link));
			await executions(1);
			expect(fakeNodes.of(node)).toMatchObject([{ text: expect.stringContaining(text) }]);
			expect(fakeNodes.calls).toHaveLength(2);
			await until(async () => (await world.sandbox.webhooks()).length === 0);
			// And the click itself.
			expect(await costs()).toBe(5);
		});

		it('approve-by-click takes no answer for no', async () => {
			const { executionId } = await start('approve-by-click', 'Request Form');
			await host!.timeOut(executionId);
			expect(fakeNodes.of('Say Not Approved')).toMatchObject([
				{ text: expect.stringContaining('No answer within two days') },
			]);
		});

		it('first-scan says where the first scan came from, or that there was none', async () => {
			const { nodes } = await start('first-scan', 'Poster Form');
			const { id } = nodes['Create QR Code'][0].items[0].json;
			await happen('qr.scanned', { qrId: id, country: 'FR' });
			await executions(1);
			expect(fakeNodes.of('Say It Is Seen')).toMatchObject([
				{ text: 'The first scan of Poster, main entrance has come in, from FR.' },
			]);
			await until(async () => (await world.sandbox.webhooks()).length === 0);
			expect(await costs()).toBe(5);
			const { executionId } = await start('first-scan', 'Poster Form');
			await host!.timeOut(executionId);
			expect(fakeNodes.of('Say Nobody Scans It')).toHaveLength(1);
		});

		it('wait-hub keeps who waits for which link, and thanks or reminds', async () => {
			await run(setUp('wait-hub'), 'Lead Form');
			const [{ columns }] = fakeNodes.of('Keep the Resume URL');
			expect(columns.value.resumeUrl).toMatch(/\/webhook-waiting\/.+\?signature=/);
			// n8n's own node Wait is in the real n8n; here, it hands on what it gets.
			expect(fakeNodes.of('Remind')).toHaveLength(1);
			fakeNodes.answers = { Wait: [{ body: { event: 'link.clicked' } }] };
			await run(setUp('wait-hub'), 'Lead Form');
			expect(fakeNodes.of('Say Thanks')).toHaveLength(1);
		});

		it('wait-hub resumes who waits for the link that was clicked', async () => {
			await publish(setUp('wait-hub'));
			await happen('link.clicked', { linkId: 42 });
			await executions(1);
			expect(fakeNodes.of('Find Who Waits')).toMatchObject([
				{ filters: { conditions: [{ keyName: 'linkId', keyValue: 42 }] } },
			]);
			const [{ url, jsonBody }] = fakeNodes.of('Resume');
			expect(url).toBe('https://n8n.example.com/webhook-waiting/1');
			expect(JSON.parse(textOf(jsonBody))).toMatchObject({ event: 'link.clicked' });
			expect(fakeNodes.of('Forget the Wait')).toHaveLength(1);
		});

		/** Requests to the API. */
		const costs = async () =>
			(await world.sandbox.requests()).filter(({ path }) => path.startsWith('/api/')).length;
	});

	describe('purchase-delivery', () => {
		const purchase = { productId: 7, buyerEmail: 'buyer@example.com', price: 1900 };

		it('uploads the file with the password that the buyer gets', async () => {
			await publish(setUp('purchase-delivery'));
			await happen('product.purchased', purchase);
			const [{ status }] = await executions(1);
			expect(status).toBe('success');
			const [{ sendTo, message }] = fakeNodes.of('Send the Link');
			expect(sendTo).toBe('buyer@example.com');
			const [, url, password] = /Download: (\S+)\nPassword: (\S+)/.exec(message)!;
			expect((await fetch(url)).status).toBe(401);
			const download = await fetch(`${url}?password=${password}`);
			expect(await download.text()).toContain('%PDF-1.4');
			const [{ columns }] = fakeNodes.of('Write the Ledger');
			expect(columns.value).toMatchObject({ buyer: 'buyer@example.com', price: 1900, link: url });
			const [{ query }] = (await world.sandbox.requests()).filter(({ path }) =>
				path.includes('upload'),
			);
			expect(query).toMatchObject({ maxdownloads: '3', name: 'Field guide' });
		});

		it('says who waits when the upload is refused', async () => {
			await refuse('/v3/api/files/upload/*', 'POST');
			await publish(setUp('purchase-delivery'));
			await happen('product.purchased', purchase);
			await executions(1);
			expect(fakeNodes.of('Say Who Waits')).toMatchObject([
				{ text: expect.stringMatching(/^buyer@example\.com paid and has no file yet\. .*No\./) },
			]);
			expect(fakeNodes.of('Send the Link')).toEqual([]);
		});

		it('says when it does not know the product', async () => {
			fakeNodes.answers = { 'Look Up the File': [] };
			await publish(setUp('purchase-delivery'));
			await happen('product.purchased', purchase);
			await executions(1);
			expect(fakeNodes.of('Say the File Is Unknown')).toMatchObject([
				{ text: expect.stringContaining('bought product 7') },
			]);
		});
	});

	describe('lead-links', () => {
		const name = 'lead-links';

		it('gives each lead one link, however often it runs', async () => {
			await run(setUp(name), 'Every Hour');
			await run(setUp(name), 'Every Hour');
			const saved = fakeNodes
				.of('Save the Short URL')
				.map((call) => [
					call.email,
					call.additionalFields.customPropertiesUi.customPropertiesValues[0].value,
				]);
			const ada = ['ada@example.com', `${world.sandbox.url}/c-151`];
			const grace = ['grace@example.com', `${world.sandbox.url}/c-152`];
			expect(saved).toEqual([ada, grace, ada, grace]);
			const urls = await world.sandbox.all('/api/urls', 'urls');
			const made = urls.filter(({ alias }) => textOf(alias).startsWith('c-'));
			expect(made).toHaveLength(2);
			expect(await visit(ada[1])).toMatch(/utm_source=crm&.*utm_content=151/);
		});

		it('says which lead got no link', async () => {
			await refuse('/api/url/add', 'POST');
			await run(setUp(name), 'Every Hour');
			expect(fakeNodes.of('Say Which Lead Has No Link').map(({ text }) => text)).toEqual([
				expect.stringMatching(/^Contact 151 got no short link\. /),
				expect.stringMatching(/^Contact 152 got no short link\. /),
			]);
		});

		it('tells sales about the first click of a lead on a day, and about no other click', async () => {
			await run(setUp(name), 'Every Hour');
			await publish(setUp(name));
			for (const alias of ['launch', 'c-151', 'c-151'])
				await visit(`${world.sandbox.url}/${alias}`);
			// The click on another link starts none.
			const done = await executions(2);
			expect(done.map(({ status }) => status)).toEqual(['success', 'success']);
			expect(fakeNodes.of('Get the Lead')).toMatchObject([{ contactId: { value: '151' } }]);
			expect(fakeNodes.of('Tell Sales')).toMatchObject([
				{
					text: expect.stringMatching(
						/^Ada \(ada@example\.com\) has just opened their link, from \w\w/,
					),
				},
			]);
			expect(done[0].items[0].json.data).not.toHaveProperty('ip');
		});
	});

	describe('subscriber-sync', () => {
		const name = 'subscriber-sync';

		it('adds a new subscriber, or updates one who is there', async () => {
			await publish(setUp(name));
			await happen('subscriber.added', { email: 'new@example.com' });
			await executions(1);
			expect(fakeNodes.of('Add Member')).toMatchObject([{ email: 'new@example.com' }]);
			expect(fakeNodes.of('Update Member')).toEqual([]);
			fakeNodes.answers = { 'Add Member': new Error('Member Exists') };
			await happen('subscriber.added', { email: 'known@example.com' });
			await happen('subscriber.added', { email: 'no address' });
			await executions(3);
			expect(fakeNodes.of('Update Member')).toMatchObject([{ email: 'known@example.com' }]);
		});

		it('finds who is only on one side', async () => {
			const { status } = await run(setUp(name), 'Every Sunday');
			expect(status).toBe('success');
			expect(fakeNodes.of('Add Missing Member').map(({ email }) => email)).toEqual([
				'second@example.com',
				'third@example.com',
			]);
			expect(fakeNodes.of('List for Review')).toMatchObject([
				{ text: expect.stringMatching(/: left@example\.com$/) },
			]);
		});

		it('compares nothing when the subscribers cannot be read', async () => {
			await refuse('/api/bio/1/subscribers/export', 'GET');
			await run(setUp(name), 'Every Sunday');
			expect(fakeNodes.of('Say It Was Not Compared')).toHaveLength(1);
			expect(fakeNodes.of('Add Missing Member')).toEqual([]);
			expect(fakeNodes.of('List for Review')).toEqual([]);
		});
	});

	describe('weekly-campaign-report', () => {
		const name = 'weekly-campaign-report';

		it('reports each campaign, and draws the best', async () => {
			const { status } = await run(setUp(name), 'Every Monday');
			expect(status).toBe('success');
			const rows = fakeNodes.of('Keep the Numbers').map(({ columns }) => columns.value);
			expect(rows).toMatchObject([
				{ week: expect.stringMatching(/^\d{4}-W\d\d$/), campaign: 'Spring launch', clicks: 0 },
				{ campaign: 'Newsletter', clicks: 0 },
			]);
			expect(fakeNodes.of('Draw a Chart')).toMatchObject([
				{ labelsArray: ['Spring launch', 'Newsletter'], data: '[0,0]' },
			]);
			expect(fakeNodes.of('Send the Report')).toHaveLength(1);
			const asked = (await world.sandbox.requests()).filter(({ path }) => path.includes('stats'));
			expect(asked.map(({ query }) => Object.keys(query))).toEqual([
				['from', 'to'],
				['from', 'to'],
			]);
		});

		it('reports the others when one cannot be read', async () => {
			await refuse('/api/campaign/1/stats', 'GET');
			await run(setUp(name), 'Every Monday');
			expect(fakeNodes.of('Say What Is Missing')).toMatchObject([
				{ text: expect.stringContaining('not complete') },
			]);
			expect(fakeNodes.of('Keep the Numbers').map(({ columns }) => columns.value.campaign)).toEqual(
				['Newsletter'],
			);
		});
	});

	describe('expired-link', () => {
		const name = 'expired-link';
		const url = 'https://example.com/for-one';

		/** A link that has had its only click. */
		async function expire(): Promise<IDataObject> {
			const parameters = { url, additionalFields: { alias: 'for-one', maxClicks: 1 } };
			const { items } = await world.run('link', 'create', parameters);
			await visit(textOf(items[0].json.shorturl));
			await visit(textOf(items[0].json.shorturl));
			return items[0].json;
		}

		it('renews what ran out, if told so', async () => {
			await publish(setUp(name));
			const link = await expire();
			const [{ status }] = await executions(1);
			expect(status).toBe('success');
			expect(fakeNodes.of('Ask What to Do')).toMatchObject([
				{
					message: expect.stringContaining(
						`${textOf(link.shorturl)} has expired (max_clicks) after 1 clicks`,
					),
				},
			]);
			expect(await visit(textOf(link.shorturl))).toBe(url);
			expect(fakeNodes.of('Log It').map(({ columns }) => columns.value)).toEqual([
				{ alias: 'for-one', reason: 'max_clicks', renewed: true, leadsTo: url },
			]);
		});

		it('gives more days to a link whose date has come', async () => {
			await publish(setUp(name));
			await happen('link.expired', { id: 3, alias: 'news', reason: 'expiry_date', totalClicks: 5 });
			await executions(1);
			const [{ body }] = (await world.sandbox.requests()).filter(({ method }) => method === 'PUT');
			expect(body).toEqual({ expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d/) });
		});

		it('parks it otherwise', async () => {
			fakeNodes.answers = { 'Ask What to Do': [{ data: { approved: false } }] };
			await publish(setUp(name));
			const link = await expire();
			await executions(1);
			expect(await visit(textOf(link.shorturl))).toBe('https://www.example.com/offer-ended');
			expect(fakeNodes.of('Log It')).toHaveLength(1);
		});

		it('says when it cannot', async () => {
			await refuse('/api/url/*', 'GET');
			await publish(setUp(name));
			await happen('link.expired', { id: 3, alias: 'news', reason: 'max_clicks', totalClicks: 5 });
			await executions(1);
			expect(fakeNodes.of('Say It Was Not Changed')).toMatchObject([
				{ text: expect.stringContaining('The expired link news could not be handled') },
			]);
			expect(fakeNodes.of('Ask What to Do')).toEqual([]);
		});
	});

	describe('event-tickets', () => {
		const name = 'event-tickets';

		it('sends a ticket, and lets it in once', async () => {
			const { status, nodes } = await run(setUp(name), 'Ticket Form');
			expect(status).toBe('success');
			const [mail] = fakeNodes.calls.filter(({ node }) => node === 'Send the Ticket');
			expect(mail.parameters.sendTo).toBe('ada@example.com');
			const image = await engine.readBinary(mail.item.binary!.qr);
			const { text } = await readQr(image, 'image/png');
			const [{ columns }] = fakeNodes.of('Keep the Ticket');
			expect(columns.value).toMatchObject({
				qrId: nodes['Create QR Code'][0].items[0].json.id,
				used: false,
			});

			await publish(setUp(name));
			fakeNodes.answers = { 'Find the Ticket': [{ ...columns.value }] };
			expect(await visit(text!)).toMatch(
				/^https:\/\/www\.example\.com\/event\?ticket=[0-9a-f]{12}$/,
			);
			await executions(1);
			expect(fakeNodes.of('Say Welcome')).toMatchObject([{ text: 'Ada Lovelace has checked in.' }]);
			const [used] = fakeNodes.of('Mark As Used');
			expect(used.filters.conditions).toMatchObject([
				{ keyName: 'qrId', keyValue: columns.value.qrId },
			]);

			fakeNodes.answers = { 'Find the Ticket': [{ ...columns.value, ...used.columns.value }] };
			await visit(text!);
			await executions(2);
			expect(fakeNodes.of('Say Stop')).toMatchObject([
				{
					text: expect.stringMatching(
						/^The ticket of Ada Lovelace was scanned again; .* at \d{4}-/,
					),
				},
			]);
			expect(fakeNodes.of('Say Welcome')).toHaveLength(1);
		});

		it('knows a QR code that is no ticket, and says who got none', async () => {
			fakeNodes.answers = { 'Find the Ticket': [] };
			await publish(setUp(name));
			await happen('qr.scanned', { qrId: 1 });
			await executions(1);
			expect(fakeNodes.of('Say Stop')).toMatchObject([
				{ text: 'A QR code was scanned that is no ticket.' },
			]);
			await refuse('/api/qr/add', 'POST');
			await run(setUp(name), 'Ticket Form');
			expect(fakeNodes.of('Say Who Has No Ticket')).toMatchObject([
				{ text: expect.stringMatching(/^ada@example\.com got no ticket\. /) },
			]);
			expect(fakeNodes.of('Send the Ticket')).toEqual([]);
		});

		it('sends the picture instead, once that step is activated', async () => {
			const workflow = setUp(name, (node) => {
				delete node.disabled;
			});
			await run(workflow, 'Ticket Form');
			const [mail] = fakeNodes.calls.filter(({ node }) => node === 'Send the Ticket');
			expect(mail.item.binary!.qr.fileName).toContain('watercolor');
			expect(fakeNodes.of('Keep the Ticket')).toHaveLength(1);
		});
	});

	describe('ai-link-assistant', () => {
		const tools = ofType(readExample('ai-link-assistant'), TOOL);

		/** Runs a tool with what a model fills in. */
		async function call(tool: string, filledIn: IDataObject) {
			const { parameters } = tools.find(({ name }) => name === tool)!;
			const items = [{ json: filledIn }];
			return await engine.runNode({
				node: ACTION,
				parameters,
				items,
				onError: 'continueErrorOutput',
			});
		}

		it('creates and reads with what the model fills in', async () => {
			const link = { url: 'https://www.example.com/spring', alias: 'spring-sale' };
			const { items } = await call('Create Link', link);
			expect(items).toMatchObject([{ json: { shorturl: `${world.sandbox.url}/spring-sale` } }]);
			expect((await call('List Links', {})).items).toHaveLength(5);
			const { items: found } = await call('List Links', { search: 'com/spring' });
			expect(found).toMatchObject([{ json: { alias: 'spring-sale' } }]);
			const { items: clicks } = await call('Clicks of a Link', { linkId: '1' });
			expect(clicks).toMatchObject([{ json: { linkId: 1, totalClicks: 40 } }]);
			const code = { name: 'Spring', url: 'https://www.example.com/spring' };
			expect((await call('Create QR Code', code)).items).toMatchObject([
				{ json: { name: 'Spring' } },
			]);
		});

		it('tells the model why something cannot be done', async () => {
			const { errorItems } = await call('Create Link', { url: 'no address', alias: 'x' });
			expect(errorItems).toHaveLength(1);
			expect(errorItems[0].json.error).toMatch(/url/i);
		});

		it('has no tool that changes, deletes or shows a key', () => {
			const operations = tools.map(
				({ parameters }) => `${textOf(parameters.resource)}.${textOf(parameters.operation)}`,
			);
			expect(operations).toEqual([
				'link.create',
				'link.getAll',
				'analytics.getLinkSummary',
				'qrCode.create',
			]);
		});

		it('connects tools, model and memory to the agent, and its error output to an answer', () => {
			const { connections } = readExample('ai-link-assistant');
			for (const { name } of tools) {
				expect(connections[name]).toEqual({
					ai_tool: [[{ node: 'Link Assistant', type: 'ai_tool', index: 0 }]],
				});
			}
			expect(Object.keys(connections['Chat Model'])).toEqual(['ai_languageModel']);
			expect(Object.keys(connections.Memory)).toEqual(['ai_memory']);
			expect(targets(readExample('ai-link-assistant'), 'Link Assistant', 1)).toEqual([
				'Say It Did Not Work',
			]);
		});
	});

	describe('ab-winner', () => {
		const name = 'ab-winner';

		it('sends everybody to a variant that is clear enough', async () => {
			const { status } = await run(setUp(name), 'Every Day');
			expect(status).toBe('success');
			expect(await visit(`${world.sandbox.url}/try`)).toBeTruthy();
			expect(await linkTo(4)).toBe('https://example.com/try/a');
			const [{ filters, columns }] = fakeNodes.of('Close the Test');
			expect(filters.conditions).toMatchObject([{ keyName: 'linkId', keyValue: 4 }]);
			expect(columns.value).toEqual({ running: false, winner: 'https://example.com/try/a' });
			expect(fakeNodes.of('Say Who Won')).toMatchObject([
				{ text: expect.stringContaining('which got 60 % of 10 clicks') },
			]);
		});

		it('lets a test run that has too few clicks', async () => {
			fakeNodes.answers = { 'Get Running Tests': [{ linkId: 4, minClicks: 11 }] };
			const { nodes } = await run(setUp(name), 'Every Day');
			expect(nodes['Let It Run'][0].items).toHaveLength(1);
			expect(await linkTo(4)).toBe('https://example.com/try');
		});

		it('says which test could not be read, and evaluates the others', async () => {
			fakeNodes.answers = {
				'Get Running Tests': [
					{ linkId: 4444, minClicks: 10 },
					{ linkId: 4, minClicks: 10 },
				],
			};
			await run(setUp(name), 'Every Day');
			expect(fakeNodes.of('Say It Was Not Done')).toMatchObject([
				{ text: expect.stringContaining('The A/B test of link 4444 could not') },
			]);
			expect(await linkTo(4)).toBe('https://example.com/try/a');
		});
	});

	describe('publish-everywhere', () => {
		const name = 'publish-everywhere';

		it('puts one link into the channel, onto the bio page and into the post', async () => {
			const { status } = await run(setUp(name), 'New Post');
			expect(status).toBe('success');
			const [{ text }] = fakeNodes.of('Post on LinkedIn');
			const shortUrl = `${world.sandbox.url}/five-ideas-for-spring`;
			expect(text.split('\n\n')).toEqual([
				'Five ideas for spring',
				'What to plant first.',
				shortUrl,
			]);
			const [{ columns }] = fakeNodes.of('Keep a Record');
			expect(columns.value).toMatchObject({ guid: 'https://www.example.com/?p=501', shortUrl });
			const page = await world.sandbox.call<{ data: { blocks: Array<{ content: object }> } }>(
				'/api/bio/1',
			);
			expect(page.data.blocks[0].content).toEqual({
				title: 'Five ideas for spring',
				url: shortUrl,
			});
			const items = JSON.stringify(await world.sandbox.call('/v3/api/channel/1?limit=100'));
			expect(items).toContain(`"id":${columns.value.linkId}`);
		});

		it('publishes a post once', async () => {
			await run(setUp(name), 'New Post');
			await run(setUp(name), 'New Post');
			expect(fakeNodes.of('Post on LinkedIn')).toHaveLength(1);
		});

		it('says which post is not everywhere', async () => {
			await refuse('/v3/api/channel/*', 'POST');
			await run(setUp(name), 'New Post');
			expect(fakeNodes.of('Say What Is Missing')).toMatchObject([
				{
					text: expect.stringMatching(
						/^"Five ideas for spring" was not published everywhere\. .*No\./,
					),
				},
			]);
			expect(fakeNodes.of('Post on LinkedIn')).toEqual([]);
		});
	});
});
