/**
 * Measures tasks that take one request per item or page: many items, long lists and many accounts. Compares our nodes
 * with nodes that people could build instead of ours.
 */
import { type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import { type Address, createClient } from '../../packages/sandbox/client.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { CONCURRENCY, baselines } from './baselines.mts';
import { byTurns, clock, compare, sum } from './figures.mts';
import { print, printHead, printRow } from './output.mts';
import { type Service, startService } from './service.mts';

const LIMIT = 30;
const WINDOW_SECONDS = 5;
const LATENCY = 50;
const READS = 1_000;
const ACCOUNTS = 20;
const LINKS = 10_000;
const CLICKED = 10;
const PAGE = 100;

interface Candidate {
	name: string;
	/** Number of items returned if every request succeeds. */
	expected: number;
	prepare: () => Promise<{
		/** Runs the candidate once, and resolves with the number of items that succeeded. */
		run: () => Promise<number>;
		/** The accounts to use. Default: the service's first account. */
		accounts?: Address[];
	}>;
}

/** Candidates that do the same task. The first one is the baseline. */
type Work = Candidate[];

type Run = Awaited<ReturnType<typeof measure>>;

export async function requests(rounds: number) {
	const service = await startService();
	const engine = await openEngine({ extraNodeTypes: baselines });
	const create = createLinks(engine, service);
	try {
		printTitle('Without a limit', 'ratio');
		for (const work of [
			create(200, `${LATENCY} ms latency`, { latencyMs: LATENCY }),
			readAccounts(engine, service),
			readChangedLinks(engine, service),
			readReport(engine, service),
		]) {
			// Run each candidate once without measuring, because the first run includes compilation.
			await byTurns(work, 1, (one) => measure(service, one));
			const all = await byTurns(work, rounds, (one) => measure(service, one));
			const [baseline] = all;
			for (const { candidate, runs } of all) {
				const ratios = compare(runs, baseline.runs, ({ seconds }) => seconds)[1];
				printRuns(candidate, runs, ratios, baseline.runs);
			}
		}
		print();
		printTitle(
			`Under a limit of ${LIMIT} requests per ${WINDOW_SECONDS} s`,
			'time / least possible',
		);
		const settings = {
			latencyMs: LATENCY,
			rateLimit: { limit: LIMIT, windowSeconds: WINDOW_SECONDS },
		};
		for (const { work, calls } of [
			{ work: create(100, 'under a limit', settings), calls: 100 },
			{ work: createQrCodes(engine, service, settings), calls: 123 },
		]) {
			const least = (Math.ceil(calls / LIMIT) - 1) * WINDOW_SECONDS + LATENCY / 1000;
			const all = await byTurns(work, rounds, (one) => measure(service, one));
			const [baseline] = all;
			for (const { candidate, runs } of all) {
				const isDone = runs.every(({ done }) => done === candidate.expected);
				// If a run has failures, its time isn't comparable.
				const ratios = isDone ? runs.map(({ seconds }) => seconds / least) : [NaN];
				printRuns(candidate, runs, ratios, baseline.runs);
			}
		}
	} finally {
		await engine.close();
		await service.stop();
	}
}

function printTitle(title: string, ratio: string) {
	print(`### ${title}`);
	print();
	printHead(
		'work',
		'succeeded',
		'requests',
		'refused (429)',
		'time, s',
		ratio,
		'CPU ms per request',
		'ratio',
	);
}

function printRuns(candidate: Candidate, runs: Run[], ratios: number[], baseline: Run[]) {
	printRow(
		candidate.name,
		`${Math.min(...runs.map(({ done }) => done))} of ${candidate.expected}`,
		runs.map(({ sent }) => sent),
		runs.map(({ refused }) => refused),
		runs.map(({ seconds }) => seconds),
		ratios,
		...compare(runs, baseline, ({ cpu }) => cpu),
	);
}

async function measure(service: Service, { prepare }: Candidate) {
	const { run, accounts = [service] } = await prepare();
	const count = async () => {
		const all = accounts.map(async (one) => (await createClient(one).totals()).total);
		return sum(await Promise.all(all));
	};
	const before = await count();
	const { result: done, seconds, cpuSeconds } = await clock(run);
	const sent = (await count()) - before;
	const cpu = (cpuSeconds * 1000) / sent;
	return { done, seconds, sent, cpu, refused: sum(await service.refusals()) };
}

/** Runs a node, and returns the number of items that succeeded. */
async function runNode(engine: Engine, run: Parameters<Engine['runNode']>[0]) {
	const { items } = await engine.runNode({ onError: 'continueErrorOutput', ...run });
	// If the whole node fails, its output contains the input items, so don't count those.
	const given = new Set(run.items?.map(({ json }) => JSON.stringify(json)));
	const isDone = ({ json, error }: (typeof items)[number]) =>
		!error && !json.error && !given.has(JSON.stringify(json));
	return items.filter(isDone).length;
}

/** Returns `count` input items. `toJson` gets each item's number, starting at 0. */
const toItems = <T extends object>(count: number, toJson: (n: number) => T) =>
	Array.from({ length: count }, (_, n) => ({ json: toJson(n) as T & Record<string, never> }));

const createLinks =
	(engine: Engine, service: Service) =>
	(count: number, title: string, settings: SettingsPatch): Work =>
		[
			{ name: `bare loop, ${CONCURRENCY} at a time`, node: 'bench.loop' },
			{ name: 'Link Platform', node: 'linkPlatform' },
			{ name: 'declarative twin', node: 'bench.declarative' },
		].map(({ name, node }) => ({
			name: `${count} links, ${title}, ${name}`,
			expected: count,
			prepare: async () => {
				const credentials = await service.prepare(settings);
				const url = '=https://example.com/{{ $json.n }}';
				const parameters = { resource: 'link', operation: 'create', url };
				const items = toItems(count, (n) => ({ n }));
				return {
					run: () => runNode(engine, { node, parameters, credentials, items }),
				};
			},
		}));

function createQrCodes(engine: Engine, service: Service, settings: SettingsPatch): Work {
	const count = 120;
	const parameters = {
		resource: 'qrCode',
		operation: 'createMany',
		name: '=Product {{ $json.n }}',
		url: '=https://example.com/{{ $json.n }}',
		format: 'svg',
		imageSize: 300,
		includeInputFields: false,
	};
	return [
		{ name: 'bare batches', node: 'bench.images' },
		{ name: 'Link Platform', node: 'linkPlatform' },
	].map(({ name, node }) => ({
		name: `${count} QR codes with images, ${name}`,
		expected: count,
		prepare: async () => {
			const credentials = await service.prepare(settings);
			const items = toItems(count, (n) => ({ n }));
			return { run: () => runNode(engine, { node, parameters, credentials, items }) };
		},
	}));
}

function readAccounts(engine: Engine, service: Service): Work {
	return [1, ACCOUNTS].map((count) => ({
		name: `${READS} × Get, ${count === 1 ? 'one account' : `${count} accounts`}`,
		expected: READS,
		prepare: async () => {
			const { linkPlatformApi } = await service.prepare({});
			const others = Array.from({ length: count - 1 }, () => service.openAccount());
			const accounts = [{ ...service, ...linkPlatformApi }, ...(await Promise.all(others))];
			const items = toItems(READS, (n) => ({ key: accounts[n % count].apiKey }));
			const credentials = { linkPlatformApi: { ...linkPlatformApi, apiKey: '={{ $json.key }}' } };
			const linkId = { __rl: true, mode: 'id', value: '1' };
			const parameters = { resource: 'link', operation: 'get', linkId };
			const node = 'linkPlatform';
			const run = () => runNode(engine, { node, parameters, items, credentials });
			return { run, accounts };
		},
	}));
}

/** Creates `links` links in an account, and visits `clicked` of them once. */
async function fill(service: Service, links: number, clicked = 0) {
	const credentials = await service.prepare({});
	await service.fill('links', links);
	await click(service, clicked);
	return credentials;
}

async function click(service: Service, count: number) {
	const links = await service.all('/api/urls', 'urls');
	for (const { alias } of links.slice(0, count)) await service.visit(`/${String(alias)}`);
}

function readChangedLinks(engine: Engine, service: Service): Work {
	const title = `${LINKS} links`;
	const items = toItems(LINKS / PAGE, (n) => ({ path: `/api/urls?limit=${PAGE}&page=${n + 1}` }));
	const bare = { node: 'bench.reads', parameters: {}, items };
	return [
		{
			name: `${title}, bare pages`,
			expected: items.length,
			prepare: async () => {
				const credentials = await fill(service, LINKS);
				return { run: () => runNode(engine, { ...bare, credentials }) };
			},
		},
		{
			name: `${title}, Polling Trigger, ${CLICKED} of them clicked`,
			expected: CLICKED,
			prepare: async () => {
				const host = await engine.startTriggerHost();
				host.credentials = await fill(service, LINKS);
				const polled = host.createPolled({
					node: 'linkPlatformPollingTrigger',
					parameters: { event: 'link.clicked' },
				});
				await polled.activate();
				await polled.poll();
				await click(service, CLICKED);
				const run = async () => {
					await polled.poll();
					const came = host.executions.flatMap((execution) => execution.items).length;
					await host.close();
					return came;
				};
				return { run };
			},
		},
	];
}

function readReport(engine: Engine, service: Service): Work {
	const report = { resource: 'analytics', operation: 'getReport', period: 'today', compare: false };
	return [
		{
			name: 'bare requests for their statistics',
			node: 'bench.reads',
			parameters: {},
			items: toItems(READS, (n) => ({ path: `/api/url/${n + 1}/stats` })),
		},
		{
			name: 'Get Report',
			node: 'linkPlatform',
			parameters: { ...report, limit: READS },
			items: undefined,
		},
	].map(({ name, node, parameters, items }) => ({
		name: `${READS} links, ${name}`,
		expected: READS,
		prepare: async () => {
			const credentials = await fill(service, READS, READS);
			return { run: () => runNode(engine, { node, parameters, credentials, items }) };
		},
	}));
}
