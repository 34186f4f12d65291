import { setTimeout as pause } from 'node:timers/promises';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';
import { getPairs } from '../support/sent.mts';
import { type World, openWorld, useOpenedFor } from '../support/world.mts';
import { ROW_URL, rows } from './scenarios.mts';

type RateLimit = NonNullable<SettingsPatch['rateLimit']>;

/** All tests are concurrent: most of the time they wait. */
const inWorld = useOpenedFor(openWorld);

const LIMIT = 4;
const WINDOW = 2;

/** Every way to announce a limit, and every way to keep silent, with the clocks of both sides apart or not. */
const announced: RateLimit[] = [
	...(['X-RateLimit', 'RateLimit'] as const).flatMap((headers) =>
		(['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none'] as const).flatMap((resetFormat) => [
			{ headers, resetFormat },
			{
				headers,
				resetFormat,
				windows: 'clock' as const,
				retryAfter: resetFormat === 'none' ? ('seconds' as const) : ('none' as const),
			},
		]),
	),
	...(['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none'] as const).flatMap((resetFormat) =>
		[-240, 180].flatMap((clockSkewSeconds) => [
			{ resetFormat, clockSkewSeconds },
			{ resetFormat, clockSkewSeconds, retryAfter: 'date' as const, headers: 'RateLimit' as const },
		]),
	),
	...(['epoch', 'delta', 'httpDate'] as const).flatMap((resetFormat) => [
		{ resetFormat, rounding: 'down' as const },
		{ resetFormat, on429: 'body200' as const },
		{ resetFormat, on429: 'body200' as const, windows: 'clock' as const },
	]),
	{ headers: 'X-Rate-Limit' },
	{ headers: 'structured' },
	{ headers: 'structured', retryAfter: 'date' },
];
const silent: RateLimit[] = [
	{ headers: 'none' },
	{ headers: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'date', clockSkewSeconds: 200 },
	{ headers: 'none', on429: 'body200' },
	{ resetFormat: 'none', retryAfter: 'none' },
	{ resetFormat: 'none', retryAfter: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'none' },
	{ headers: 'none', retryAfter: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'none', on429: 'body200' },
];

/** A key of which nothing is known, and from then on these settings. */
async function limited({ sandbox }: World, settings: SettingsPatch) {
	const credentials = { linkPlatformApi: await sandbox.freshCredential() };
	await sandbox.change(settings);
	return credentials;
}

/** How many requests each window of the limit refused. */
const refusalsIn = async ({ sandbox }: Pick<World, 'sandbox'>) =>
	(await sandbox.windows()).map(({ refused }) => refused);

/** Creates so many links under the limit, each once and in order; gives the refusals of each window. */
async function getRefusals(world: World, rateLimit: RateLimit, count: number) {
	const settings = { rateLimit: { limit: LIMIT, windowSeconds: WINDOW, ...rateLimit } };
	const credentials = await limited(world, settings);
	const { items, errorItems } = await world.run(
		'link',
		'create',
		{ url: ROW_URL },
		{ items: rows(count), credentials },
	);
	expect(errorItems).toEqual([]);
	expect(getPairs(items)).toEqual(rows(count).map((_, n) => n));
	const refusals = await refusalsIn(world);
	const refused = refusals.reduce((sum, inWindow) => sum + inWindow, 0);
	expect((await world.sandbox.counts())['POST /api/url/add']).toBe(count + refused);
	await world.sandbox.change({ rateLimit: { limit: null } });
	expect(await world.sandbox.all('/api/urls', 'urls')).toHaveLength(count + 4);
	// Whoever goes single file, or waits for one window too many, takes more of them.
	expect(refusals.length).toBeLessThanOrEqual(Math.ceil(count / LIMIT) + 1);
	return refusals;
}

test.concurrent.each(announced)(
	'limit announced as %j: each item is done once, with at most one 429 per window',
	inWorld(async (world, rateLimit) => {
		const refusals = await getRefusals(world, rateLimit, 11);
		// A service that cuts off fractions asks for too early a return; that is found out once.
		const later = refusals.slice(rateLimit.rounding === 'down' ? 1 : 0);
		for (const refused of later) expect(refused).toBeLessThanOrEqual(1);
	}),
);

test.concurrent.each(silent)(
	'limit whose end nothing tells (%j): each item is done once, with at most eight 429s per window',
	inWorld(async (world, rateLimit) => {
		const refusals = await getRefusals(world, rateLimit, 19);
		for (const refused of refusals) expect(refused).toBeLessThanOrEqual(8);
	}),
);

const styles: RateLimit[] = [
	{ limit: 20 },
	{ limit: 20, resetFormat: 'none' },
	{ limit: 2, windowSeconds: 8 },
	{ limit: null },
	{ limit: null, headers: 'none' },
	{ limit: null, headers: 'none', retryAfter: 'none' },
];

