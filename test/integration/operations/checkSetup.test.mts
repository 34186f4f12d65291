/** Check Setup: one item per check, on a good deployment and on each kind of broken one. */
import { keyWith, sent } from '../../support/sent.mts';
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

const checkSetup = async (credential: object = {}) => {
	const credentials = { linkPlatformApi: { ...world.credential, ...credential } };
	const { items, errorItems } = await world.run('account', 'checkSetup', {}, { credentials });
	expect(errorItems).toEqual([]);
	return items.map(({ json }) => json as unknown as Check);
};
const wrongOf = (checks: Check[]) => checks.filter(({ ok }) => ok !== true);

test('a good deployment: everything is right, and nothing but reads is sent', async () => {
	const checks = await checkSetup();
	expect(wrongOf(checks)).toEqual([]);
	expect(checks.map(({ check }) => check)).toEqual([
		...['API URL', 'API Key', 'Legacy API URL', 'Read Links', 'Read QR Codes', 'Read Bio Pages'],
		...['Read Campaigns', 'Read Domains', 'Write Access', 'Events'],
		...['Links', 'Clicks', 'QR Codes', 'Bio Pages', 'Domains'].map((name) => `Quota ${name}`),
		...['Rate Limit', 'Address of n8n', 'Webhooks of This n8n'],
	]);
	const requests = await sent(world);
	expect(requests.filter(({ request }) => !request.startsWith('GET '))).toEqual([]);
});

test('wrong address: only the addresses are checked', async () => {
	const checks = await checkSetup({ apiUrl: 'http://127.0.0.1:9', legacyApiUrl: '' });
	expect(checks.map(({ check, ok }) => [check, ok])).toEqual([
		['API URL', false],
		['Legacy API URL', false],
	]);
	expect(checks[0].advice).toContain("'API URL'");
});

test('the website instead of the API', async () => {
	const apiUrl = await serve((_, response) => {
		response.setHeader('content-type', 'text/html');
		response.end('<!doctype html><title>Links</title>');
	});
	const [first] = wrongOf(await checkSetup({ apiUrl }));
	expect(first).toMatchObject({ check: 'API URL', ok: false });
	expect(first.advice).toContain("'API URL'");
});

test('one API only: everything else is checked all the same', async () => {
	await world.sandbox.change({ legacy: { offered: false } });
	const checks = await checkSetup();
	expect(wrongOf(checks)).toEqual([
		{
			check: 'Legacy API URL',
			ok: false,
			found: expect.stringMatching(/^No legacy API at this address/),
			advice: expect.stringContaining('Only the node Link Platform Legacy needs it'),
		},
	]);
	expect(checks.length).toBeGreaterThan(10);
});

test('a key that is refused', async () => {
	const [first] = wrongOf(await checkSetup({ apiKey: 'lp_wrong' }));
	expect(first).toMatchObject({
		check: 'API Key',
		ok: false,
		found: expect.stringMatching(/key/i),
	});
});

test('a key with some read scopes: what it cannot read, and that it cannot write', async () => {
	const scopes = ['account:read', 'url:read', 'apikey:read', 'webhook:read'];
	const { credentials } = await keyWith(world, scopes);
	const wrong = wrongOf(await checkSetup(credentials.linkPlatformApi));
	expect(wrong.map(({ check }) => check)).toEqual([
		...['Legacy API URL', 'Read QR Codes', 'Read Bio Pages', 'Read Campaigns', 'Read Domains'],
		'Write Access',
	]);
	expect(wrong.at(-1)!.found).toBe(`Read only: ${scopes.join(', ')}`);
	expect(wrong[1].found).toContain('qr:read');
});

test('a key that may not list keys: whether it may write is not known', async () => {
	const { credentials } = await keyWith(world, ['url:write', 'url:read']);
	const checks = await checkSetup(credentials.linkPlatformApi);
	expect(checks.find(({ check }) => check === 'API Key')).toMatchObject({ ok: null });
	expect(checks.some(({ check }) => check === 'Read Links')).toBe(true);
	expect(checks.find(({ check }) => check === 'Write Access')).toMatchObject({ ok: null });
});

test('no events, a low rate limit, a quota that is used up', async () => {
	await world.respond('/api/webhooks/events', { events: [] });
	await world.sandbox.change({ quotas: { qrs: 2 }, rateLimit: { limit: 20 } });
	expect(wrongOf(await checkSetup())).toEqual([
		{ check: 'Events', ok: false, found: 'No events on offer', advice: expect.any(String) },
		{ check: 'Quota QR Codes', ok: false, found: '2 of 2 used', advice: expect.any(String) },
		{
			check: 'Rate Limit',
			ok: false,
			found: '20 requests per window',
			advice: expect.stringContaining("'Max Wait (Seconds)'"),
		},
	]);
});
