import { start } from './sandboxClient.mts';
import type { Client } from './sandboxClient.mts';

let sandbox: Client;

beforeAll(async () => {
	sandbox = await start();
});
afterAll(() => sandbox.close());

const link = { url: 'https://example.com' };
const qr = { name: 'One', url: 'https://example.com' };
const none = { Authorization: '' };

type Row = [name: string, status: number, part: string, ...call: Parameters<Client['ask']>];

test.each<Row>([
	['unknown route', 404, 'GET /api/nope', 'GET /api/nope'],
	['unknown method', 404, 'POST /api/urls', 'POST /api/urls'],
	['path of the legacy API in the current one', 404, '/api/channels', 'GET /api/channels'],
	['no key', 401, 'key', 'GET /api/urls', undefined, none],
	['no key, unknown route', 401, 'key', 'GET /api/nope', undefined, none],
	['wrong key', 401, 'key', 'GET /api/urls', undefined, { Authorization: 'Bearer no' }],
	['key without Bearer', 401, 'key', 'GET /api/urls', undefined, { Authorization: 'lp_x' }],
	['unknown query parameter', 422, '"color"', 'GET /api/urls?color=red'],
	['page 0', 422, '"page"', 'GET /api/urls?page=0'],
	['limit of no number', 422, '"limit"', 'GET /api/urls?limit=ten'],
	['fractional limit', 422, '"limit"', 'GET /api/urls?limit=1.5'],
	['empty limit', 422, '"limit"', 'GET /api/urls?limit='],
	['query on a route without any', 422, '"a"', 'GET /api/webhooks?a=1'],
	['id of no number', 422, '"id"', 'GET /api/url/abc'],
	['id in another notation', 422, '"id"', 'GET /api/url/0x1'],
	['unknown id', 404, '999', 'GET /api/url/999'],
	['no body', 422, 'body', 'POST /api/url/add'],
	['missing field', 422, '"url" is required', 'POST /api/url/add', { alias: 'a' }],
	['unknown field', 422, '"color"', 'POST /api/url/add', { ...link, color: 'red' }],
	['number as string', 422, '"maxClicks"', 'POST /api/url/add', { ...link, maxClicks: '5' }],
	['null', 422, '"alias"', 'POST /api/url/add', { ...link, alias: null }],
	['no URL', 422, '"url"', 'POST /api/url/add', { url: 'example' }],
	['URL of another kind', 422, '"url"', 'POST /api/url/add', { url: 'ftp://example.com' }],
	['bad alias', 422, '"alias"', 'POST /api/url/add', { ...link, alias: 'a b' }],
	['reserved alias', 422, '"alias"', 'POST /api/url/add', { ...link, alias: 'api' }],
	['taken alias', 409, '"launch" is already', 'POST /api/url/add', { ...link, alias: 'launch' }],
	['foreign domain', 422, '"domain"', 'POST /api/url/add', { ...link, domain: 'a.example' }],
	['unknown campaign', 422, '"campaignId"', 'POST /api/url/add', { ...link, campaignId: 99 }],
	['expiry of no date', 422, '"expiry"', 'POST /api/url/add', { ...link, expiry: '2026-02-31x' }],
	['impossible expiry', 422, '"expiry"', 'POST /api/url/add', { ...link, expiry: '2026-13-01' }],
	['update of nothing', 422, 'nothing to change', 'PUT /api/url/1/update', {}],
	['body on a deletion', 422, '"why"', 'DELETE /api/url/1/delete', { why: 'so' }],
	['not JSON', 400, 'not valid JSON', 'POST /api/url/add', '{"url":'],
	['prototype key', 400, 'not valid JSON', 'POST /api/url/add', '{"__proto__": {}}'],
	[
		'other content type',
		415,
		'application/json',
		'POST /api/url/add',
		'url=x',
		{ 'Content-Type': 'application/x-www-form-urlencoded' },
	],
	['color', 422, '"foreground"', 'POST /api/qr/add', { ...qr, foreground: 'red' }],
	['correction', 422, '"errorCorrection"', 'POST /api/qr/add', { ...qr, errorCorrection: 'X' }],
	['size', 422, '"size"', 'POST /api/qr/add', { ...qr, size: 0 }],
	['no format', 422, '"format" is required', 'GET /api/qr/1/download'],
	['unknown format', 422, '"format"', 'GET /api/qr/1/download?format=gif'],
	['empty bulk', 422, '"qrs"', 'POST /api/qr/bulk', { qrs: [] }],
	['bulk row', 422, '"qrs.1.url" is required', 'POST /api/qr/bulk', { qrs: [qr, { name: 'x' }] }],
	['bulk row field', 422, '"qrs.0.size"', 'POST /api/qr/bulk', { qrs: [{ ...qr, size: 5 }] }],
	['unknown event', 422, '"events"', 'POST /api/webhooks/subscribe', { ...link, events: ['x'] }],
	['no event', 422, '"events"', 'POST /api/webhooks/subscribe', { ...link, events: [] }],
	['unknown webhook', 404, '99', 'DELETE /api/webhooks/subscribe/99'],
	[
		'unknown scope',
		422,
		'"scopes.0"',
		'POST /api/account/apikeys/add',
		{ name: 'a', scopes: ['x'] },
	],
	[
		'short password',
		422,
		'"password"',
		'PUT /api/account/password',
		{ current: 'demo-password', password: 'short', confirmPassword: 'short' },
	],
	['email', 422, '"email"', 'PUT /api/account/update', { email: 'nobody' }],
	[
		'domain with a scheme',
		422,
		'"domain"',
		'POST /api/domain/add',
		{ domain: 'https://a.example' },
	],
	['system domain', 403, 'cannot be deleted', 'DELETE /api/domain/1/delete'],
])('%s: %i, %s', async (_name, status, part, ...call) => {
	const answer = await sandbox.ask(...call);
	expect(answer.status).toBe(status);
	expect(answer.body).toEqual({ error: 1, message: expect.stringContaining(part) });
	expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
});