test.concurrent.each(styles)(
	'exhausted endpoint beside others under %j holds up none of them',
	inWorld(async (world, style) => {
		const endpoints = [{ method: 'POST', path: '/api/url/add', limit: 2, windowSeconds: 8 }];
		const credentials = await limited(world, { rateLimit: { ...style, endpoints } });
		const read = async () =>
			await world.run('domain', 'getAll', { returnAll: true }, { credentials });
		// Both endpoints are known and fit one limit, before one of them runs dry.
		await read();
		const writing = world.run(
			'link',
			'create',
			{ url: ROW_URL },
			{ items: rows(8), credentials, pace: { maxWait: 4 } },
		);
		await pause(300);
		const { items, hints } = await read();
		expect(items).toHaveLength(2);
		expect(hints).toEqual([]);
		const written = await writing;
		expect([written.items.length, written.errorItems.length]).toEqual([2, 6]);
	}),
);

test.concurrent(
	'two executions with one key share the limit, and neither starves',
	inWorld(async (world) => {
		const { sandbox, run } = world;
		await sandbox.change({ rateLimit: { limit: 6, windowSeconds: 1, resetFormat: 'epochMs' } });
		const finished: string[] = [];
		const execution = async (name: string, count: number) => {
			const url = `=https://example.com/${name}/{{ $json.n }}`;
			const { items } = await run('link', 'create', { url }, { items: rows(count) });
			finished.push(name);
			return items.length;
		};
		const done = await Promise.all([execution('long', 40), execution('short', 6)]);
		expect(done).toEqual([40, 6]);
		expect(finished).toEqual(['short', 'long']);
		for (const refused of await refusalsIn(world)) expect(refused).toBeLessThanOrEqual(1);
	}),
);

test.concurrent(
	'process that others outrun goes by the word of the service, and gets all done',
	inWorld(async (world) => {
		const rateLimit = { limit: 8, windowSeconds: 1, resetFormat: 'epochMs' as const };
		const credentials = await limited(world, { rateLimit });
		// The same key is used past the node, as another process would.
		let isOver = false;
		const other = (async () => {
			while (!isOver) {
				const headers = { authorization: `Bearer ${credentials.linkPlatformApi.apiKey}` };
				await fetch(`${world.sandbox.url}/api/url/1`, { headers });
				await pause(200);
			}
		})();
		const more = { items: rows(20), credentials };
		const { items } = await world.run('link', 'create', { url: ROW_URL }, more);
		isOver = true;
		await other;
		expect(items).toHaveLength(20);
	}),
);

const slow = { rateLimit: { limit: 3, windowSeconds: 60 } };

test.concurrent.each([0, 2])(
	'wait longer than Max Wait %d says how long it was, how far it got and what to set; the finished stay',
	inWorld(async (world, maxWait) => {
		const more = { items: rows(8), credentials: await limited(world, slow), pace: { maxWait } };
		const parameters = { url: ROW_URL };
		const { items, errorItems } = await world.run('link', 'create', parameters, more);
		expect(items.length).toBeGreaterThanOrEqual(2);
		expect(items.length + errorItems.length).toBe(8);
		expect(errorItems[0].json).toMatchObject({
			error: expect.stringMatching(
				new RegExp(
					`^Stopped after waiting \\d s for the rate limit \\(${items.length} of 8 items done\\)$`,
				),
			),
			message: expect.stringContaining(
				`Increase 'Max Wait (Seconds)' under 'Advanced' in the credential (now ${maxWait})`,
			),
			details: { httpCode: '429' },
		});
		const stopped = await world.run('link', 'create', parameters, {
			...more,
			onError: 'stopWorkflow',
		});
		expect(stopped.error?.message).toMatch(/^Stopped after waiting \d s/);
	}),
);

test.concurrent(
	'cancelling ends a wait of a minute, and nothing is sent any more',
	inWorld(async (world) => {
		const credentials = await limited(world, slow);
		const stop = new AbortController();
		const more = { items: rows(8), credentials, signal: stop.signal };
		const running = world.run('link', 'create', { url: ROW_URL }, more);
		await pause(700);
		stop.abort();
		expect((await running).status).toBe('canceled');
		const before = (await world.sandbox.requests()).length;
		await pause(500);
		expect(await world.sandbox.requests()).toHaveLength(before);
	}),
);

test.concurrent(
	'pause for the rate limit is told in a hint',
	inWorld(async ({ sandbox, run }) => {
		await sandbox.change({ rateLimit: { limit: 2, windowSeconds: 4 } });
		const { hints } = await run('link', 'create', { url: ROW_URL }, { items: rows(3) });
		expect(hints).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(
					/^Paused \d s for the rate limit \(2 requests per window\)$/,
				),
			}),
		]);
	}),
);

test.concurrent(
	'slow service is no pause',
	inWorld(async (world) => {
		const more = { items: rows(2), credentials: await limited(world, { latencyMs: 3_300 }) };
		const { items, hints } = await world.run('link', 'create', { url: ROW_URL }, more);
		expect(items).toHaveLength(2);
		expect(hints).toEqual([]);
	}),
);
