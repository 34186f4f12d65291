import { request } from 'node:http';

import { useSandbox } from './useSandbox.mts';

const none = { Authorization: '' };

const sandbox = useSandbox();
const { ask } = sandbox;

/** The refused requests, one per line: name of the test | request | expected status and part of the message. */
const refused = `
unknown route | GET /api/nope | 404 GET /api/nope
unknown method | POST /api/urls | 404 POST /api/urls
path of the legacy API in the current one | GET /api/channels | 404 /api/channels
unknown query parameter | GET /api/urls?hue=red | 422 "hue"
page 0 | GET /api/urls?page=0 | 422 "page"
non-numeric limit | GET /api/urls?limit=ten | 422 "limit"
fractional limit | GET /api/urls?limit=1.5 | 422 "limit"
query on a route without parameters | GET /api/webhooks?a=1 | 422 "a"
non-numeric id | GET /api/url/abc | 422 "id"
unknown id | GET /api/url/999 | 404 999
no body | POST /api/url/add | 422 body
missing field | POST /api/url/add {"alias": "a"} | 422 "url" is required
unknown field of the versioned route | POST /v1/links {"url": "https://example.com", "alias": "a"} | 422 "alias"
unknown field | POST /api/url/add {"url": "https://example.com", "hue": "red"} | 422 "hue"
number as string | POST /api/url/add {"url": "https://example.com", "maxClicks": "5"} | 422 "maxClicks"
null | POST /api/url/add {"url": "https://example.com", "alias": null} | 422 "alias"
text instead of a URL | POST /api/url/add {"url": "example"} | 422 "url"
URL other than http(s) | POST /api/url/add {"url": "ftp://example.com"} | 422 "url"
bad alias | POST /api/url/add {"url": "https://example.com", "alias": "a b"} | 422 "alias"
reserved alias | POST /api/url/add {"url": "https://example.com", "alias": "api"} | 422 "alias"
taken alias | POST /api/url/add {"url": "https://example.com", "alias": "launch"} | 409 "launch" is already
unknown campaign | POST /api/url/add {"url": "https://example.com", "campaignId": 99} | 422 "campaignId"
malformed expiry | POST /api/url/add {"url": "https://example.com", "expiry": "2026-02-31x"} | 422 "expiry"
impossible expiry | POST /api/url/add {"url": "https://example.com", "expiry": "2026-13-01"} | 422 "expiry"
empty update | PUT /api/url/1/update {} | 422 nothing to change
body in a deletion | DELETE /api/url/1/delete {"why": "so"} | 422 "why"
invalid color | POST /api/qr/add {"name": "One", "url": "https://example.com", "foreground": "red"} | 422 "foreground"
unknown error correction | POST /api/qr/add {"name": "One", "url": "https://example.com", "errorCorrection": "X"} | 422 "errorCorrection"
size of 0 | POST /api/qr/add {"name": "One", "url": "https://example.com", "size": 0} | 422 "size"
no format | GET /api/qr/1/download | 422 "format" is required
unknown format | GET /api/qr/1/download?format=gif | 422 "format"
batch without rows | POST /api/qr/bulk {"qrs": []} | 422 "qrs"
row without a URL | POST /api/qr/bulk {"qrs": [{"name": "One", "url": "https://example.com"},{"name": "x"}]} | 422 "qrs.1.url" is required
unknown field in a row | POST /api/qr/bulk {"qrs": [{"name": "One", "url": "https://example.com", "size": 5}]} | 422 "qrs.0.size"
unknown event | POST /api/webhooks/subscribe {"url": "https://example.com", "events": ["x"]} | 422 "events"
no event | POST /api/webhooks/subscribe {"url": "https://example.com", "events": []} | 422 "events"
unknown scope | POST /api/account/apikeys/add {"name": "a", "scopes": ["x"]} | 422 "scopes.0"
short password | PUT /api/account/password {"current": "demo-password", "password": "short", "confirmPassword": "short"} | 422 "password"
invalid email | PUT /api/account/update {"email": "nobody"} | 422 "email"
domain with a scheme | POST /api/domain/add {"domain": "https://a.example"} | 422 "domain"
system domain | DELETE /api/domain/1/delete | 403 cannot be deleted
bad slug | POST /api/bio/add {"name": "a", "slug": "a b"} | 422 "slug"
taken slug | POST /api/bio/add {"name": "a", "slug": "DEMO"} | 409 "DEMO" is already
unknown theme | PUT /api/bio/1/update {"theme": "loud"} | 422 "theme"
unknown SEO field | PUT /api/bio/1/update {"seo": {"words": "x"}} | 422 "seo.words"
id of another type | GET /api/bio/demo | 422 "id"
unknown type | POST /api/bio/1/block {"type": "tune", "content": {}} | 422 "type"
missing field of the content | POST /api/bio/1/block {"type": "link", "content": {"title": "a"}} | 422 "content.url"
unknown field of the content | PUT /api/bio/1/block/shop {"content": {"title": "a", "url": "https://example.com", "x": 1}} | 422 "content.x"
unknown block | PUT /api/bio/1/block/nope {"content": {"title": "a", "url": "https://example.com"}} | 404 "nope"
block of another page | DELETE /api/bio/2/block/shop | 404 "shop"
incomplete order | PUT /api/bio/1/reorder {"order": ["welcome", "shop"]} | 422 lacks news
order with a duplicate | PUT /api/bio/1/reorder {"order": ["shop", "shop", "news"]} | 422 "shop"
empty prompt | POST /api/bio/1/ai-generate {"prompt": " "} | 422 "prompt"
unknown slug | GET /api/bio/public/nobody | 404 "nobody"
name of the current API | PUT /v3/api/account/update {"name": "A"} | 422 "name"
domain without a scheme | POST /v3/api/domain/add {"domain": "a.example"} | 422 "domain"
domain taken | POST /v3/api/domain/add {"domain": "http://go.example.com"} | 409 "go.example.com"
domain renamed | PUT /v3/api/domain/2/update {"domain": "https://a.example"} | 422 "domain"
system domain | DELETE /v3/api/domain/1/delete | 404 1
unknown campaign field | POST /v3/api/campaign/add {"description": "A"} | 422 "description"
missing campaign name | PUT /v3/api/campaign/1/update {"slug": "a"} | 422 "name" is required
slug taken | POST /v3/api/campaign/add {"slug": "spring"} | 409 "spring"
unknown link to assign | POST /v3/api/campaign/1/assign/99 | 404 99
invalid channel color | POST /v3/api/channel/add {"name": "A", "color": "red"} | 422 "color"
unknown item type | POST /v3/api/channel/1/assign/link/1 | 422 "type"
unknown item | POST /v3/api/channel/1/assign/bio/99 | 404 bio
unknown pixel type | POST /v3/api/pixel/add {"type": "gtm", "name": "A", "tag": "B"} | 422 "type"
changed pixel type | PUT /v3/api/pixel/1/update {"type": "bing", "tag": "B"} | 422 "type"
route of a single overlay | GET /v3/api/overlay/1 | 404 no route
`;
const expectRefusal = (
	{ status, headers, body }: Awaited<ReturnType<typeof ask>>,
	part: string,
) => {
	const [, wanted, words] = /^(\d+) (.*)$/.exec(part)!;
	expect([status, body]).toEqual([
		Number(wanted),
		{ error: 1, message: expect.stringContaining(words) },
	]);
	expect(headers.get('x-request-id')).toMatch(/^req_/);
};

