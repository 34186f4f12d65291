/** Our node beside what people put on the canvas without it: n8n's HTTP Request node with the same credential. */
import type { SettingsPatch } from '../../sandbox/settings.mts';
import type { Execution, Item, WorkflowJson } from '../../n8n/rest.mts';
import { type N8nWorld, type NodeSketch, chain, manualStart } from '../../n8n/world.mts';
import { byTurns, quantile, sum, toRatios } from '../figures.mts';
import { head, row, say } from '../results.mts';

const LATENCY = 50;
const LIMIT = 30;
const WINDOW_SECONDS = 5;
const CONCURRENCY = 5;
/** In more pages than a window has requests. */
const LISTED = 4_000;
/** Those that the sandbox has from the start. */
const SEEDED = 4;
const RATE_LIMIT = { limit: LIMIT, windowSeconds: WINDOW_SECONDS };

/** Nodes that make the input, which everybody has. */
const GIVEN = ['Start', 'Items'];

interface Candidate {
	name: string;
	/** In their order; a loop goes round all of them. */
	nodes: NodeSketch[];
	/** Rows of each turn of Loop Over Items, and seconds that Wait waits after them. */
	loop?: [rows: number, seconds: number];
}

/** What is done by each candidate, with how many rows, or of how long a list. */
interface Work {
	title: string;
	candidates: Candidate[];
	items: number;
	/** Records in the account before. */
	fill?: number;
	expected: number;
	rateLimit?: SettingsPatch['rateLimit'];
	isDone: (item: Item) => boolean;
}

const ours = (name: string, parameters: Record<string, unknown>): Candidate => ({
	name,
	nodes: [{ name: 'Ours', type: 'n8n-nodes-linkplatform.linkPlatform', parameters }],
});

const http = (name: string, parameters: Record<string, unknown>): NodeSketch => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	onError: 'continueRegularOutput',
	parameters: {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'linkPlatformApi',
		...parameters,
	},
});

const code = (name: string, jsCode: string): NodeSketch => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

/** n8n's Batching: so many requests, then so long a pause. */
const batching = (batchSize: number, batchInterval: number) => ({
	batching: { batch: { batchSize, batchInterval } },
});

function toWorkflow({ name, nodes, loop }: Candidate, items: number): WorkflowJson {
	const input = code(
		'Items',
		`return Array.from({ length: ${items} }, (_, n) => ({ json: { n } }))`,
	);
	if (!loop) return chain(name, [manualStart, input, ...nodes]);
	const [batchSize, amount] = loop;
	const workflow = chain(name, [
		manualStart,
		input,
		{
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize, options: {} },
		},
		...nodes,
		{
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount, unit: 'seconds' },
		},
	]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	Object.assign(workflow.connections, {
		Loop: { main: [[], to(nodes[0].name)] },
		Wait: { main: [to('Loop')] },
	});
	return workflow;
}

/** What came out of the last node in all its turns, and how long all took after the input was there, in seconds. */
function readExecution(execution: Execution, last: string): { items: Item[]; seconds: number } {
	const { runData = {} } = execution.data?.resultData ?? {};
	const [input] = runData.Items;
	const began = input.startTime + input.executionTime;
	const runs = Object.entries(runData).flatMap(([name, all]) => (GIVEN.includes(name) ? [] : all));
	const ended = Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime));
	return {
		items: (runData[last] ?? []).flatMap((run) => run.data?.main[0] ?? []),
		seconds: (ended - began) / 1000,
	};
}

interface Counts {
	maxInFlight: number;
	routes: Record<string, { count: number; statuses: Record<string, number> }>;
}

