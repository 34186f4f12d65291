/**
 * Tests templates in a real n8n without sample data for n8n's own Code, HTTP Request, Data Table, Telegram and Loop
 * nodes.
 */
import { notify, readExample } from '../../tools/n8n/examples.mts';
import { type Item, type WorkflowJson, getOutputs } from '../../tools/n8n/rest.mts';
import { startServer } from '../support/serve.mts';
import { useN8n } from './useN8n.mts';
import { openOutside } from './outside.mts';

const n8n = useN8n();
let outside: Awaited<ReturnType<typeof openOutside>>;
beforeAll(async () => (outside = await openOutside()));
beforeEach(async () => {
	await n8n.control('reset', {});
	outside.sent.length = 0;
});
afterAll(() => outside?.close());

type Template = WorkflowJson & { pinData: Record<string, Item[]> };

const read = (name: string) => readExample(name, n8n.credential, n8n.url) as Template;
const nodeOf = ({ nodes }: Template, name: string) => nodes.find((node) => node.name === name)!;

/** Runs the template with its pinned data. Returns a function that returns a node's output items. */
async function run(workflow: Template, trigger: string) {
	const { id } = await n8n.rest.createWorkflow(workflow);
	const execution = await n8n.rest.run(id, trigger);
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	return (node: string, output = 0) => getOutputs(execution, node)[output] ?? [];
}

/** Removes all messengers from the workflow except Telegram, which uses a server on this machine. */
async function withTelegram(workflow: Template): Promise<Template> {
	const data = { accessToken: 'none', baseUrl: outside.url };
	const id = await n8n.rest.saveCredential('Telegram', 'telegramApi', data);
	const unused = ['Notify by Slack', 'Notify by Email'];
	const nodes = workflow.nodes.filter(({ name }) => !unused.includes(name));
	for (const node of nodes) {
		if (node.name !== 'Notify by Telegram') continue;
		node.credentials = { telegramApi: { id, name: 'Telegram' } };
		Object.assign(node, { waitBetweenTries: 0 });
	}
	notify(nodes, '4711');
	const connections = structuredClone(workflow.connections) as Record<
		string,
		{ main: Array<Array<{ node: string }>> }
	>;
	for (const name of unused) delete connections[name];
	connections.Notify.main = connections.Notify.main.map((targets) =>
		targets.filter(({ node }) => !unused.includes(node)),
	);
	const pinData = { ...workflow.pinData };
	for (const name of ['Notify by Telegram', ...unused]) delete pinData[name];
	return { ...workflow, nodes, connections: connections as never, pinData };
}

it('moving-in creates the links of a file in two batches, and reports the unusable rows', async () => {
	const workflow = read('moving-in');
	const rows = Array.from({ length: 70 }, (_, n) => `m-${n},https://www.example.com/${n}`);
	const csv = ['slug,url', ...rows, 'launch,https://www.example.com/taken', 'x,no url'].join('\n');
	const [form] = workflow.pinData['Upload Form'];
	Object.assign((form as unknown as { binary: { Export_file: object } }).binary.Export_file, {
		data: Buffer.from(csv).toString('base64'),
	});
	form.json['What to do'] = 'Create the links';
	nodeOf(workflow, 'Loop Over Rows').parameters.batchSize = 50;
	const outputs = await run(workflow, 'Upload Form');
	const report = outputs('Report').map(({ json }) => json);
	expect(report.slice(0, 2)).toMatchObject([
		{ row: 72, status: 'not moved', reason: expect.stringContaining('taken') },
		{ row: 73, status: 'not moved' },
	]);
	expect(report.filter(({ status }) => status === 'created')).toHaveLength(70);
	expect(outputs('Make a CSV')[0]).toHaveProperty('binary.report.fileName', 'moving-in.csv');
	const again = (await run(workflow, 'Upload Form'))('Report').map(({ json }) => json);
	expect(again.filter(({ status }) => status === 'already there')).toHaveLength(70);
});

describe('link-health', () => {
	let server: Awaited<ReturnType<typeof startServer>>;
	/** The HTTP statuses of the responses to HEAD and GET, by path. */
	const targets: Record<string, [number, number]> = {
		'/alive': [200, 200],
		'/no-head': [405, 200],
		'/gone': [404, 404],
		'/robots': [403, 403],
		'/broken': [500, 503],
	};
	beforeAll(async () => {
		server = await startServer(({ method, url: path }, response) => {
			response.statusCode = targets[path!][method === 'HEAD' ? 0 : 1];
			response.end('A page');
		});
	});
	afterAll(() => server.close());

	it('link-health names the dead targets in its message, most clicked first', async () => {
		for (const path of [...Object.keys(targets)].reverse()) {
			const alias = `t-${path.slice(1)}`;
			await n8n.ask('POST', '/api/url/add', { url: server.url + path, alias });
		}
		const closed = { url: 'http://127.0.0.1:9/', alias: 't-closed' };
		await n8n.ask('POST', '/api/url/add', closed);
		const clicks = {
			't-gone': 3,
			't-broken': 2,
			't-closed': 1,
			't-alive': 1,
			't-no-head': 1,
			't-robots': 1,
		};
		for (const [alias, count] of Object.entries(clicks)) {
			for (let n = 0; n < count; n += 1)
				await fetch(`${n8n.service.url}/${alias}`, { redirect: 'manual' });
		}
		const workflow = await withTelegram(read('link-health'));
		nodeOf(workflow, 'Get Links').parameters.filters = { minClicks: 1, aliasPrefix: 't-' };
		await run(workflow, 'Every Monday');
		expect(outside.sent).toHaveLength(1);
		const lines = outside.sent[0].text.split('\n');
		expect(lines).toEqual([
			'Dead targets: 3 of 6 links with clicks.',
			expect.stringMatching(/^3 clicks: .*t-gone leads to .*\(404\)$/),
			expect.stringMatching(/^2 clicks: .*t-broken leads to .*\(503\)$/),
			expect.stringMatching(/^1 clicks: .*t-closed leads to .*\(.*\S.*\)$/),
		]);
	});
});
