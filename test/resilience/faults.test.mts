import fc from 'fast-check';
import {
	ROW_URL,
	type Service,
	closeEngine,
	openService,
	print,
	rows,
	inParallel,
} from './scenarios.mts';
import { byId } from '../support/world.mts';

let service: Service;

beforeAll(async () => {
	service = await openService();
});
beforeEach(async () => {
	await service.reset({ rateLimit: { retryAfter: 'seconds' } });
});
afterAll(async () => {
	await service.close();
	await closeEngine();
});

/** What can go wrong with one answer, at which the service may have done its work (`done`) or not. */
const faults: Array<{ name: string; action: object; isHarmless?: boolean }> = [
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
const stall: (typeof faults)[number] = { name: 'no answer ever', action: { type: 'stall' } };
const options = { timeout: 1, concurrency: 3 };

test('what is safe is repeated until it works', async () => {
	const services = await Promise.all(Array.from({ length: 23 }, async () => await openService()));
	const broken: unknown[] = [];
	await inParallel(services, [...faults, stall], async (one, { name, action }) => {
		await one.reset();
		await one.fault({ path: '/api/*', times: 2, action });
		const linkId = byId(3);
		const got = await one.run('link', 'get', { linkId, options });
		if (got.items.length !== 1) broken.push([name, 'get', got.errorItems[0].json]);
		await one.clearFaults();
		await one.fault({ path: '/api/*', times: 2, action });
		const put = await one.run('link', 'update', {
			linkId,
			updateFields: { url: 'https://example.com/new' },
			options,
		});
		if (put.items.length !== 1) broken.push([name, 'update', put.errorItems[0].json]);
		await one.clearFaults();
		await one.fault({ path: '/api/*', times: 1, action });
		const gone = await one.run('link', 'delete', { linkId, options });
		if (gone.items[0]?.json.deleted !== true) broken.push([name, 'delete', gone.errorItems]);
		await one.clearFaults();
		await one.fault({ path: '/v1/*', times: 2, action });
		const once = await one.run('link', 'createOnce', { url: 'https://example.com/once', options });
		if (once.items.length !== 1) broken.push([name, 'createOnce', once.errorItems[0].json]);
		const made = (await one.all('/api/urls', 'urls')).filter(
			({ longurl }) => longurl === 'https://example.com/once',
		);
		if (made.length !== 1) broken.push([name, 'createOnce made', made.length]);
	});
	for (const one of services) await one.close();
	expect(broken).toEqual([]);
}, 120_000);

test('a create that got no usable answer is one clear failure, and is not sent again', async () => {
	for (const { name, action, isHarmless } of [...faults, stall]) {
		await service.reset();
		await service.fault({ path: '/api/url/add', times: 1, action });
		const { items, errorItems } = await service.run(
			'link',
			'create',
			{ url: ROW_URL, options },
			{ items: rows(3) },
		);
		const counts = await service.counts();
		expect([name, counts['POST /api/url/add']]).toEqual([name, 3]);
		expect([name, items.length, errorItems.length]).toEqual(
			isHarmless ? [name, 3, 0] : [name, 2, 1],
		);
		if (isHarmless) continue;
		const { error, message } = errorItems[0].json as { error: string; message: string };
		expect([name, error.length > 10, message]).toEqual([
			name,
			true,
			expect.stringContaining('look before you repeat it'),
		]);
	}
}, 60_000);

test('where nothing listens, nothing was sent, and it says so', async () => {
	const gone = await openService();
	await gone.close();
	const { errorItems } = await gone.run('link', 'create', { url: 'https://example.com' });
	expect(errorItems[0].json).toEqual({
		n: undefined,
		error: `No answer from ${new URL(gone.url).host}: nothing listens at that address`,
		message: "Check 'API URL' in the credential, and that n8n can reach it",
		details: { httpCode: null, code: 'ECONNREFUSED' },
	});
}, 30_000);

test("the key of Create Once survives n8n's own Retry On Fail", async () => {
	// All four attempts of the node are lost after handling; n8n then runs the node again.
	await service.fault({
		path: '/v1/links',
		times: 4,
		action: { type: 'reset', when: 'afterHandling' },
	});
	const result = await service.run(
		'link',
		'createOnce',
		{ url: ROW_URL, options: { concurrency: 1 } },
		{
			items: rows(3),
			onError: 'stopWorkflow',
			nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		},
	);
	expect(result.status).toBe('success');
	expect(result.items).toHaveLength(3);
	const links = await service.all('/api/urls', 'urls');
	expect(links).toHaveLength(4 + 3);
}, 30_000);

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
	const places = [...result.items, ...result.errorItems].map(
		({ pairedItem }) => (pairedItem as { item: number }).item,
	);
	expect(places.toSorted((a, b) => a - b)).toEqual(rows(count).map((_, n) => n));
	return new Set(result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item));
}

