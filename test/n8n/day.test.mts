/**
 * A day in an hour: one n8n that does everything at once, and whatever can go wrong, at random. In the end the books
 * must balance. Only if it is asked for: `npm test -- n8n day` (DAY_MINUTES, DAY_SEED).
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../tools/sandbox/client.mts';
import type { Delivery } from '../../tools/sandbox/deliveries.mts';
import { getDefaultSettings } from '../../tools/sandbox/control.mts';
import { startCaddy } from '../../tools/n8n/caddy.mts';
import { type StoredWorkflow, type WorkflowJson, getOutputs } from '../../tools/n8n/rest.mts';
import { type NodeSketch, chain, manualStart, polled, triggered } from '../../tools/n8n/world.mts';
import { freePort } from '../../tools/process/ports.mts';
import { createRandom } from '../../tools/random.mts';
import { until } from '../../tools/until.mts';
import { OUR_NODE, START_LIMIT, publishNew, useN8n } from './n8nSuite.mts';

const MINUTES = Number(process.env.DAY_MINUTES ?? 60);
const SEED = Number(process.env.DAY_SEED ?? Date.now() % 100_000);
/** Of the day, so that memory can be watched: without restarts. */
const CALM = 0.3;
const ROWS = 60;
const LONG = 600_000;
/** What may fail; people reach short links all the time. */
const API = '/api/*';

/** With more memory, Node would let garbage lie, and n8n seem to grow. */
const env = { EXECUTIONS_DATA_PRUNE: 'false', NODE_OPTIONS: '--max-old-space-size=1024' };
const world = useN8n({ ticks: true, env });

const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
let port: number;
/** Behind the proxy that the guide shows. */
const restart = async () =>
	await world.restart(undefined, { N8N_WEBHOOK_URL: `http://localhost:${port}` });
beforeAll(async () => {
	const guide = readFileSync('docs/guides/never-miss-an-event.md', 'utf8');
	const [, caddyfile] = /```caddyfile\n([\s\S]*?)```/.exec(guide)!;
	port = await freePort();
	const ours = caddyfile.replace('n8n.example.com', '{$N8N_ADDRESS}');
	const upstreams = { n8n: Number(new URL(world.url).port) };
	await startCaddy(folder, `http://localhost:${port}`, ours, upstreams);
	await restart();
}, START_LIMIT);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = createRandom(SEED);
const pick = <T,>(list: T[]): T => list[Math.floor(random() * list.length)];

/** What may fail while n8n is restarted is asked again. */
async function patiently<T>(what: string, ask: () => Promise<T>): Promise<T> {
	let reason: unknown;
	const [found] = await until(
		what,
		async () =>
			await ask().then(
				(value) => [value] as const,
				(thrown: unknown) => {
					reason = thrown;
					return false as const;
				},
			),
		LONG,
	).catch(() => {
		throw new Error(`${what}: ${String(reason)}`);
	});
	return found;
}

/** Of n8n, in MB: the memory of its process. */
function getMemory(): number {
	const parent = String(world.pid());
	const of = (pid: string, name: string) =>
		new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	const child = ids.find((pid) => {
		try {
			return of(pid, 'PPid') === parent;
		} catch {
			return false;
		}
	});
	return Math.round(Number(of(child!, 'VmRSS')) / 1024);
}

const ours = (name: string, parameters: object, credential = world.credential): NodeSketch => ({
	name,
	type: OUR_NODE,
	parameters: { ...parameters },
	credentials: { linkPlatformApi: credential },
});

/** Rows of a round, the last of them bad. */
const rowsOf = (round: number): NodeSketch => ({
	name: 'Rows',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `return Array.from({ length: ${ROWS} }, (_, n) => ({ json: {
			name: 'Round ${round} row ' + n,
			url: (n === ${ROWS - 1} ? 'ftp' : 'https') + '://example.com/${round}/' + n,
		} }));`,
	},
});
const bulk = (round: number, credential: { id: string; name: string }): WorkflowJson =>
	chain(`Bulk ${round} of ${credential.name}`, [
		manualStart,
		rowsOf(round),
		{
			...ours(
				'Create',
				{
					resource: 'qrCode',
					operation: 'createMany',
					skipExisting: true,
					name: '={{ $json.name }}',
					url: '={{ $json.url }}',
					downloadImage: false,
				},
				credential,
			),
			onError: 'continueErrorOutput',
		},
	]);
