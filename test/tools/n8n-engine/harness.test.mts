/** The engine itself, with a small package of its own (fixture/). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import {
	type Engine,
	openEngine,
	type RunNodeOptions,
	type TriggerHost,
} from '../../../tools/n8n-engine/index.mts';
// After the engine, which prepares the environment that n8n-core reads.
import { DataDeduplicationService } from 'n8n-core';

const packageFolder = join(process.cwd(), 'test/tools/n8n-engine/fixture');
const fixtureApi = { apiUrl: 'http://localhost', apiKey: 'secret' };

let engine: Engine;

beforeAll(async () => {
	engine = await openEngine({ packageFolder, credentials: { fixtureApi } });
});

const echo = async (parameters: object = {}, more: Partial<RunNodeOptions> = {}, by = engine) =>
	await by.runNode({ node: 'echo', parameters: { ...parameters }, ...more });

describe('runNode', () => {
	test('evaluates expressions per item and links each output item to its input', async () => {
		const { status, items } = await echo(
			{ text: '={{ $json.a }} of {{ $input.all().length }}' },
			{ items: [{ json: { a: 'first' } }, { json: { a: 'second' } }] },
		);
		expect(status).toBe('success');
		expect(items.map(({ json, pairedItem }) => [json.text, pairedItem])).toEqual([
			['first of 2', { item: 0 }],
			['second of 2', { item: 1 }],
		]);
	});

	test('fills in defaults, and uses the newest version or the requested one', async () => {
		const newest = await echo();
		expect(newest.items[0].json).toMatchObject({ text: 'default text', version: 2 });
		const older = await engine.runNode({ node: 'n8n-nodes-fixture.echo', typeVersion: 1 });
		expect(older.items[0].json).toMatchObject({ version: 1 });
	});

	test('passes on mode, time zone and execution id', async () => {
		const settings = { timezone: 'Asia/Tokyo' };
		const { items } = await echo({}, { mode: 'manual', settings, executionId: '77' });
		expect(items[0].json).toMatchObject({ mode: 'manual', zone: 'Asia/Tokyo', id: '77' });
	});

	test('a failing node stops the workflow with its error', async () => {
		const { status, error, items } = await echo({ operation: 'fail' });
		expect({ status, items }).toEqual({ status: 'error', items: [] });
		expect(error).toMatchObject({ message: 'Failed', context: { itemIndex: 0 } });
	});

	test.each([
		['continueRegularOutput', [{ text: 'done' }, { error: 'Failed' }], []],
		['continueErrorOutput', [{ text: 'done' }], [{ row: 2, error: 'Failed' }]],
	] as const)('%s: items and error output', async (onError, regular, failed) => {
		const input = [{ json: { fine: true } }, { json: { row: 2 } }];
		const run = await echo({ operation: 'fail', text: 'done' }, { items: input, onError });
		const outputs = [run.items, run.errorItems].map((items) => items.map(({ json }) => json));
		expect(outputs).toEqual([regular, failed]);
	});

	test('n8n refuses a node whose required parameter is missing', async () => {
		const { status, error } = await echo({ operation: 'hint' });
		expect(status).toBe('error');
		expect(error?.message).toContain('issues');
	});

	test('execution hints and log entries are returned', async () => {
		const { hints, log } = await echo({ operation: 'hint', must: 'yes' });
		expect(hints).toEqual([{ message: 'Paused 1 s', location: 'outputPane' }]);
		const metadata = { operation: 'hint' };
		expect(log).toContainEqual({ level: 'info', message: 'Echo runs', metadata });
	});

	test('settings of the node apply: retry on fail runs it again', async () => {
		const nodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { log } = await echo({ operation: 'fail' }, { nodeSettings });
		expect(log.filter(({ message }) => message === 'Echo runs')).toHaveLength(2);
	});

	test('an execution that is canceled before it starts runs nothing', async () => {
		const { status, log } = await echo({}, { signal: AbortSignal.abort() });
		expect({ status, log }).toEqual({ status: 'canceled', log: [] });
	});

	test('cancelling ends a wait at once', async () => {
		const abort = new AbortController();
		const started = Date.now();
		setTimeout(() => abort.abort(), 50);
		const { status } = await echo({ operation: 'wait' }, { signal: abort.signal });
		expect(status).toBe('canceled');
		expect(Date.now() - started).toBeLessThan(5000);
	});
});

test.each([['9'], [undefined]])(
	'connectTool calls a node with the arguments of an agent, in the execution %j',
	async (executionId) => {
		const parameters = { text: "={{ $fromAI('what') }}" };
		const tool = await engine.connectTool({ node: 'echo', parameters, executionId });
		for (const what of ['one', 'two']) {
			const [{ text, id }] = (await tool({ what })) as Array<Record<string, unknown>>;
			expect([text, id]).toEqual([what, executionId]);
		}
	},
);

describe('binary data', () => {
	const binary = { data: { fileName: 'in.txt', mimeType: 'text/plain', data: Buffer.from('abc') } };

	test.each([
		['filesystem', 'filesystem-v2'],
		['memory', 'memory'],
	] as const)('is passed in and returned as bytes (%s)', async (binaryMode, stored) => {
		const own = await openEngine({ packageFolder, binaryMode });
		const { items } = await echo({ operation: 'file' }, { items: [{ binary }] }, own);
		expect(items[0].json).toEqual({ stored, name: 'in.txt' });
		expect(items[0].binary?.data).toMatchObject({ fileName: 'out.txt', mimeType: 'text/plain' });
		expect((await own.readBinary(items[0].binary!.data)).toString()).toBe('cba');
	});

	test('moves into the JSON if the workflow is set to combined', async () => {
		const { items } = await echo(
			{ operation: 'file', field: '_files.data' },
			{ items: [{ binary }], settings: { binaryMode: 'combined' } },
		);
		expect(items[0].binary).toBeUndefined();
		expect(items[0].json).toMatchObject({
			name: 'in.txt',
			_files: { data: { fileName: 'out.txt' } },
		});
	});

	test.each(['filesystem', 'memory'] as const)(
		'is passed in and returned as streams (%s)',
		async (binaryMode) => {
			const own = await openEngine({ packageFolder, binaryMode });
			const { items } = await echo(
				{ operation: 'file' },
				{
					items: [
						{
							binary: {
								data: { mimeType: 'text/plain', data: Readable.from([Buffer.from('xyz')]) },
							},
						},
					],
				},
				own,
			);
			expect(await text(await own.openBinary(items[0].binary!.data))).toBe('zyx');
		},
	);
});

describe('credentials', () => {
	let server: Server;
	let url: string;
	let received: IncomingMessage[];
	let answer: { status: number; body: unknown };

	beforeAll(async () => {
		server = createServer((request, response) => {
			received.push(request);
			response.statusCode = answer.status;
			response.setHeader('content-type', 'application/json').end(JSON.stringify(answer.body));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	beforeEach(() => {
		received = [];
		answer = { status: 200, body: { ok: true } };
	});
	afterAll(() => server.close());

	test('authenticate as a function, with the type’s defaults, and the reads are counted', async () => {
		const { items, credentialReads } = await echo(
			{ operation: 'request', url: `${url}/x` },
			{ items: [{}, {}] },
		);
		expect(items.map(({ json }) => json)).toEqual([{ ok: true }, { ok: true }]);
		expect(received.map(({ headers }) => headers['x-key'])).toEqual(['secret', 'secret']);
		expect(credentialReads).toBe(2);
	});

	test('expressions of a credential: with the run’s first item, and without one in a dropdown', async () => {
		const credentials = { fixtureApi: { ...fixtureApi, apiKey: '={{ $json.key }}' } };
		await echo(
			{ operation: 'request', url: `${url}/x` },
			{ items: [{ json: { key: 'a' } }], credentials },
		);
		expect(received.map(({ headers }) => headers['x-key'])).toEqual(['a']);
		await expect(engine.loadOptions('getRegions', { credentials })).rejects.toThrow(
			"Node '' hasn't been executed",
		);
	});

	test('authenticate as a generic declaration', async () => {
		await echo(
			{ operation: 'request', url: `${url}/x`, credential: 'fixtureGenericApi' },
			{ credentials: { fixtureGenericApi: { apiKey: 'k' } } },
		);
		expect(received[0].headers.authorization).toBe('Bearer k');
	});

	test('n8n refuses a request without credentials', async () => {
		const bare = await openEngine({ packageFolder });
		const { error } = await echo({ operation: 'request', url: `${url}/x` }, {}, bare);
		expect(error?.message).toContain('does not require credentials');
		expect(received).toEqual([]);
	});

	test.each([
		[200, { error: 0 }, { status: 'OK', message: 'Connection successful!' }],
		[200, { error: 1 }, { status: 'Error', message: 'The service said no' }],
		[401, {}, { status: 'Error', message: 'Check the key' }],
		[404, {}, { status: 'Error', message: 'Not Found' }],
	])('the test request: %d %j', async (status, body, expected) => {
		answer = { status, body };
		const result = await engine.testCredential('fixtureApi', { ...fixtureApi, apiUrl: url });
		expect(result).toEqual(expected);
		// n8n-core repeats a request after 401, even if there is nothing to refresh.
		expect(received).toHaveLength(status === 401 ? 2 : 1);
		expect(received[0]).toMatchObject({ url: '/account', headers: { 'x-key': 'secret' } });
	});

	test('the test request reports a network error', async () => {
		const apiUrl = 'http://127.0.0.1:1';
		const result = await engine.testCredential('fixtureApi', { ...fixtureApi, apiUrl });
		expect(result).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
	});
});

describe('the editor’s methods', () => {
	test('loadOptions sees credentials and current parameters', async () => {
		const options = { node: 'echo', parameters: { text: 'EU' } };
		expect(await engine.loadOptions('getRegions', options)).toEqual([
			{ name: 'EU', value: 'secret' },
		]);
	});

	test('listSearch gets filter and token', async () => {
		const found = await engine.listSearch('searchThings', { filter: 'abc', paginationToken: '2' });
		expect(found).toEqual({ results: [{ name: 'abc', value: '2' }], paginationToken: 'next' });
	});

	test('resourceMapping', async () => {
		const { fields } = await engine.resourceMapping('getColumns');
		expect(fields).toMatchObject([{ id: 'a', displayName: 'default text' }]);
	});

	test('an unknown method is named, with the known ones', async () => {
		await expect(engine.loadOptions('nope')).rejects.toThrow('It has: getRegions');
	});
});

describe('runWorkflow', () => {
	test('runs a file from CSV rows to written files, with the stand-ins of built-in nodes', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'harness-'));
		await writeFile(join(folder, 'rows.csv'), 'name,note\nA,\nB,x\n');
		const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const finished: string[] = [];
		const run = await engine.runWorkflow(
			{
				nodes: [
					engine.node('n8n-nodes-base.manualTrigger', { name: 'Start' }),
					engine.node('n8n-nodes-base.stickyNote', { name: 'Note' }),
					engine.node('n8n-nodes-base.readWriteFile', {
						name: 'Read',
						parameters: { operation: 'read', fileSelector: join(folder, 'rows.csv') },
					}),
					engine.node('n8n-nodes-base.extractFromFile', { name: 'Rows' }),
					engine.node('echo', { parameters: { text: '={{ $json.name }}' } }),
					engine.node('n8n-nodes-base.readWriteFile', {
						name: 'Write',
						parameters: {
							operation: 'write',
							fileName: `=${folder}/{{ $json.text }}-{{ $('Read').item.json.fileName }}`,
							dataPropertyName: 'copy',
						},
					}),
				],
				connections: { Start: next('Read'), Read: next('Rows'), Rows: next('Echo') },
			},
			{ onNodeFinished: (name) => finished.push(name) },
		);
		expect(run.status).toBe('success');
		expect(finished).toEqual(['Start', 'Read', 'Rows', 'Echo']);
		expect(run.nodes.Read[0].items[0].json).toMatchObject({
			fileName: 'rows.csv',
			mimeType: 'text/csv',
		});
		expect(run.nodes.Rows[0].items.map(({ json }) => json)).toEqual([
			{ name: 'A' },
			{ name: 'B', note: 'x' },
		]);
		expect(run.nodes.Echo[0].items.map(({ json }) => json.text)).toEqual(['A', 'B']);

		const written = await engine.runNode({
			node: 'n8n-nodes-base.readWriteFile',
			parameters: { operation: 'write', fileName: join(folder, 'out.txt') },
			items: [{ binary: { data: { mimeType: 'text/plain', data: Buffer.from('content') } } }],
		});
		expect(written.status).toBe('success');
		expect(await readFile(join(folder, 'out.txt'), 'utf8')).toBe('content');
		await rm(folder, { recursive: true });
	});

	test.each(['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.noOp'])(
		'input for %s',
		async (type) => {
			const { nodes } = await engine.runWorkflow(
				{ nodes: [engine.node(type, { name: 'Start' })], connections: {} },
				{ input: [{ json: { row: 1 } }, { json: { row: 2 } }], startNode: 'Start' },
			);
			expect(nodes.Start[0].items.map(({ json }) => json)).toEqual([{ row: 1 }, { row: 2 }]);
		},
	);
});

describe('the trigger host', () => {
	let host: TriggerHost;
	const headers = { 'x-key': 'secret' };

	beforeEach(async () => {
		host = await engine.startTriggerHost();
	});
	afterEach(async () => await host.close());

	test('publishing subscribes under the real URL and keeps static data', async () => {
		const publication = await host.publish({ webhookId: 'abc' });
		expect(publication.url).toBe(`${host.baseUrl}/webhook/abc/webhook`);
		expect(publication.staticData).toEqual({
			'node:Ping Trigger': { subscribed: 'trigger activate', url: publication.url },
		});
		await publication.unpublish();
		expect(publication.active).toBe(false);
		expect(publication.staticData['node:Ping Trigger']).toMatchObject({ subscribed: '' });
		expect((await publication.deliver({ headers, body: { id: 1 } })).status).toBe(404);
	});

	test('a failing create() is thrown, and leaves no route', async () => {
		await expect(host.publish({ parameters: { topic: 'forbidden' } })).rejects.toThrow(
			'Not this topic',
		);
	});

	test('republishing deletes the old subscription and creates the new one', async () => {
		const publication = await host.publish({ parameters: { topic: 'a' } });
		await publication.republish({ topic: 'b' });
		expect(publication.active).toBe(true);
		expect(publication.staticData['node:Ping Trigger']).toMatchObject({
			subscribed: 'trigger update',
		});
	});

	test('a delivery gets a response, and runs execute() and the nodes after it', async () => {
		const publication = await host.publish({ parameters: { answer: 'thanks' } });
		const response = await fetch(`${publication.url}?a=b`, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: '{"id": 1,  "spaced": true}',
		});
		expect([response.status, await response.json()]).toEqual([200, { answer: 'thanks' }]);
		const [execution] = await host.waitForExecutions(1);
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(execution.items[0].json).toEqual({
			id: 1,
			raw: '{"id": 1,  "spaced": true}',
			query: { a: 'b' },
		});
		expect(execution.nodes.After[0].items).toHaveLength(1);
		expect(host.deliveries).toMatchObject([{ statusCode: 200, credentialReads: 1 }]);
	});

	test('without a response of the trigger, n8n reports that it started', async () => {
		const publication = await host.publish({});
		const response = await publication.deliver({ headers, body: { id: 1 } });
		expect(await response.json()).toEqual({ message: 'Workflow was started' });
	});

	test('the trigger’s own refusal is the response, nothing runs, static data is saved', async () => {
		const publication = await host.publish({});
		const response = await publication.deliver({ body: { id: 1 } });
		expect([response.status, await response.json()]).toEqual([401, { refused: true }]);
		expect(publication.staticData['node:Ping Trigger']).toMatchObject({ calls: 1 });
		expect(host.executions).toEqual([]);
	});

	test('static data changed before an execution is lost, as in n8n', async () => {
		const publication = await host.publish({});
		await publication.deliver({ headers, body: { id: 1 } });
		await host.waitForExecutions(1);
		expect(publication.staticData['node:Ping Trigger']).not.toHaveProperty('calls');
	});

	test.each([
		[{ ignore: true }, { ignored: true }],
		[{ nothing: true }, { message: 'Webhook call received' }],
	])('no execution follows %j', async (body, answer) => {
		const publication = await host.publish({});
		expect(await (await publication.deliver({ headers, body })).json()).toEqual(answer);
		expect(host.executions).toEqual([]);
	});

	test('a throwing webhook() responds 500 and leaves a failed execution', async () => {
		const publication = await host.publish({});
		const response = await publication.deliver({ headers, body: { explode: true } });
		expect(response.status).toBe(500);
		expect(host.executions).toMatchObject([{ status: 'error', error: { message: 'Exploded' } }]);
	});

	test('broken JSON is refused before the trigger; a packed body arrives unpacked', async () => {
		const publication = await host.publish({});
		const json = { ...headers, 'content-type': 'application/json' };
		expect((await publication.deliver({ headers: json, body: '{' })).status).toBe(422);
		expect(host.deliveries).toEqual([]);

		await publication.deliver({
			headers: { ...json, 'content-encoding': 'gzip' },
			body: gzipSync('{"id":5}'),
		});
		const [execution] = await host.waitForExecutions(1);
		expect(execution.items[0].json).toMatchObject({ id: 5, raw: '{"id":5}' });
	});

	test('deduplication remembers the last entries, also over a new publication', async () => {
		const nodes = [engine.node('pingTrigger', { webhookId: 'dedupe' })];
		const publication = await host.publish({ id: 'dedupe', nodes, connections: {} });
		const send = async (id: number, count: number) => {
			await publication.deliver({ headers, body: { id } });
			return (await host.waitForExecutions(count)).at(-1)!.items.length;
		};
		expect(await send(1, 1)).toBe(1);
		expect(await send(1, 2)).toBe(0);
		// Three are kept (maxEntries), so the first one is forgotten.
		for (const id of [2, 3, 4]) expect(await send(id, id + 1)).toBe(1);
		expect(await send(1, 6)).toBe(1);
	});

	test('deduplication alone accepts simultaneous duplicates, as in n8n', async () => {
		const service = DataDeduplicationService.getInstance();
		const context = { workflow: { id: 'w', active: true }, node: engine.node('echo') };
		const check = async () =>
			(await service.checkProcessedAndRecord(['x'], 'node', context, { mode: 'entries' })).new;
		expect(await Promise.all([check(), check(), check()])).toEqual([['x'], ['x'], ['x']]);
		expect(await check()).toEqual([]);
	});

	test('credentials can change without a new publication', async () => {
		const publication = await host.publish({});
		host.credentials = { fixtureApi: { ...fixtureApi, apiKey: 'other' } };
		expect((await publication.deliver({ headers, body: { id: 1 } })).status).toBe(401);
	});

	test('listening for a test event: test URL, manual mode, ends after one execution', async () => {
		const publication = await host.listenForTestEvent({ webhookId: 'abc' });
		expect(publication.url).toBe(`${host.baseUrl}/webhook-test/abc/webhook`);
		expect(publication.staticData['node:Ping Trigger']).toEqual({
			subscribed: 'manual manual',
			url: publication.url,
		});
		expect((await publication.deliver({ body: { id: 1 } })).status).toBe(401);
		expect(publication.active).toBe(true);
		expect((await publication.deliver({ headers, body: { id: 1 } })).status).toBe(200);
		const [execution] = await host.waitForExecutions(1);
		expect(execution.mode).toBe('manual');
		expect(publication.active).toBe(false);
	});

	test('waiting for executions that never come fails with their number', async () => {
		await expect(host.waitForExecutions(1, 50)).rejects.toThrow('0 of 1 executions');
	});
});
