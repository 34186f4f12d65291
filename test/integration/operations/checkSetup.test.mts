/** Tests that Check Setup returns one item per check, for a correct setup and for each kind of wrong setup. */
import { randomUUID } from 'node:crypto';
import { withStatus } from '../../support/faults.mts';
import { keyWith, written } from '../../support/sent.mts';
import { useServer } from '../../support/serve.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();
const { serve } = useServer();

interface Check {
	check: string;
	ok: boolean | null;
	found: string;
	advice: string;
}

const checkSetup = async (credential: object = {}, more: Parameters<typeof world.run>[3] = {}) => {
	const credentials = { linkPlatformApi: { ...world.credential, ...credential } };
	const given = { credentials, ...more };
	const { items, errorItems } = await world.run('account', 'checkSetup', {}, given);
	expect(errorItems).toEqual([]);
	return items.map(({ json }) => json as unknown as Check);
};
const wrongOf = (checks: Check[]) => checks.filter(({ ok }) => ok !== true);

test('account.checkSetup sends only GET requests, and every check passes if the setup is correct', async () => {
	const checks = await checkSetup();
	expect(wrongOf(checks)).toEqual([]);
	// The advice is never an empty string, because n8n's table shows an empty string as a word in red.
	expect(new Set(checks.map(({ advice }) => advice))).toEqual(new Set(['Nothing to do']));
	expect(checks.map(({ check }) => check)).toEqual([
		'API URL',
		'API Key',
		'Legacy API URL',
		'Read Links',
		'Read QR Codes',
		'Read Bio Pages',
		'Read Campaigns',
		'Read Domains',
		'Events',
		...['Links', 'Clicks', 'QR Codes', 'Bio Pages', 'Domains'].map((name) => `Quota ${name}`),
		'Rate Limit',
		'Address of n8n',
		'Webhooks of This n8n',
	]);
	expect(await written(world)).toEqual([]);
});

test("account.checkSetup checks only the two API URLs if the API URL can't be reached", async () => {
	const checks = await checkSetup({ apiUrl: 'http://127.0.0.1:9', legacyApiUrl: '' });
	expect(checks.map(({ check, ok }) => [check, ok])).toEqual([
		['API URL', false],
		['Legacy API URL', null],
	]);
	expect(checks[0].advice).toContain("'API URL'");
});

test("account.checkSetup reports that 'API URL' is the URL of the legacy API", async () => {
	const [first] = await checkSetup({ apiUrl: `${world.credential.apiUrl}/v3` });
	expect(first).toMatchObject({
		check: 'API URL',
		ok: false,
		found: 'This URL belongs to the legacy API',
	});
	expect(first.advice).toContain("'Legacy API URL'");
});

test('account.checkSetup runs all other checks if there is no legacy API', async () => {
	await world.change({ legacy: { offered: false } });
	const checks = await checkSetup();
	expect(wrongOf(checks)).toEqual([
		{
			check: 'Legacy API URL',
			ok: null,
			found: expect.stringMatching(/^The legacy API can't be used \(/),
			advice: expect.stringContaining('Only the Link Platform Assets node needs the legacy API'),
		},
	]);
	expect(checks.length).toBeGreaterThan(10);
});

test.each([
	['rejected', { apiKey: 'lp_wrong' }, false, true],
	['missing the account scope', 'url:read', null, null],
])(
	'account.checkSetup reports an API key that is %s, even if it is refused in an HTTP 200 response',
	async (_, key, ok, isApi) => {
		const { credentials } = await keyWith(world, typeof key === 'string' ? [key] : []);
		await world.change({ failuresAs200: true });
		const given = typeof key === 'string' ? credentials.linkPlatformApi : key;
		const checks = await checkSetup(given);
		const accesses = Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest]));
		expect(accesses).toMatchObject({
			'API URL': { ok: isApi },
			'API Key': { ok, found: expect.stringMatching(/key|scope/i) },
		});
		expect(checks.some(({ check }) => check === 'Read Links')).toBe(ok === null);
	},
);

test("account.checkSetup lists what an API key with few scopes can't read", async () => {
	const { credentials } = await keyWith(world, ['account:read', 'url:read', 'webhook:read']);
	const wrong = wrongOf(await checkSetup(credentials.linkPlatformApi));
	expect(wrong.map(({ check }) => check)).toEqual([
		'Read QR Codes',
		'Read Bio Pages',
		'Read Campaigns',
		'Read Domains',
		'Legacy API URL',
	]);
	expect(wrong[0].found).toContain('qr:read');
});

