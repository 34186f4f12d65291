import fc from 'fast-check';
import { ROW_URL, rows } from './scenarios.mts';
import { getPairs } from '../support/sent.mts';
import { byId, openWorld, useOpenedFor, useWorld } from '../support/world.mts';

/** All but the random schedules is concurrent: most of the time it waits. */
const inWorld = useOpenedFor(openWorld);

/** What can go wrong with one answer, at which Link Platform may have done its work (`done`) or not. */
const faults: Array<{ name: string; action: Record<string, unknown>; isHarmless?: boolean }> = [
	{ name: 'reset before handling', action: { type: 'reset', when: 'before' } },
	{ name: 'reset after handling', action: { type: 'reset', when: 'afterHandling' } },
	{ name: 'reset during the answer', action: { type: 'reset', when: 'during' } },
	{ name: 'half an answer', action: { type: 'truncate' } },
	{ name: 'half an answer that looks whole', action: { type: 'truncate', declare: 'cut' } },
	{ name: 'a web page', action: { type: 'html' } },
	{ name: 'a web page after handling', action: { type: 'html', afterHandling: true } },
	{ name: 'nothing', action: { type: 'empty' } },
	{ name: 'nothing after handling', action: { type: 'empty', afterHandling: true } },
	{ name: 'a text as JSON', action: { type: 'wrongJson' } },
	{ name: 'a number', action: { type: 'wrongJson', body: '7', afterHandling: true } },
	{ name: 'null', action: { type: 'wrongJson', body: 'null' } },
	...[500, 502, 503, 504, 520].map((status) => ({
		name: `${status} with envelope`,
		action: { type: 'status', status },
	})),
	{
		name: '503 without envelope, after handling',
		action: { type: 'status', status: 503, body: 'upstream', afterHandling: true },
	},
	{
		name: 'error 500 under HTTP 200',
		action: { type: 'status', status: 200, body: { error: 500 } },
	},
	{ name: 'gzip', action: { type: 'gzip' }, isHarmless: true },
	{ name: 'a byte order mark', action: { type: 'bom' }, isHarmless: true },
	{ name: 'a slow answer', action: { type: 'delay', ms: 200 }, isHarmless: true },
	{
		name: 'a slow answer after handling',
		action: { type: 'delay', ms: 200, afterHandling: true },
		isHarmless: true,
	},
];
const all: typeof faults = [...faults, { name: 'no answer ever', action: { type: 'stall' } }];
/** Only a response that never comes is waited for; no other takes near as long, even on a busy machine. */
const paceFor = ({ type }: { type?: unknown }) => ({
	timeout: type === 'stall' ? 3 : 20,
	concurrency: 3,
});
const once = 'https://example.com/once';

/** What is safe to repeat, and how many of its answers get lost. */
const safe: Array<[operation: string, path: string, times: number, parameters: object]> = [
	['get', '/api/*', 2, { linkId: byId(3) }],
	['update', '/api/*', 2, { linkId: byId(3), updateFields: { url: 'https://example.com/new' } }],
	['delete', '/api/*', 1, { linkId: byId(3) }],
	['createOnce', '/v1/*', 2, { url: once }],
];

test.concurrent.each(
	safe.flatMap((request) =>
		all.map(({ name, action }) => [request[0], name, action, request] as const),
	),
)(
	'link.%s that meets %s is repeated until it works',
	inWorld(async ({ sandbox, run }, operation, _name, action, [, path, times, parameters]) => {
		await sandbox.fault({ path, times, action });
		const pace = paceFor(action);
		const { items, errorItems } = await run('link', operation, { ...parameters }, { pace });
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength(1);
		if (operation === 'delete') expect(items[0].json).toEqual({ deleted: true });
		if (operation !== 'createOnce') return;
		const links = await sandbox.all('/api/urls', 'urls');
		expect(links.filter(({ longurl }) => longurl === once)).toHaveLength(1);
	}),
);

test.concurrent.each(all.map(({ name, ...fault }) => [name, fault] as const))(
	'link.create that meets %s is sent once, and a lost answer is one failure that says to look first',
	inWorld(async ({ sandbox, run }, _name, { action, isHarmless }) => {
		await sandbox.fault({ path: '/api/url/add', times: 1, action });
		const more = { items: rows(3), pace: paceFor(action) };
		const { items, errorItems } = await run('link', 'create', { url: ROW_URL }, more);
		expect((await sandbox.counts())['POST /api/url/add']).toBe(3);
		expect(items).toHaveLength(isHarmless ? 3 : 2);
		const failure = {
			error: expect.stringMatching(/.{11}/),
			message: expect.stringContaining('Check before you retry'),
		};
		expect(errorItems.map(({ json }) => json)).toMatchObject(isHarmless ? [] : [failure]);
	}),
);

test.concurrent('service where nothing listens got nothing, and the failure says so', async () => {
	const gone = await openWorld();
	await gone.close();
	const { errorItems } = await gone.run('link', 'create', { url: 'https://example.com' });
	expect(errorItems[0].json).toEqual({
		n: undefined,
		error: `Couldn't connect to ${new URL(gone.sandbox.url).host}: connection refused`,
		message: "Check 'API URL' in the credential, and that n8n can reach it",
		details: { httpCode: null, code: 'ECONNREFUSED' },
	});
});