test.each(
	refused
		.trim()
		.split('\n')
		.map((row) => row.split(' | ')),
)('the sandbox rejects an invalid request (%s): %s', async (_name, request, part) => {
	const [, route, body] = /^(\w+ \S+) ?(.*)$/.exec(request)!;
	const given = body === '' ? undefined : (JSON.parse(body) as object);
	expectRefusal(await ask(route, given), part);
});

const link = 'POST /api/url/add';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
test.each<[string, string, string, string?, Record<string, string>?]>([
	['no key', '401 key', 'GET /api/urls', undefined, none],
	['no key, unknown route', '401 key', 'GET /api/nope', undefined, none],
	['wrong key', '401 key', 'GET /api/urls', undefined, { Authorization: 'Bearer no' }],
	['key without Bearer', '401 key', 'GET /api/urls', undefined, { Authorization: 'lp_x' }],
	['not JSON', '400 not valid JSON', link, '{"url":'],
	['prototype key', '400 not valid JSON', link, '{"__proto__": {}}'],
	['other content type', '415 application/json', link, 'url=x', form],
])('the sandbox rejects a request with %s', async (_name, part, ...request) => {
	expectRefusal(await ask(...request), part);
});

test('an API key is accepted in X-API-Key, and nowhere else if keyHeaders is "x-api-key"', async () => {
	const header = { ...none, 'X-API-Key': sandbox.apiKey };
	expect((await ask('GET /api/urls', undefined, header)).status).toBe(200);
	await sandbox.change({ keyHeaders: 'x-api-key' });
	expect((await ask('GET /api/urls')).status).toBe(401);
	expect((await ask('GET /api/urls', undefined, header)).status).toBe(200);
});

