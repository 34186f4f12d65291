import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../tools/until.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { getPairs, toText } from '../support/sent.mts';
import { getShown } from '../support/shown.mts';
import { type World, byId, byUrl, openWorld, useOpenedFor } from '../support/world.mts';
import { ROW_URL, rows } from './scenarios.mts';

type RateLimit = NonNullable<SettingsPatch['rateLimit']>;

/** The tests run concurrently because they mostly wait. */
const inWorld = useOpenedFor(openWorld);

const LIMIT = 4;
const WINDOW = 2;
/** The time limit of a test in ms, for a busy machine. On an idle machine, the longest test takes a tenth of this. */
const LONG = 150_000;

/**
 * Limits whose end is announced, or stated by a refusal: in whole seconds or exactly, by clocks that agree or differ.
 * How each format is read is tested in `test/unit/rateLimitHeaders.test.mts`.
 */
const announced: RateLimit[] = [
	{ resetFormat: 'epoch' },
	{ resetFormat: 'epochMs' },
	{ resetFormat: 'delta', windows: 'clock', retryAfter: 'none' },
	{ resetFormat: 'none' },
	{ resetFormat: 'none', windows: 'clock' },
	{ resetFormat: 'epoch', clockSkewSeconds: -240 },
	{ resetFormat: 'httpDate', clockSkewSeconds: 180 },
	{ resetFormat: 'epoch', rounding: 'down' },
	{ resetFormat: 'delta', on429: 'body200' },
	{ resetFormat: 'epoch', on429: 'body200', windows: 'clock' },
];
const silent: RateLimit[] = [
	{ headers: 'none' },
	{ headers: 'none', windows: 'clock' },
	{ headers: 'none', on429: 'body200' },
	{ resetFormat: 'none', retryAfter: 'none' },
	{ headers: 'none', retryAfter: 'none' },
	{ headers: 'none', retryAfter: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'none', on429: 'body200' },
];

/** Returns a credential whose limit isn't known yet, and changes the sandbox's settings. */
async function limited({ sandbox }: World, settings: SettingsPatch) {
	const credentials = { linkPlatformApi: await sandbox.freshCredential() };
	await sandbox.change(settings);
	return credentials;
}

const create = (world: World, count: number, more: object = {}) =>
	world.run('link', 'create', { url: ROW_URL }, { items: rows(count), ...more });

/** Returns the number of refused requests in each window of the limit. */
const refusalsIn = async ({ sandbox }: Pick<World, 'sandbox'>) =>
	(await sandbox.windows()).map(({ refused }) => refused);

/** Creates `count` links under the limit, each once and in order; returns the refusals of each window. */
async function getRefusals(world: World, rateLimit: RateLimit, count: number) {
	const settings = { rateLimit: { limit: LIMIT, windowSeconds: WINDOW, ...rateLimit } };
	const credentials = await limited(world, settings);
	const { items, errorItems } = await create(world, count, { credentials });
	expect(errorItems).toEqual([]);
	expect(getPairs(items)).toEqual(rows(count).map((_, n) => n));
	const refusals = await refusalsIn(world);
	const refused = refusals.reduce((sum, inWindow) => sum + inWindow, 0);
	expect((await world.counts())['POST /api/url/add']).toBe(count + refused);
	await world.change({ rateLimit: { limit: null } });
	expect(await world.all('/api/urls', 'urls')).toHaveLength(count + 6);
	return refusals;
}

test.concurrent.each(announced)(
	'a rate limit announced as %j causes at most one 429 per window, and each link is created once',
	inWorld(async (world, rateLimit) => {
		const refusals = await getRefusals(world, rateLimit, 11);
		// A service that rounds down announces the reset too early. Skip the first window, whose 429s reveal this.
		const later = refusals.slice(rateLimit.rounding === 'down' ? 1 : 0);
		expect(Math.max(...later)).toBeLessThanOrEqual(1);
	}),
	LONG,
);

test.concurrent.each(silent)(
	'a rate limit without an announced reset (%j) causes at most eight 429s per window',
	inWorld(async (world, rateLimit) => {
		const refusals = await getRefusals(world, rateLimit, 11);
		expect(Math.max(...refusals)).toBeLessThanOrEqual(8);
	}),
	LONG,
);

test.concurrent(
	'a rate limit without headers refuses at most the requests in flight, even at a concurrency of 50',
	inWorld(async (world) => {
		const rateLimit = { limit: 8, windowSeconds: 2, headers: 'none' } as const;
		const credentials = await limited(world, { rateLimit });
		const { items, errorItems } = await create(world, 30, {
			credentials,
			pace: { concurrency: 50 },
		});
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength(30);
		expect(Math.max(...(await refusalsIn(world)))).toBeLessThan(30);
	}),
	LONG,
);

test.concurrent(
	'a Retry-After longer than the maximum wait fails all items at once, and says when requests are accepted again',
	inWorld(async (world) => {
		const { sandbox } = world;
		const credentials = await limited(world, {});
		await world.fault('/api/url/add', { type: 'rateLimit', retryAfter: 172_800 });
		const begun = Date.now();
		const { items, errorItems } = await create(world, 40, { credentials });
		expect([items.length, errorItems.length]).toEqual([0, 40]);
		const words =
			/^Link Platform accepts no requests until ([-\d]+ [\d:]+) UTC \(0 of 40 items done\)$/;
		const [, until] = words.exec(toText(errorItems[39].json.error)) ?? [];
		const inHours = (Date.parse(`${until.replace(' ', 'T')}Z`) - begun) / 3_600_000;
		expect(inHours).toBeCloseTo(48, 0);
		expect(errorItems[39].json.message).toContain(
			'Link Platform said: Too many requests. Please slow down',
		);
		const asked = (await sandbox.requests()).length;
		expect(asked).toBeLessThanOrEqual(5);
		// The next execution sends no request, and its error contains the same text.
		const next = await create(world, 1, { credentials });
		expect(next.errorItems[0].json).toMatchObject({
			error: expect.stringContaining(`no requests until ${until} UTC`),
			message: expect.stringContaining('Link Platform said: Too many requests'),
		});
		expect(await sandbox.requests()).toHaveLength(asked);
	}),
	LONG,
);