test('account.checkSetup names each webhook of this n8n by its path and events, and asks only triggers', async () => {
	const asked: unknown[] = [];
	const baseUrl = await serve(({ url }, response) => {
		asked.push(url);
		response.end();
	});
	const triggerPath = `/webhook/${randomUUID()}/webhook`;
	// The endpoint has another name, and the workflow was imported without IDs for webhooks.
	const named = '/hooks/aBcD1234eFgH5678/link%20platform%20trigger/webhook';
	const wait = `/webhook-waiting/7/node?signature=token&wait=a&until=9999999999`;
	const others = ['/webhook/by-hand', '/webhook/orders/webhook', '/webhook/***'];
	for (const path of [wait, ...others, triggerPath, named]) {
		const url = baseUrl + path;
		await world.first('webhook', 'create', { url, events: ['link.clicked', 'qr.scanned'] });
	}
	await world.first('webhook', 'create', { url: 'https://other.example/a', events: ['all'] });
	const checks = await checkSetup({}, { baseUrl });
	expect(asked.toSorted()).toEqual([named, triggerPath]);
	const toCheck = (path: string) => `Webhook ${path} (link.clicked, qr.scanned)`;
	expect(checks.filter(({ check }) => check.startsWith('Webhook'))).toEqual([
		...[triggerPath, named].map((path) => ({
			check: toCheck(path),
			ok: false,
			found: 'Something other than a Link Platform Trigger responded (status 200)',
			advice: expect.stringMatching(/^Have the reverse proxy forward/),
		})),
		{
			check: toCheck('/webhook-waiting/7/node'),
			ok: null,
			found: 'A paused execution waits for these events',
			advice: 'Nothing to do',
		},
		...others.map((path) => ({
			check: toCheck(path),
			ok: null,
			found: path.endsWith('*')
				? 'Not checked, because Link Platform masks the URL of this webhook'
				: "Not checked, because the webhook isn't a Link Platform Trigger's",
			advice: 'Nothing to do',
		})),
	]);
	expect(JSON.stringify(checks)).not.toContain('token');
});

test("account.checkSetup says why this n8n's webhooks can't be listed", async () => {
	await world.fault('/api/webhooks', withStatus(503), { method: 'GET' });
	const [first] = await checkSetup();
	expect(first).toMatchObject({ check: 'Webhooks of This n8n', ok: false });
});

test('account.checkSetup lists failed checks first: no events and a used-up quota', async () => {
	await world.respond('/api/webhooks/events', { events: [] });
	await world.change({ quotas: { qrs: 2, urls: 10_000 }, rateLimit: { limit: 20 } });
	const checks = await checkSetup();
	expect(checks.find(({ check }) => check === 'Quota Links')!.found).toMatch(
		/ used, limit: 10,000$/,
	);
	expect(checks.find(({ check }) => check === 'Rate Limit')!.found).toBe(
		'Requests per time window: 20',
	);
	expect(checks.slice(0, 2)).toEqual([
		{
			check: 'Events',
			ok: false,
			found: 'Link Platform returned no event types',
			advice: expect.any(String),
		},
		{ check: 'Quota QR Codes', ok: false, found: '2 used, limit: 2', advice: expect.any(String) },
	]);
});

test("account.checkSetup reports a private n8n address that Link Platform can't reach from the internet", async () => {
	const proxy = await serve((request, response) => {
		const { pathname, search } = new URL(request.url!);
		const headers = { authorization: String(request.headers.authorization) };
		fetch(world.url + pathname + search, { headers })
			.then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
			.catch(() => response.destroy());
	});
	process.env.HTTP_PROXY = proxy;
	const apiUrl = 'http://links.example.com';
	const legacyApiUrl = apiUrl + new URL(String(world.credential.legacyApiUrl)).pathname;
	const more = { baseUrl: 'http://192.168.1.20:5678' };
	const checks = await checkSetup({ apiUrl, legacyApiUrl }, more).finally(() => {
		delete process.env.HTTP_PROXY;
	});
	expect(wrongOf(checks)).toEqual([
		{
			check: 'Address of n8n',
			ok: false,
			found: expect.stringMatching(/can't reach/),
			advice: expect.stringContaining('WEBHOOK_URL'),
		},
	]);
});

test('account.checkSetup passes if a quota has no limit and no rate limit is announced', async () => {
	await world.change({ rateLimit: { limit: null, headers: 'none' } });
	const usage = { urls: { used: 4, limit: -1 }, domains: { used: 0, limit: 0 }, unknown: 'text' };
	await world.respond('/api/account/stats', usage);
	const checks = await checkSetup();
	const found = new Map(checks.map(({ check, ok, found: text }) => [check, [ok, text]]));
	expect(found.get('Rate Limit')).toEqual([
		true,
		'Requests per time window: not announced by Link Platform',
	]);
	expect(Object.fromEntries([...found].filter(([check]) => check.startsWith('Quota ')))).toEqual({
		'Quota Links': [true, '4 used, limit: none'],
		'Quota Domains': [false, '0 used, limit: 0'],
	});
});