test('an API key is limited to its scopes, and the error names the missing scope', async () => {
	const scopes = ['url:read'];
	const key = await sandbox.newKey(scopes);
	const headers = { Authorization: `Bearer ${key}` };
	expect((await ask('GET /api/urls', undefined, headers)).status).toBe(200);
	const refused = await ask('POST /api/url/add', { nonsense: 1 }, headers);
	expect(refused.status).toBe(403);
	expect(refused.body.message).toContain('url:write');
	const legacy = await ask('GET /v3/api/account', undefined, headers);
	expect([403, 404]).toContain(legacy.status);

	const listed = await ask('GET /api/account/apikeys');
	const [, reader] = listed.body.data.keys;
	expect(reader).toMatchObject({ scopes, prefix: key.slice(0, 14) });
	expect(JSON.stringify(listed.body)).not.toContain(key);
});

test('the error for an unknown sandbox setting names the setting', async () => {
	const answer = await ask('PATCH /_sandbox/settings', { rateLimit: { limti: 1 } });
	expect(answer.status).toBe(422);
	expect(answer.body.message).toContain('limti');
});

/** Returns the status of a GET request with headers that `fetch` would refuse to send. */
const getStatus = async (url: string, headers: Record<string, string>) =>
	await new Promise((done, fail) => {
		const sent = request(url, { headers }, (response) => {
			response.resume();
			done(response.statusCode);
		});
		sent.on('error', fail).end();
	});

test.each([
	'evil.example',
	'evil.example:4010',
	'127.0.0.1.evil.example',
	'a@localhost',
	'10.0.0.1',
])('a request with the Host header %s is rejected on every route', async (host) => {
	for (const path of ['/launch', '/api/urls', '/_sandbox/settings'])
		expect([path, await getStatus(sandbox.url + path, { host })]).toEqual([path, 421]);
});

test.each(['127.0.0.1', '127.0.0.1:80', 'LOCALHOST:1', '[::1]:4010'])(
	'a request with the local Host header %s is accepted',
	async (host) => {
		expect(await getStatus(`${sandbox.url}/_sandbox/settings`, { host })).toBe(200);
	},
);

test("requests from web pages to the sandbox's control API are rejected, whatever their origin", async () => {
	for (const origin of ['https://evil.example', 'null', sandbox.url])
		for (const path of ['/_sandbox/settings', '/%5F' + 'sandbox/settings?a=%'])
			expect([path, await getStatus(sandbox.url + path, { origin })]).toEqual([path, 403]);
});