/** One run with an account of its own, and a key whose limit nobody knows yet. */
async function run(world: N8nWorld, candidate: Candidate, work: Work) {
	const { control, rest } = world;
	await control('reset', {});
	if (work.fill) await control('fill', { resource: 'links', count: work.fill });
	const { data } = await world.ask<{ data: { key: string } }>('POST', '/api/account/apikeys/add', {
		name: 'bench',
	});
	const linkPlatformApi = await world.saveCredential('Bench', { apiKey: data.key });
	await control('settings', { latencyMs: LATENCY, rateLimit: work.rateLimit ?? {} }, 'PATCH');
	await control('requests', undefined, 'DELETE');
	const workflow = toWorkflow(candidate, work.items);
	for (const node of workflow.nodes) {
		if (/linkPlatform|httpRequest/.test(node.type)) node.credentials = { linkPlatformApi };
	}
	const { id } = await rest.createWorkflow(workflow);
	const execution = await rest.run(id, 'Start');
	const { items, seconds } = readExecution(execution, candidate.nodes.at(-1)!.name);
	const { routes, maxInFlight } = await control<Counts>('counts');
	const counts = Object.entries(routes).filter(([route]) => !route.includes('/_sandbox/'));
	return {
		seconds,
		succeeded: items.filter(work.isDone).length,
		requests: counts.reduce((all, [, { count }]) => all + count, 0),
		refused: counts.reduce((all, [, { statuses }]) => all + (statuses[429] ?? 0), 0),
		atATime: maxInFlight,
		nodes: workflow.nodes.length - GIVEN.length,
	};
}

const toText = (count: number): string => count.toLocaleString('en');

async function compare(world: N8nWorld, work: Work, rounds: number): Promise<number[]> {
	const { title, candidates, expected } = work;
	const all = await byTurns(candidates, rounds, async (one) => await run(world, one, work));
	say(`### ${title}`);
	head(
		...['on the canvas', 'nodes', 'succeeded', 'lost or failed', 'time, s', 'time / ours'],
		...['requests', 'refused (429)', 'at a time'],
	);
	for (const { candidate, runs } of all) {
		const seconds = runs.map((one) => one.seconds);
		const done = Math.min(...runs.map(({ succeeded }) => succeeded));
		row(
			candidate.name,
			runs[0].nodes,
			`${toText(done)} of ${toText(expected)}`,
			runs.map(({ succeeded }) => expected - succeeded),
			seconds,
			// What failed took no time worth comparing.
			done === expected
				? toRatios(
						seconds,
						all[0].runs.map((one) => one.seconds),
					)
				: '–',
			runs.map(({ requests }) => requests),
			runs.map(({ refused }) => refused),
			runs.map(({ atATime }) => atATime),
		);
	}
	say();
	return all.map(({ runs }) =>
		quantile(
			runs.map(({ succeeded }) => expected - succeeded),
			0.5,
		),
	);
}

const TARGET = '=https://example.com/{{ $json.n }}';

function linkCandidates(url: string): Candidate[] {
	const request = (options: object) =>
		http('Request', {
			method: 'POST',
			url: `${url}/api/url/add`,
			sendBody: true,
			bodyParameters: { parameters: [{ name: 'url', value: TARGET }] },
			options,
		});
	return [
		ours('Link Platform', { resource: 'link', operation: 'create', url: TARGET }),
		{ name: 'HTTP Request', nodes: [request({})] },
		{
			name: `HTTP Request, batches of ${CONCURRENCY} every ${LATENCY} ms`,
			nodes: [request(batching(CONCURRENCY, LATENCY))],
		},
		{
			name: `HTTP Request, batches of ${LIMIT} every ${WINDOW_SECONDS} s`,
			nodes: [request(batching(LIMIT, WINDOW_SECONDS * 1000))],
		},
		{
			name: `Loop Over Items of ${LIMIT}, HTTP Request, Wait ${WINDOW_SECONDS} s`,
			nodes: [request({})],
			loop: [LIMIT, WINDOW_SECONDS],
		},
	];
}