const ROWS = 40;
const seed = Number(process.env.RESILIENCE_SEED ?? Date.now() % 2 ** 31);

describe(`random schedules (RESILIENCE_SEED=${seed} repeats them)`, () => {
	// Each item meets a schedule of its own.
	const settings = { seed, numRuns: 60, endOnFailure: true };

	test('a create is never doubled, and none is lost', async () => {
		let schedules = 0;
		await fc.assert(
			fc.asyncProperty(schedule, async (plan) => {
				await service.reset();
				await service.fault(...plan.map((one) => ({ path: '/api/url/add', ...one })));
				const result = await service.run(
					'link',
					'create',
					{ url: ROW_URL, options: { concurrency: ROWS, timeout: 5 } },
					{ items: rows(ROWS) },
				);
				const succeeded = account(result, ROWS);
				const made = (await service.all('/api/urls', 'urls'))
					.slice(4)
					.map(({ longurl }) => longurl);
				expect(new Set(made).size).toBe(made.length);
				for (const { json, pairedItem } of result.items) {
					const { item } = pairedItem as { item: number };
					expect(json).toMatchObject({ longurl: `https://example.com/${item}` });
				}
				for (const n of succeeded) expect(made).toContain(`https://example.com/${n}`);
				schedules += ROWS;
			}),
			settings,
		);
		print(`     create: ${schedules} schedules, seed ${seed}`);
	}, 120_000);

	test('a bulk create is never doubled, and each row gets its own QR code or its own failure', async () => {
		let schedules = 0;
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
				await service.reset({ bulk: shapes });
				await service.fault(...plan.map((one) => ({ path: '/api/qr/bulk', ...one })));
				const items = given.map((name, n) => ({
					json: {
						name: `row ${name}`,
						// Every so often one that the service finds malformed.
						url:
							bad > 0 && n % bad === bad - 1 && bad > 8
								? `ftp://bad/${n}`
								: `https://example.com/${n}`,
					},
				}));
				const result = await service.run(
					'qrCode',
					'createMany',
					{
						name: '={{ $json.name }}',
						url: '={{ $json.url }}',
						batchSize: 8,
						options: { timeout: 5 },
					},
					{ items },
				);
				account(result, ROWS);
				await service.clearFaults();
				const made = (await service.all('/api/qrs', 'qrs')).slice(2);
				const details = await Promise.all(
					made.map(async ({ id }) => (await service.call(`/api/qr/${String(id)}`)).data),
				);
				const targets = details.map(({ target }) => target);
				expect(new Set(targets).size).toBe(targets.length);
				const byRow = new Map(details.map(({ id, target }) => [id, target]));
				for (const { json, pairedItem } of result.items) {
					const { item } = pairedItem as { item: number };
					expect([item, byRow.get(json.id)]).toEqual([item, items[item].json.url]);
				}
				schedules += ROWS;
			}),
			{ ...settings, numRuns: 40 },
		);
		print(`     bulk: ${schedules} schedules, seed ${seed}`);
	}, 120_000);
});
