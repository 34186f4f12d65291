import { RateLimiter } from './rateLimit.mts';
import { changeSettings, settingsSchema } from './settings.mts';
import type { SettingsPatch } from './settings.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const limitTo = (rateLimit: SettingsPatch['rateLimit']) => sandbox.reset({ rateLimit });

test('requests count down the limit, then are refused until the window ends', async () => {
	await limitTo({ limit: 2, windowSeconds: 3 });
	const answers = [];
	for (let n = 0; n < 4; n += 1) answers.push(await ask('GET /api/urls'));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
	const remaining = answers.map(({ headers }) => headers.get('x-ratelimit-remaining'));
	expect(remaining).toEqual(['1', '0', '0', '0']);
	expect(answers[2].headers.get('retry-after')).toMatch(/^[123]$/);
	expect(answers[2].body).toEqual({ error: 1, message: expect.any(String) });
	await new Promise((done) => setTimeout(done, 3_010));
	expect((await ask('GET /api/urls')).status).toBe(200);
	const windows = await sandbox.windows();
	expect(windows).toMatchObject([
		{ used: 2, refused: 2 },
		{ used: 1, refused: 0 },
	]);
});

test('each API key has its own rate limit', async () => {
	await limitTo({ limit: 2 });
	const made = await ask('POST /api/account/apikeys/add', { name: 'Other' });
	await ask('GET /api/urls');
	expect((await ask('GET /api/urls')).status).toBe(429);
	const headers = { Authorization: `Bearer ${made.body.data.key}` };
	expect((await ask('GET /api/urls', undefined, headers)).status).toBe(200);
});

test("a rate limit for one endpoint doesn't apply to other endpoints", async () => {
	await limitTo({
		limit: 5,
		endpoints: [
			{ method: 'GET', path: '/api/qr/:id/download', limit: 1 },
			{ path: '/v3/*', limit: 1, resetFormat: 'iso' },
		],
	});
	const statuses = [];
	for (const id of [1, 2]) {
		statuses.push((await ask(`GET /api/qr/${id}/download?format=svg`)).status);
	}
	const answer = await ask('GET /api/qr/1');
	expect([...statuses, answer.status]).toEqual([200, 429, 200]);
	expect(answer.headers.get('x-ratelimit-remaining')).toBe('4');
	const legacy = await ask('GET /v3/api/nothing');
	expect(legacy.headers.get('x-ratelimit-limit')).toBe('1');
	expect(legacy.headers.get('x-ratelimit-reset')).toMatch(/^20.*Z$/);
});

test('the setting on429 "body200" sends rate limit refusals with HTTP status 200', async () => {
	await limitTo({ limit: 1, on429: 'body200', windowSeconds: 30 });
	await ask('GET /api/urls');
	const answer = await ask('GET /api/urls');
	expect(answer.status).toBe(200);
	expect(answer.headers.get('retry-after')).toBeNull();
	expect(answer.body).toEqual({ error: 429, message: expect.any(String), 'Retry-After': 30 });
});

test('clockSkewSeconds shifts the Date header and the rate limit reset', async () => {
	await limitTo({ limit: 1, clockSkewSeconds: 3600, windowSeconds: 60 });
	const { headers } = await ask('GET /api/urls');
	const ahead = (Date.parse(headers.get('date')!) - Date.now()) / 1000;
	expect(ahead).toBeGreaterThan(3590);
	expect(ahead).toBeLessThan(3610);
	expect(Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000).toBeGreaterThan(3600);
});

describe('formats', () => {
	const now = Date.parse('2026-03-01T12:00:00.250Z');
	const take = (patch: object) => {
		const { rateLimit } = changeSettings(settingsSchema.parse({}), {
			rateLimit: { limit: 1, windowSeconds: 60, ...patch },
		});
		const limiter = new RateLimiter();
		limiter.take(rateLimit, 1, 'GET', '/a', now);
		return limiter.take(rateLimit, 1, 'GET', '/a', now + 10_000)!;
	};

	test.each([
		['epoch', '1772366461'],
		['epochMs', '1772366460250'],
		['delta', '50'],
		['iso', '2026-03-01T12:01:00.250Z'],
		['httpDate', 'Sun, 01 Mar 2026 12:01:01 GMT'],
		['none', undefined],
	])('X-RateLimit-Reset is sent in the format %s', (resetFormat, expected) => {
		expect(take({ resetFormat }).headers['X-RateLimit-Reset']).toBe(expected);
	});

	test.each([
		['seconds', '50'],
		['none', undefined],
	])('Retry-After is sent in the format %s', (retryAfter, expected) => {
		expect(take({ retryAfter }).headers['Retry-After']).toBe(expected);
	});

	test('the rate limit setting headers "none" sends only Retry-After', () => {
		expect(Object.keys(take({ headers: 'none' }).headers)).toEqual(['Retry-After']);
	});
});

describe('preset "seen"', () => {
	const namesOf = (headers: Headers) =>
		[...headers.keys()].filter((name) => /rate|retry/.test(name)).sort();

	test.each([
		[60, 'GET /api/urls', undefined],
		[20, 'POST /api/url/add', { url: 'https://example.com' }],
		[20, 'GET /api/qr/1/download?format=svg', undefined],
		[5, 'GET /api/bio/1/subscribers/export', undefined],
		[3, 'POST /api/qr/bulk', { qrs: [{ name: 'One', url: 'https://example.com' }] }],
	])(
		'the rate limit preset "seen" allows %d requests per minute for %s',
		async (limit, route, body) => {
			await limitTo({ preset: 'seen' });
			for (let n = 1; n <= limit; n += 1) {
				const { status, headers } = await ask(route, body);
				expect([n, status]).not.toEqual([n, 429]);
				expect(namesOf(headers)).toEqual(['x-ratelimit-limit', 'x-ratelimit-remaining']);
				expect(headers.get('x-ratelimit-limit')).toBe(String(limit));
				expect(headers.get('x-ratelimit-remaining')).toBe(String(limit - n));
			}
			const { status, headers } = await ask(route, body);
			expect(status).toBe(429);
			expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
			expect(namesOf(headers)).toEqual([
				'retry-after',
				'x-ratelimit-limit',
				'x-ratelimit-remaining',
			]);
		},
	);
});