test.concurrent(
	"key of Create Once survives n8n's own Retry On Fail",
	inWorld(async ({ sandbox, run }) => {
		// All four attempts of the node are lost after handling; n8n then runs the node again.
		const action = { type: 'reset', when: 'afterHandling' };
		await sandbox.fault({ path: '/v1/links', times: 4, action });
		const result = await run(
			'link',
			'createOnce',
			{ url: ROW_URL },
			{
				items: rows(3),
				pace: { concurrency: 1 },
				onError: 'stopWorkflow',
				nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			},
		);
		expect(result.status).toBe('success');
		expect(result.items).toHaveLength(3);
		expect(await sandbox.all('/api/urls', 'urls')).toHaveLength(4 + 3);
	}),
);

/** Random faults that a schedule deals out to the requests in the order in which they arrive. */
const schedule = fc.array(
	fc.record({
		action: fc.oneof(
			{ weight: 6, arbitrary: fc.constantFrom(...faults.map(({ action }) => action)) },
			{ weight: 1, arbitrary: fc.constant({ type: 'rateLimit', retryAfter: 0.05 }) },
		),
		probability: fc.constantFrom(0.1, 0.3, 0.6, 1),
		seed: fc.nat(10_000),
		after: fc.nat(8),
		times: fc.integer({ min: 1, max: 12 }),
	}),
	{ minLength: 1, maxLength: 6 },
);

/** Every input is one result or one failure, in its place, with its own data. */
function account(
	result: { items: Array<{ json: object; pairedItem?: unknown }>; errorItems: typeof result.items },
	count: number,
): Set<number> {
	const places = getPairs([...result.items, ...result.errorItems]);
	expect(places.toSorted((a, b) => a - b)).toEqual(rows(count).map((_, n) => n));
	return new Set(getPairs(result.items));
}

const ROWS = 40;
const seed = Number(process.env.RESILIENCE_SEED ?? Date.now() % 2 ** 31);

describe(`random schedule of faults (RESILIENCE_SEED=${seed} repeats it)`, () => {
	const world = useWorld();
	// Each item meets a schedule of its own.
	const settings = { seed, numRuns: 60, endOnFailure: true };

	test('never doubles a create, and loses none', async () => {
		await fc.assert(
			fc.asyncProperty(schedule, async (plan) => {
				await world.sandbox.reset();
				await world.sandbox.fault(...plan.map((one) => ({ path: '/api/url/add', ...one })));
				const result = await world.run(
					'link',
					'create',
					{ url: ROW_URL },
					{ items: rows(ROWS), pace: { concurrency: ROWS, timeout: 5 } },
				);
				const succeeded = account(result, ROWS);
				const made = (await world.sandbox.all('/api/urls', 'urls'))
					.slice(4)
					.map(({ longurl }) => longurl);
				expect(new Set(made).size).toBe(made.length);
				for (const { json, pairedItem } of result.items) {
					const { item } = pairedItem as { item: number };
					expect(json).toMatchObject({ longurl: `https://example.com/${item}` });
				}
				for (const n of succeeded) expect(made).toContain(`https://example.com/${n}`);
			}),
			settings,
		);
	}, 120_000);

	test('never doubles a bulk create, and gives each row its own QR code or its own failure', async () => {
		const bulk = fc.record({
			order: fc.constantFrom('given', 'reversed', 'shuffled'),
			shape: fc.constantFrom('keyed', 'list', 'bare', 'topLevel'),
			refuse: fc.constantFrom('', 'row 3', 'row 1'),
			refusedRows: fc.constantFrom('inline', 'errors', 'omit'),
			invalidRows: fc.constantFrom('refuseAll', 'refuseRow'),
			maxRows: fc.constantFrom(500, 3, 1),
		});
		const names = fc.array(fc.nat(30), { minLength: ROWS, maxLength: ROWS });
		await fc.assert(
			fc.asyncProperty(schedule, bulk, fc.nat(12), names, async (plan, shapes, bad, given) => {
				await world.sandbox.reset({ bulk: shapes });
				await world.sandbox.fault(...plan.map((one) => ({ path: '/api/qr/bulk', ...one })));
				const items = given.map((name, n) => ({
					json: {
						name: `row ${name}`,
						// Every so often one that Link Platform finds malformed.
						url:
							bad > 0 && n % bad === bad - 1 && bad > 8
								? `ftp://bad/${n}`
								: `https://example.com/${n}`,
					},
				}));
				const result = await world.run(
					'qrCode',
					'createMany',
					{
						name: '={{ $json.name }}',
						url: '={{ $json.url }}',
						downloadImage: false,
						additionalFields: { batchSize: 8 },
					},
					{ items, pace: { timeout: 5 } },
				);
				account(result, ROWS);
				await world.sandbox.clearFaults();
				const made = (await world.sandbox.all('/api/qrs', 'qrs')).slice(2);
				const details = await Promise.all(
					made.map(async ({ id }) => (await world.sandbox.call(`/api/qr/${Number(id)}`)).data),
				);
				const targets = details.map(({ target }) => target);
				expect(new Set(targets).size).toBe(targets.length);
				const byRow = new Map(details.map(({ id, target }) => [id, target]));
				for (const { json, pairedItem } of result.items) {
					const { item } = pairedItem as { item: number };
					expect([item, byRow.get(json.id)]).toEqual([item, items[item].json.url]);
				}
			}),
			{ ...settings, numRuns: 40 },
		);
	}, 120_000);
});