test('a key may come as X-API-Key, and only there when so set', async () => {
	const header = { ...none, 'X-API-Key': sandbox.apiKey };
	expect((await sandbox.ask('GET /api/urls', undefined, header)).status).toBe(200);
	await sandbox.change({ keyHeaders: 'x-api-key' });
	expect((await sandbox.ask('GET /api/urls')).status).toBe(401);
	expect((await sandbox.ask('GET /api/urls', undefined, header)).status).toBe(200);
	await sandbox.reset();
});

test('a key with scopes may do what they say, and is told what it lacks', async () => {
	const scopes = ['url:read'];
	const key = await sandbox.newKey(scopes);
	const headers = { Authorization: `Bearer ${key}` };
	expect((await sandbox.ask('GET /api/urls', undefined, headers)).status).toBe(200);
	const refused = await sandbox.ask('POST /api/url/add', { nonsense: 1 }, headers);
	expect(refused.status).toBe(403);
	expect(refused.body.message).toContain('url:write');
	const legacy = await sandbox.ask('GET /v3/api/account', undefined, headers);
	expect([403, 404]).toContain(legacy.status);

	const listed = await sandbox.ask('GET /api/account/apikeys');
	const [, reader] = listed.body.data.keys;
	expect(reader).toMatchObject({ scopes, prefix: key.slice(0, 14) });
	expect(JSON.stringify(listed.body)).not.toContain(key);
});

test.each([
	['errorAs', 'string', { error: '0' }],
	['errorAs', 'boolean', { error: false }],
	['idsAsStrings', true, { data: { id: '1' } }],
])('setting %s: %s', async (name, value, expected) => {
	await sandbox.change({ [name]: value });
	expect((await sandbox.ask('GET /api/url/1')).body).toMatchObject(expected);
	await sandbox.reset();
});

test('failures may come as HTTP 200', async () => {
	await sandbox.change({ failuresAs200: true });
	expect(await sandbox.ask('GET /api/url/999')).toMatchObject({ status: 200, body: { error: 1 } });
	await sandbox.reset();
});

test('a wrong setting is refused by name', async () => {
	const answer = await sandbox.ask('PATCH /_sandbox/settings', { rateLimit: { limti: 1 } });
	expect(answer.status).toBe(422);
	expect(answer.body.message).toContain('limti');
});

interface OpenApi {
	paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
}

test('the OpenAPI document names every route', async () => {
	const { paths } = await sandbox.control<OpenApi>('openapi.json');
	expect(Object.keys(paths)).toEqual(
		expect.arrayContaining(['/api/urls', '/api/qr/{id}/download', '/v1/links', '/{alias}']),
	);
	const { content } = paths['/api/url/add'].post.requestBody;
	expect(content['application/json'].schema).toMatchObject({
		required: ['url'],
		additionalProperties: false,
	});
});