const waiting = (linkId: number): WorkflowJson =>
	chain(`Waits for ${linkId}`, [
		manualStart,
		ours('Wait', {
			resource: 'link',
			operation: 'waitForClick',
			timeoutAmount: 1,
			timeoutUnit: 'days',
			linkId: { __rl: true, mode: 'id', value: String(linkId) },
		}),
		{ name: 'End', type: 'n8n-nodes-base.noOp' },
	]);

/** What came out of a node, over all executions of a workflow; a crashed one has been run again. */
const collect = async ({ id }: StoredWorkflow, node: string) =>
	(await world.rest.executions(id, { withData: true }))
		.filter(({ status }) => status !== 'crashed')
		.flatMap((execution) => (getOutputs(execution, node)[0] ?? []).map(({ json }) => json));

it(
	`a day in ${MINUTES} minutes (DAY_SEED=${SEED}): every row, purchase, click and wait once`,
	async () => {
		const end = Date.now() + MINUTES * 60_000;
		const calm = end - MINUTES * 60_000 * CALM;
		const isOn = () => Date.now() < end;
		const { service, rest } = world;
		const counts: Record<string, number> = {};
		const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
		const client = createClient(service);
		// A retry after a minute comes after a second.
		const usual = { timeScale: 1 / 60 };
		await client.change(usual);

		const clients = await Promise.all(
			[1, 2, 3].map(async (n) => {
				const account = createClient(await client.openAccount());
				const { apiKey } = account.credential;
				const credential = await world.saveCredential(`Client ${n}`, { apiKey });
				return { account, credential, rounds: [] as string[] };
			}),
		);
		const shop = await publishNew(world, triggered(world.credential, ['product.purchased']));
		const polling = await publishNew(world, polled(world.credential, { event: 'link.clicked' }));
		const restless = await rest.createWorkflow(triggered(world.credential, ['link.clicked']));
		const newLink = async () =>
			await client.call<{ data: { id: number; alias: string } }>('/api/url/add', {
				url: 'https://example.com',
			});
		const { data: polledLink } = await newLink();
		await until('a first poll', async () => (await world.tick()) > 0);
		await sleep(3_000);

		const makeCodes = async ({ credential, rounds }: (typeof clients)[number]) => {
			for (let round = 0; isOn(); round += 1) {
				const { id } = await patiently('a workflow', async () => {
					return await rest.createWorkflow(bulk(round, credential));
				});
				rounds.push(id);
				// Run again until it ends, as a person would; rows that failed may be made by the next run.
				await patiently(`round ${round}`, async () => {
					const execution = await rest.run(id, 'Start');
					const [made = [], failed = []] = getOutputs(execution, 'Create');
					count('bulk runs');
					const isOver = made.length === ROWS - 1 && failed.length === 1;
					if (!isOver) throw new Error(`${made.length} made, ${failed.length} failed`);
				});
				await sleep(random() * 4_000);
			}
		};
		const sold: number[] = [];
		const sell = async () => {
			for (let productId = 1; isOn(); productId += 1) {
				const sent = await client.happen('product.purchased', { productId });
				if (sent.length > 0) sold.push(productId);
				else count('purchases without a webhook');
				await sleep(random() * 3_000);
			}
		};
		let clicked = 0;
		const click = async () => {
			while (isOn()) {
				await client.visit(`/${polledLink.alias}`);
				clicked += 1;
				await sleep(random() * 4_000);
			}
		};
		const tick = async () => {
			while (isOn()) {
				await world.tick().catch(() => 0);
				await sleep(5_000 + random() * 5_000);
			}
		};
		const waits: StoredWorkflow[] = [];
		const wait = async () => {
			while (isOn()) {
				const { data } = await patiently('a link', newLink);
				const stored = await patiently('a wait', async () => {
					return await rest.createWorkflow(waiting(data.id));
				});
				// Started again if n8n was restarted before it waited.
				await patiently('a wait to begin', async () => {
					const { status } = await rest.run(stored.id, 'Start');
					if (status !== 'waiting') throw new Error(`It is ${status}`);
				});
				await sleep(random() * 15_000);
				await client.visit(`/${data.alias}`);
				waits.push(stored);
			}
		};
		const publishAndUnpublish = async () => {
			while (isOn()) {
				await patiently('publishing', async () => await rest.publish(restless.id));
				count('publications');
				await sleep(random() * 10_000);
				await patiently('unpublishing', async () => await rest.unpublish(restless.id));
			}
		};

		const memory: number[] = [];
		/** Subscriptions that somebody deleted, and when n8n stopped. */
		const removed: string[] = [];
		const stopped: number[] = [];
		const trouble: Record<string, () => Promise<unknown>> = {
			restart: async () => {
				stopped.push(Date.now());
				await patiently('a restart', restart);
			},
			kill: async () => {
				stopped.push(Date.now());
				await world.kill();
				await sleep(random() * 3_000);
				await patiently('a restart', restart);
			},
			down: async () => await client.fault({ path: API, action: { type: 'reset' } }),
			flaky: async () => {
				const action = { type: 'status', status: 503 };
				await client.fault({ path: API, probability: 0.3, seed: SEED, action });
			},
			lost: async () => {
				const action = { type: 'reset', when: 'afterHandling' };
				await client.fault({ path: API, probability: 0.1, seed: SEED, action });
			},
			limits: async () => await client.change({ rateLimit: { limit: 20, windowSeconds: 2 } }),
			drop: async () => {
				const all = await client.webhooks();
				if (all.length === 0) return;
				const { url } = pick(all);
				removed.push(url);
				for (const one of all) if (one.url === url) await world.remove(one.id);
			},
		};
		const calmly = Object.keys(trouble).filter((name) => !['restart', 'kill'].includes(name));
		const makeTrouble = async () => {
			while (isOn()) {
				const name = pick(Date.now() < calm ? Object.keys(trouble) : calmly);
				count(name);
				await trouble[name]();
				for (const { account } of clients) {
					if (name === 'limits')
						await account.change({ rateLimit: { limit: 20, windowSeconds: 2 } });
				}
				await sleep(2_000 + random() * 8_000);
				await world.clearFaults();
				await sleep(random() * 10_000);
				if (Date.now() > calm) memory.push(getMemory());
			}
		};

		await Promise.all([
			...clients.map(makeCodes),
			sell(),
			click(),
			tick(),
			wait(),
			publishAndUnpublish(),
			makeTrouble(),
		]);

		// The evening: nothing fails any more, and what is due comes.
		await world.clearFaults();
		await client.change({ ...getDefaultSettings(), ...usual });
		for (const { account } of clients) await account.change(getDefaultSettings());
		await until('the last check', async () => (await world.tick()) > 0);
		await sleep(5_000);
		const ofWaits = async () => {
			const found = [];
			for (const { id } of waits) found.push(await rest.executions(id));
			return found;
		};
		const toPath = (id: string) => `/webhook-waiting/${id}/`;
		const open = (await ofWaits()).flat().filter(({ status }) => status === 'waiting');
		const paths = open.map(({ id }) => toPath(id));
		const isDue = ({ event, state: at, url }: Delivery) =>
			at === 'pending' &&
			(event === 'product.purchased' || paths.some((path) => url.includes(path)));
		// All at once, they would be too late again.
		for (let pass = 0; pass < 3; pass += 1) {
			const pending = (await client.deliveries()).filter(isDue);
			for (let at = 0; at < pending.length; at += 10) {
				for (const { id } of pending.slice(at, at + 10)) await client.redeliver(id);
				await sleep(3_000);
			}
		}
		await rest.idle(shop.id);
		// What was running when n8n was killed, as the guide's workflow does.
		const begun = await Promise.all([shop, polling].map(async ({ id }) => rest.executions(id)));
		for (const { id, status } of begun.flat()) {
			if (status === 'crashed') await rest.call('POST', `/rest/executions/${id}/retry`, {});
		}
		await sleep(3_000);
		for (const { id } of [shop, polling, ...waits]) await rest.idle(id);

		const rows: Record<string, number> = {};
		for (const { account, rounds } of clients) {
			const names = (await account.all('/api/qrs', 'qrs')).map(({ name }) => String(name));
			const ofRounds = names.filter((name) => name.startsWith('Round '));
			const twice = ofRounds.filter((name, at) => ofRounds.indexOf(name) !== at);
			const runs = await Promise.all(
				[...new Set(twice.map((name) => Number(name.split(' ')[1])))].map(
					async (round) => await rest.executions(rounds[round]),
				),
			);
			expect({ twice, runs }).toEqual({ twice: [], runs: [] });
			for (const name of ofRounds) {
				const [round] = name.split(' row ');
				rows[`${account.credential.apiKey} ${round}`] ??= 0;
				rows[`${account.credential.apiKey} ${round}`] += 1;
			}
		}
		expect(Object.values(rows).filter((made) => made !== ROWS - 1)).toEqual([]);

		const purchases = (await collect(shop, 'End')).map(({ productId }) => productId);
		// Each runs once, or says that it never arrived: its webhook was removed before.
		const outcomes = (await client.deliveries())
			.filter(({ event }) => event === 'product.purchased')
			.map(({ state: at, attempts, body }) => {
				const { productId } = (JSON.parse(body) as { data: { productId: number } }).data;
				const runs = purchases.filter((id) => id === productId).length;
				const tried = attempts.map(({ status, error }) => status ?? error).join();
				return { productId, runs, outcome: at === 'canceled' ? at : `${at} after ${tried}` };
			});
		const lost = outcomes.filter(({ runs, outcome }) => runs !== 1 && outcome !== 'canceled');
		expect(lost).toEqual([]);
		expect(new Set(purchases).size).toBe(purchases.length);

		const getClicks = async () =>
			(await collect(polling, 'Trigger')).filter(({ linkId }) => linkId === polledLink.id);
		let clicks = await getClicks();
		const came = clicks.length;
		// A click whose row came out with the one before it waits 15 minutes for another.
		for (const late = Date.now() + 17 * 60_000; clicks.length < clicked && Date.now() < late; ) {
			await world.tick();
			await sleep(20_000);
			clicks = await getClicks();
		}
		counts['clicks that waited'] = clicks.length - came;
		counts['clicks without details'] = clicks.filter(({ country }) => !country).length;
		expect(clicks).toHaveLength(clicked);
		// Once; or n8n names it as crashed, somebody deleted its subscription, or n8n stopped at the very moment.
		const deliveries = await client.deliveries();
		const isLost = ({ at }: { at: string }) =>
			stopped.some((time) => Math.abs(time - Date.parse(at)) < 2_000);
		const unbalanced: unknown[] = [];
		for (const [at, executions] of (await ofWaits()).entries()) {
			const { length: ended } = await collect(waits[at], 'End');
			const isOfWait = ({ url }: { url: string }) =>
				executions.some(({ id }) => url.includes(toPath(id)));
			const sent = deliveries.filter(isOfWait);
			const isExcused =
				executions.some(({ status }) => status === 'crashed') ||
				removed.some((url) => isOfWait({ url })) ||
				sent.some(({ attempts }) => attempts.some(isLost));
			if (ended !== 1) count(isExcused ? 'waits that are excused' : 'waits that are not');
			if (ended === 1 || (ended === 0 && isExcused)) continue;
			const ends = executions.map(({ id, status }) => `${id} ${status}`);
			unbalanced.push({ ended, ends, sent });
		}
		expect(unbalanced).toEqual([]);

		for (const { id } of [shop, polling]) await rest.unpublish(id);
		// Those that a wait couldn't delete, as Link Platform was down just then.
		const { id: cleaning } = await rest.createWorkflow(
			chain('Clean up', [
				manualStart,
				ours('Clean Up', {
					resource: 'webhook',
					operation: 'cleanUp',
					dryRun: false,
					urlPrefix: `http://localhost:${port}/webhook-waiting/`,
				}),
			]),
		);
		await rest.run(cleaning, 'Start');
		expect(await world.subscriptions()).toEqual([]);
		console.info(
			`${Object.keys(rows).length} rounds of ${ROWS - 1} rows, ${purchases.length} purchases of ${sold.length}, ${clicks.length} clicks polled, ${waits.length} waits.`,
			counts,
			`Memory without restarts, in MB: ${memory.join(' ')}`,
		);
		// After a warm-up, it may vary but not grow.
		const quarter = Math.floor(memory.length / 4);
		const [third, last] = [memory.slice(-2 * quarter, -quarter), memory.slice(-quarter)];
		expect(Math.min(...last)).toBeLessThan(Math.min(...third) * 1.3);
	},
	(MINUTES + 30) * 60_000,
);