test.concurrent(
	'two operations under one announced rate limit are both done, and each window refuses at most the requests in flight',
	inWorld(async (world) => {
		const settings = { rateLimit: { limit: 12, windowSeconds: 2 }, latencyMs: 20 };
		const credentials = await limited(world, settings);
		const read = () =>
			world.run('link', 'get', { linkId: byId(1) }, { items: rows(20), credentials });
		const runs = await Promise.all([create(world, 20, { credentials }), read()]);
		expect(runs.map(({ errorItems }) => errorItems)).toEqual([[], []]);
		expect(runs.map(({ items }) => items.length)).toEqual([20, 20]);
		// Each of the two sends five requests at a time.
		expect(Math.max(...(await refusalsIn(world)))).toBeLessThanOrEqual(10);
	}),
	LONG,
);

const styles: RateLimit[] = [
	{ limit: 20 },
	{ limit: 20, resetFormat: 'none' },
	{ limit: 2, windowSeconds: 60 },
	{ limit: null },
	{ limit: null, headers: 'none' },
	{ limit: null, headers: 'none', retryAfter: 'none' },
];

test.concurrent.each(styles)(
	"an endpoint whose own rate limit (%j) is used up doesn't delay other endpoints",
	inWorld(async (world, style) => {
		const endpoints = [{ method: 'POST', path: '/api/url/add', limit: 2, windowSeconds: 60 }];
		const credentials = await limited(world, { rateLimit: { ...style, endpoints } });
		const read = () => world.run('domain', 'getAll', { returnAll: true }, { credentials });
		// Read first, so that both endpoints are known and seem to share a limit before one of their limits is used up.
		await read();
		const writing = create(world, 8, { credentials, pace: { maxWait: 4 } });
		await until('the limit of the endpoint to be used up', async () => {
			const { 'POST /api/url/add': sent = 0 } = await world.counts();
			return sent >= 2;
		});
		const { items, hints } = await read();
		expect(items).toHaveLength(2);
		expect(hints).toEqual([]);
		const written = await writing;
		expect([written.items.length, written.errorItems.length]).toEqual([2, 6]);
	}),
);

test.concurrent(
	'two executions with the same API key share the rate limit, and neither blocks the other',
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

const slow = { rateLimit: { limit: 3, windowSeconds: 60 } };

test.concurrent.each([0, 2])(
	'a run stopped by Max Wait %d reports the time waited, the progress and the setting, and keeps finished items',
	inWorld(async (world, maxWait) => {
		const more = { credentials: await limited(world, slow), pace: { maxWait } };
		const { items, errorItems } = await create(world, 8, more);
		expect(items.length).toBeGreaterThanOrEqual(2);
		expect(items.length + errorItems.length).toBe(8);
		expect(errorItems[0].json).toMatchObject({
			error: expect.stringMatching(
				new RegExp(
					`^Stopped because of the rate limit after waiting \\d+ s \\(${items.length} of 8 items done\\)$`,
				),
			),
			message: expect.stringContaining(
				`Increase 'Max Wait (Seconds)' under 'Advanced' in the credential (now ${maxWait})`,
			),
			details: { httpCode: '429', reason: 'waitLimit' },
		});
		const stopped = await create(world, 8, { ...more, onError: 'stopWorkflow' });
		expect(stopped.error?.message).toMatch(
			/^Stopped because of the rate limit after waiting \d+ s/,
		);
	}),
);

test.concurrent(
	'canceling an execution ends a wait for the rate limit at once, and no more requests are sent',
	inWorld(async (world) => {
		const credentials = await limited(world, slow);
		const stop = new AbortController();
		const running = create(world, 8, { credentials, signal: stop.signal });
		const sent = async () => (await world.requests()).length;
		await until('the limit to be used up', async () => (await sent()) >= 3);
		stop.abort();
		expect((await running).status).toBe('canceled');
		const before = await sent();
		await pause(500);
		expect(await sent()).toBe(before);
	}),
);

test.concurrent(
	'a hint reports a pause for the rate limit without showing the API key',
	inWorld(async (world) => {
		await world.change({ rateLimit: { limit: 1000, windowSeconds: 600 } });
		await world.fault('/api/url/add', { type: 'rateLimit', retryAfter: 4 }, { times: 1 });
		const result = await create(world, 3);
		const message = /^Paused \d+ s for the rate limit$/;
		expect(result.hints).toMatchObject([{ message: expect.stringMatching(message) }]);
		expect(getShown(result)).not.toContain(world.apiKey);
	}),
);

test.concurrent(
	'a run that Max Wait stops while it looks up links reports none of its items as done',
	inWorld(async (world) => {
		const pace = { maxWait: 0, concurrency: 1 };
		const credentials = await limited(world, { rateLimit: { limit: 1, windowSeconds: 60 } });
		const items = ['launch', 'https://go.example.com/x'].map((alias) => ({ json: { alias } }));
		const fields = { linkId: byUrl('={{ $json.alias }}'), updateFields: { maxClicks: 7 } };
		const more = { items, credentials, pace, onError: 'stopWorkflow' } as const;
		const { error } = await world.run('link', 'update', fields, more);
		expect(error?.message).toMatch(/\(0 of 2 items done\)/);
		expect((await world.counts())['PUT /api/url/:id/update']).toBeUndefined();
	}),
);