function qrCandidates(url: string): Candidate[] {
	const aggregate = {
		name: 'Aggregate',
		type: 'n8n-nodes-base.aggregate',
		parameters: { aggregate: 'aggregateAllItemData', options: {} },
	};
	const row = "{ name: 'Product ' + n, url: 'https://example.com/' + n }";
	const create = http('Create', {
		method: 'POST',
		url: `${url}/api/qr/bulk`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify({ qrs: $json.data.map(({ n }) => (${row})) }) }}`,
		options: {},
	});
	const split = code(
		'Split',
		'return Object.values($input.first().json.data?.qrs ?? {}).map((json) => ({ json }))',
	);
	const image = http('Image', {
		url: `=${url}/api/qr/{{ $json.id }}/download?format=svg&size=300`,
		options: { response: { response: { responseFormat: 'file' } } },
	});
	const byHand = [aggregate, create, split, image];
	return [
		ours('Link Platform', {
			...{
				resource: 'qrCode',
				operation: 'createMany',
				name: '=Product {{ $json.n }}',
				url: TARGET,
			},
			...{ downloadImage: true, format: 'svg', imageSize: 300 },
		}),
		{ name: 'Aggregate, HTTP Request, Code, HTTP Request', nodes: byHand },
		{
			// One request creates them.
			name: `Loop Over Items of ${LIMIT - 1}, the same, Wait ${WINDOW_SECONDS} s`,
			nodes: byHand,
			loop: [LIMIT - 1, WINDOW_SECONDS],
		},
	];
}

function listCandidates(url: string): Candidate[] {
	const paged = (interval: number) => [
		http('List', {
			url: `${url}/api/urls?limit=100`,
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ $response.body.data.nextpage === null }}',
						...(interval > 0 ? { requestInterval: interval } : {}),
					},
				},
			},
		}),
		{
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'data.urls', options: {} },
		},
	];
	const interval = Math.ceil((WINDOW_SECONDS * 1000) / LIMIT) + 5;
	return [
		ours('Link Platform', { resource: 'link', operation: 'getAll', returnAll: true }),
		{ name: 'HTTP Request with Pagination, Split Out', nodes: paged(0) },
		{ name: `the same, ${interval} ms between pages`, nodes: paged(interval) },
	];
}

export async function instead(world: N8nWorld, rounds: number, rows: number): Promise<string> {
	const { url } = world.service;
	const limited = `${LIMIT} requests per ${WINDOW_SECONDS} s`;
	const ofLinks = linkCandidates(url);
	const hasId = ({ json }: Item) => ((json.data ?? json) as { id?: unknown }).id !== undefined;
	const linkWork = { items: rows, expected: rows, isDone: hasId };
	const works: Work[] = [
		{ ...linkWork, title: `${toText(rows)} links, no limit`, candidates: ofLinks.slice(0, 3) },
		{
			...{ ...linkWork, title: `${toText(rows)} links, ${limited}` },
			...{ candidates: ofLinks, rateLimit: RATE_LIMIT },
		},
		{
			title: `${toText(rows)} QR codes with images, ${limited}`,
			candidates: qrCandidates(url),
			items: rows,
			expected: rows,
			rateLimit: RATE_LIMIT,
			isDone: ({ binary }) => binary !== undefined,
		},
		{
			title: `All of ${toText(LISTED)} links, ${limited}`,
			candidates: listCandidates(url),
			items: 1,
			fill: LISTED - SEEDED,
			expected: LISTED,
			rateLimit: RATE_LIMIT,
			isDone: ({ json }) => json.id !== undefined,
		},
	];
	// What runs first pays for what n8n loads and compiles.
	for (const one of ofLinks.slice(0, 2)) await run(world, one, works[0]);
	say(
		`In a real n8n, with ${LATENCY} ms latency. HTTP Request does not send again what was refused; it returns the failure, as set here.`,
	);
	const lost: number[][] = [];
	for (const work of works) lost.push(await compare(world, work, rounds));
	const own = sum(lost.map(([first]) => first));
	const [, links, codes, list] = lost.map(([, asItComes]) => toText(asItComes));
	const all = toText(rows);
	return `Under ${limited} our node loses ${toText(own)} rows; HTTP Request without batches and pauses set by hand loses ${links} of ${all} links, ${codes} of ${all} QR codes with images, and ${list} of a list of ${toText(LISTED)}.`;
}
