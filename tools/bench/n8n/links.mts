/** Links created by our node, beside n8n's HTTP Request node with the same credential. */
import type { SettingsPatch } from '../../sandbox/settings.mts';
import { getOutputs } from '../../n8n/rest.mts';
import { type N8nWorld, chain, manualStart } from '../../n8n/world.mts';
import { head, toRatio, row, say } from '../page.mts';

const LINKS = 200;
const LATENCY = 50;
const LIMIT = 30;
const WINDOW_SECONDS = 5;
const CONCURRENCY = 5;
const ROUTE = 'POST /api/url/add';
const TARGET = '=https://example.com/{{ $json.n }}';

interface Candidate {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
}

const ours: Candidate = {
	name: 'Link Platform',
	type: 'n8n-nodes-linkplatform.linkPlatform',
	typeVersion: 1,
	parameters: { resource: 'link', operation: 'create', url: TARGET },
};

function httpRequest(world: N8nWorld, name: string, batch?: [size: number, ms: number]): Candidate {
	const batching = batch && { batch: { batchSize: batch[0], batchInterval: batch[1] } };
	return {
		name: `HTTP Request, ${name}`,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: `${world.service.url}/api/url/add`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'linkPlatformApi',
			sendBody: true,
			bodyParameters: { parameters: [{ name: 'url', value: TARGET }] },
			options: batching ? { batching } : {},
		},
	};
}

interface Counts {
	maxInFlight: number;
	routes: Record<string, { count: number; statuses: Record<string, number> }>;
}

/** One run with an empty account, and a key whose limit nobody knows yet. */
async function run(world: N8nWorld, candidate: Candidate, rateLimit: SettingsPatch['rateLimit']) {
	const { control, rest } = world;
	await control('reset', {});
	const { data } = await world.ask<{ data: { key: string } }>('POST', '/api/account/apikeys/add', {
		name: 'bench',
	});
	const linkPlatformApi = await world.saveCredential('Bench', { apiKey: data.key });
	await control('settings', { latencyMs: LATENCY, rateLimit }, 'PATCH');
	await control('requests', undefined, 'DELETE');
	const { name, ...node } = candidate;
	const items = `Array.from({ length: ${LINKS} }, (_, n) => ({ json: { n } }))`;
	const { id } = await rest.createWorkflow(
		chain(name, [
			manualStart,
			{
				name: 'Items',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode: `return ${items}` },
			},
			{
				name: 'Node',
				...node,
				credentials: { linkPlatformApi },
				onError: 'continueErrorOutput',
			},
		]),
	);
	const execution = await rest.run(id, 'Start');
	const [created = []] = getOutputs(execution, 'Node');
	const { routes, maxInFlight } = await control<Counts>('counts');
	const { count, statuses } = routes[ROUTE];
	return {
		seconds: (execution.data?.resultData.runData.Node[0].executionTime ?? NaN) / 1000,
		succeeded: created.length,
		requests: count,
		refused: statuses[429] ?? 0,
		atATime: maxInFlight,
	};
}

async function compare(
	world: N8nWorld,
	candidates: Candidate[],
	rateLimit: SettingsPatch['rateLimit'],
	rounds: number,
): Promise<void> {
	type Run = Awaited<ReturnType<typeof run>>;
	const runs = new Map<Candidate, Run[]>(candidates.map((candidate) => [candidate, []]));
	for (let round = 0; round < rounds; round += 1) {
		for (const candidate of round % 2 === 0 ? candidates : candidates.toReversed()) {
			runs.get(candidate)?.push(await run(world, candidate, rateLimit));
		}
	}
	const getMedian = (candidate: Candidate): Run =>
		(runs.get(candidate) as Run[]).sort((a, b) => a.seconds - b.seconds)[Math.floor(rounds / 2)];
	const isAll = ({ succeeded }: Run) => succeeded === LINKS;
	const own = getMedian(candidates[0]).seconds;
	head('node', 'succeeded', 'time', 'our time over it', 'requests', '429s', 'at a time');
	for (const candidate of candidates) {
		const median = getMedian(candidate);
		row(
			candidate.name,
			`${median.succeeded} of ${LINKS}`,
			`${median.seconds.toFixed(2)} s`,
			// To have failed took no time worth comparing.
			isAll(median) ? toRatio(own / median.seconds) : '–',
			median.requests,
			median.refused,
			median.atATime,
		);
	}
	say();
}

export async function links(world: N8nWorld): Promise<void> {
	const asItComes = httpRequest(world, 'as it comes');
	const equal = httpRequest(world, `batches of ${CONCURRENCY} every ${LATENCY} ms`, [
		CONCURRENCY,
		LATENCY,
	]);
	const paced = httpRequest(world, `batches of ${LIMIT} every ${WINDOW_SECONDS} s`, [
		LIMIT,
		WINDOW_SECONDS * 1000,
	]);
	// What runs first pays for what n8n loads and compiles.
	for (const candidate of [ours, asItComes]) await run(world, candidate, {});

	say(`### ${LINKS} links, ${LATENCY} ms latency, no limit`);
	say();
	await compare(world, [ours, equal, asItComes], {}, 5);
	say(`### ${LINKS} links, ${LATENCY} ms latency, ${LIMIT} requests per ${WINDOW_SECONDS} s`);
	say();
	say('The HTTP Request node does not send again what was refused: those items are failed ones.');
	say();
	const rateLimit = { limit: LIMIT, windowSeconds: WINDOW_SECONDS };
	await compare(world, [ours, equal, asItComes, paced], rateLimit, 1);
}
