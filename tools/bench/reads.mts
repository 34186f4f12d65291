/** What reads a lot: items of many accounts, polling of many links, a report. Each beside the bare requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CredentialData, type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import { type Address, createClient } from '../../packages/sandbox/client.mts';
import { baselines } from './baselines.mts';
import { byTurns, clock, compare, sum } from './figures.mts';
import type { Flags } from './main.mts';
import { print, printHead, printRow } from './output.mts';
import { type Service, startService } from './service.mts';

const READS = 1_000;
const ACCOUNTS = 20;
const LINKS = 10_000;
const CLICKED = 10;
const PAGE = 100;

interface Candidate {
	name: string;
	/** Returns what is measured, and what has to come out. */
	prepare: () => Promise<{
		run: () => Promise<number>;
		expected: number;
		/** Default: the service's first one. */
		accounts?: Address[];
	}>;
}

export async function reads({ rounds }: Flags): Promise<void> {
	const service = await startService();
	const engine = await openEngine({ extraNodeTypes: baselines });
	printHead('work', 'requests', 'time, s', 'ratio', 'CPU ms per request', 'ratio');
	try {
		for (const candidates of toWorks(engine, service)) {
			// The first run includes compilation.
			await byTurns(candidates, 1, async (one) => await measure(service, one));
			const all = await byTurns(candidates, rounds, async (one) => await measure(service, one));
			const [baseline] = all;
			for (const { candidate, runs } of all) {
				printRow(
					candidate.name,
					runs.map(({ requests }) => requests),
					...compare(runs, baseline.runs, ({ seconds }) => seconds),
					...compare(runs, baseline.runs, ({ cpu }) => cpu),
				);
			}
		}
		print();
	} finally {
		await engine.close();
		await service.stop();
	}
}

async function measure(service: Service, { name, prepare }: Candidate) {
	const { run, expected, accounts = [service] } = await prepare();
	const count = async () => {
		const all = accounts.map(async (one) => (await createClient(one).totals()).total);
		return sum(await Promise.all(all));
	};
	const before = await count();
	const { result: done, seconds, cpuSeconds } = await clock(run);
	if (done !== expected) throw new Error(`${name}: ${done} instead of ${expected}`);
	const requests = (await count()) - before;
	return { seconds, requests, cpu: (cpuSeconds * 1000) / requests };
}

function toWorks(engine: Engine, service: Service): Candidate[][] {
	const readLinks = (accounts: number): Candidate => ({
		name: `${READS.toLocaleString('en')} × Get, ${accounts === 1 ? 'one account' : `${accounts} accounts`}`,
		prepare: async () => {
			const { linkPlatformApi } = await service.prepare({});
			const others = Array.from({ length: accounts - 1 }, async () => await service.openAccount());
			const opened = [{ ...service, ...linkPlatformApi }, ...(await Promise.all(others))];
			const items = Array.from({ length: READS }, (_, n) => ({
				json: { key: opened[n % accounts].apiKey },
			}));
			const credentials = { linkPlatformApi: { ...linkPlatformApi, apiKey: '={{ $json.key }}' } };
			const parameters = {
				resource: 'link',
				operation: 'get',
				linkId: { __rl: true, mode: 'id', value: '1' },
			};
			const run = async () =>
				(await engine.runNode({ node: 'linkPlatform', parameters, items, credentials })).items
					.length;
			return { run, expected: READS, accounts: opened };
		},
	});
	/** An account with so many links, some of them clicked once. */
	const fill = async (links = LINKS, clicked = 0) => {
		const credentials = await service.prepare({});
		await service.fill('links', links);
		const all = await service.all('/api/urls', 'urls');
		for (const { alias } of all.slice(0, clicked)) await service.visit(`/${String(alias)}`);
		return credentials;
	};
	const readPaths = (credentials: CredentialData, count: number, toPath: (n: number) => string) => {
		const items = Array.from({ length: count }, (_, n) => ({ json: { path: toPath(n + 1) } }));
		const run = async () =>
			(await engine.runNode({ node: 'bench.reads', parameters: {}, items, credentials })).items
				.length;
		return { run, expected: count };
	};
	return [
		[readLinks(1), readLinks(ACCOUNTS)],
		[
			{
				name: `${LINKS.toLocaleString('en')} links, bare pages`,
				prepare: async () =>
					readPaths(await fill(), LINKS / PAGE, (n) => `/api/urls?limit=${PAGE}&page=${n}`),
			},
			{
				name: `${LINKS.toLocaleString('en')} links, Polling Trigger, ${CLICKED} of them clicked`,
				prepare: async () => {
					const credentials = await fill();
					const host = await engine.startTriggerHost();
					host.credentials = credentials;
					const polled = host.createPolled({
						node: 'linkPlatformPollingTrigger',
						parameters: { event: 'link.clicked' },
					});
					await polled.activate();
					await polled.poll();
					// A click in the second of the first poll may be an older one.
					await sleep(1_000);
					const links = (await service.all('/api/urls', 'urls')).slice(0, CLICKED);
					for (const { alias } of links) await service.visit(`/${String(alias)}`);
					const run = async () => {
						await polled.poll();
						const came = host.executions.flatMap(({ items }) => items).length;
						await host.close();
						return came;
					};
					return { run, expected: CLICKED };
				},
			},
		],
		[
			{
				name: `${READS.toLocaleString('en')} links, bare requests for their statistics`,
				prepare: async () =>
					readPaths(await fill(READS, READS), READS, (n) => `/api/url/${n}/stats`),
			},
			{
				name: `${READS.toLocaleString('en')} links, Get Report`,
				prepare: async () => {
					const credentials = await fill(READS, READS);
					const parameters = {
						resource: 'analytics',
						operation: 'getReport',
						period: 'today',
						limit: READS,
						compare: false,
					};
					const run = async () =>
						(await engine.runNode({ node: 'linkPlatform', parameters, credentials })).items.length;
					return { run, expected: READS };
				},
			},
		],
	];
}
