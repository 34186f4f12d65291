/** Base URLs as people paste them. */
import {
	assertReachable,
	cleanKey,
	getBaseUrls,
	isPrivate,
	parseBaseUrl,
	parseKey,
} from '../../nodes/LinkPlatform/adapter/baseUrls.ts';
import { table } from '../support/table.mts';

test.each([
	['https://links.example.com', 'https://links.example.com'],
	['  https://links.example.com \n', 'https://links.example.com'],
	['https://links.example.com///', 'https://links.example.com'],
	['https://links.example.com/api', 'https://links.example.com'],
	['HTTPS://Links.Example.com:443/', 'https://links.example.com'],
	['https://links.example.com/api/', 'https://links.example.com'],
	['https://links.example.com/API//', 'https://links.example.com'],
	['links.example.com', 'https://links.example.com'],
	['links.example.com/api', 'https://links.example.com'],
	['links.example.com:8443', 'https://links.example.com:8443'],
	['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
	['http://[::1]:4010/', 'http://[::1]:4010'],
	['https://example.com/service/api', 'https://example.com/service'],
	['https://example.com/myapi', 'https://example.com/myapi'],
	['https://example.com/api/v3', 'https://example.com/api/v3'],
	['https://api.example.com', 'https://api.example.com'],
	['https://example.com/api?x=1#top', 'https://example.com'],
	['https://links.example.com///api', 'https://links.example.com'],
	['https://links.example.com?a\nb', 'https://links.example.com'],
	['example.com/a?to=http://b', 'https://example.com/a'],
	[`example.com/${'x'.repeat(3_000)}`, `https://example.com/${'x'.repeat(2_036)}`],
	['https://例え.jp', 'https://xn--r8jz45g.jp'],
])('parseBaseUrl normalizes %j to %s', (pasted, cleaned) => {
	expect(parseBaseUrl(pasted)).toBe(cleaned);
});

test.each([
	'',
	'   ',
	'https://',
	'/api',
	'http:///',
	'https://%',
	'?',
	null,
	undefined,
	'ftp://example.com',
	'xhttp://example.com',
	'httpx://example.com',
	'file:///etc/passwd',
	'https://exa mple.com',
	'https://example.com:port',
	'javascript:alert(1)',
])('parseBaseUrl rejects %j and shows an example', (pasted) => {
	expect(() => parseBaseUrl(pasted)).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringContaining("'API URL' in the credential is not a valid URL"),
			description: expect.stringContaining('https://links.example.com'),
		}) as Error,
	);
});

test("the legacy API uses 'Legacy API URL' if it is set, and otherwise 'API URL'", () => {
	const apiUrl = 'a.example/api';
	const current = 'https://a.example';
	expect(getBaseUrls({ apiUrl })).toMatchObject({ current, legacy: current });
	expect(getBaseUrls({ apiUrl, legacyApiUrl: '  ' })).toMatchObject({ current, legacy: current });
	expect(getBaseUrls({ apiUrl, legacyApiUrl: 'http://b.example/v3/api/' })).toMatchObject({
		current,
		legacy: 'http://b.example/v3',
		origins: [current, 'http://b.example'],
	});
	expect(() => getBaseUrls({ apiUrl, legacyApiUrl: 'ftp://b' })).toThrow(
		"'Legacy API URL' in the credential is not a valid URL",
	);
});

const apiUrl = 'https://a.example';
test.each(table<[string, Record<string, unknown>]>`
	API URL | {"apiKey": "LP_Key_1", "apiUrl": "lp_key_1"}
	API URL | {"apiKey": " lp_key_123456789\n", "apiUrl": "https://LP_KEY_123456789.example"}
	Legacy API URL | {"apiKey": "lp_key_123456789", "apiUrl": "https://a.example", "legacyApiUrl": "https://a.example/lp_key_123456789"}
`)("an API key pasted into '%s' is rejected without being revealed: %j", (label, credentials) => {
	expect(() => getBaseUrls(credentials)).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: `'${label}' in the credential contains the API key`,
			description: expect.not.stringMatching(/lp_key/i),
		}) as Error,
	);
});

test.each([
	['demo', 'https://demo.example.com'],
	['links', 'https://links.example.com/app'],
	['fifteen-letters', 'https://fifteen-letters.example'],
])('a short API key such as %j may be part of the address %s', (apiKey, address) => {
	expect(getBaseUrls({ apiKey, apiUrl: address, legacyApiUrl: address })).toMatchObject({
		current: address,
		legacy: address,
	});
});

test.each([
	['demo', ' Demo '],
	['demo', 'https://demo/'],
	['demo', 'http://demo'],
	['sixteen--letters', 'https://links.example/?key=sixteen--letters'],
])('the API key %j is rejected if it is entered as the address %j', (apiKey, address) => {
	expect(() => getBaseUrls({ apiKey, apiUrl: address })).toThrow(
		"'API URL' in the credential contains the API key",
	);
});

test.each([
	['https://lp.example', 'lp_key_1'],
	[' HTTP://lp.example', apiUrl],
])('the URL %j is rejected as an API key, whatever the base URL', (apiKey, url) => {
	expect(() => getBaseUrls({ apiKey, apiUrl: url })).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: "'API Key' in the credential contains a URL",
			description: expect.not.stringMatching(/lp_key/i),
		}) as Error,
	);
});

test.each(table<[string, Record<string, unknown>]>`
	with an API key | {"apiKey": "lp_key_1", "apiUrl": "https://a.example"}
	without an API key | {"apiKey": "  ", "apiUrl": "https://a.example"}
	with an API key that contains a scheme | {"apiKey": "lp-https://x", "apiUrl": "https://a.example"}
	with an API key and no legacy URL | {"apiKey": "null", "apiUrl": "https://a.example", "legacyApiUrl": null}
`)('getBaseUrls accepts a URL %s', (_, credentials) => {
	expect(getBaseUrls(credentials).current).toBe(apiUrl);
});

describe("an address that can't be reached from the internet", () => {
	// The last three are other spellings of IPv4 addresses, which a URL parser also accepts.
	const PRIVATE = `
		localhost LOCALHOST localhost. n8n.localhost 127.0.0.1 127.8.8.8 0.0.0.0 [::1] [::] 10.0.0.1
		10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.20 169.254.10.1 100.64.0.1 100.127.255.255
		0.1.2.3 [fe80::1] [febf::1] [fc00::1] [fd12:3456:789a::1]
		n8n raspberrypi umbrel.local umbrel.local. N8N.Local
		n8n.internal host.docker.internal n8n.lan n8n.home n8n.home.arpa server.corp n8n.localdomain
		n8n.test a.b.intranet 0x7f.1 3232235796 192.168.276`;
	const PUBLIC = `
		n8n.example.com example.com. 8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 100.63.0.1 100.128.0.1
		11.0.0.1 169.253.0.1 [2001:db8::1] [::ffff:8.8.8.8] [fec0::1] [2600::fe80] local.example.com
		lan.example mylocal.net homelan.de 10.example.com 192.168.1.20.nip.io internal.io 1e100.net
		xn--r8jz45g.jp`;
	const toHosts = (text: string) => text.trim().split(/\s+/);

	test.each(toHosts(PRIVATE))(
		'n8n at %s is rejected for a public Link Platform address, and accepted for a private address',
		(host) => {
			const url = `http://${host}:5678/webhook/1`;
			expect(isPrivate(url)).toBe(true);
			expect(() => assertReachable(url, { apiUrl: 'https://links.example.com' })).toThrow(
				expect.objectContaining({
					message: expect.stringContaining("Link Platform can't reach n8n at http://"),
					description: expect.stringContaining('use the Link Platform Polling Trigger'),
				}) as Error,
			);
			assertReachable(url, { apiUrl: 'http://127.0.0.1:8080' });
		},
	);

	test.each(toHosts(PUBLIC))(
		'the address %s is accepted as reachable from the internet',
		(host) => {
			expect(isPrivate(`https://${host}/webhook/1`)).toBe(false);
			assertReachable(`https://${host}/webhook/1`, { apiUrl: 'https://links.example.com' });
		},
	);
});

test.each([
	'lp_1',
	' lp_1 ',
	'"lp_1"',
	`'"lp_1"'`,
	'Bearer lp_1',
	'"Bearer lp_1"',
	'bearer  lp_1',
	"Authorization: Bearer 'lp_1'",
	'Authorization:Bearer lp_1',
	'Authorization:  Bearer lp_1',
])('cleanKey strips quotes and prefixes from the pasted API key %s', (pasted) => {
	expect(cleanKey(pasted)).toBe('lp_1');
});

test.each(['BearerOfNews', 'lp"1', 'lp_Bearer 1'])(
	'cleanKey leaves the API key %s unchanged',
	(key) => {
		expect(cleanKey(key)).toBe(key);
	},
);

test('cleanKey returns an empty string for the word Bearer alone', () => {
	expect([cleanKey('Bearer'), cleanKey('"Bearer "'), cleanKey(undefined)]).toEqual(['', '', '']);
});

test.each(table<[unknown, string]>`
	"" | is empty
	" " | is empty
	Bearer | is empty
	null | is empty
	"lp\n1" | must be one line
	"\ud83d\udd11" | must be one line
	"l\u0119" | must be one line
	{"a": 1} | must be one line
	["lp_1"] | must be one line
`)('parseKey rejects the API key %j: it %s', (apiKey, message) => {
	expect(() => parseKey({ apiKey })).toThrow(message);
});

test.each(['Bearer lp_1', 'lp_1\t', '\u00fcber', 71])(
	'parseKey accepts the API key %j',
	(apiKey) => {
		expect(parseKey({ apiKey })).toBe(cleanKey(apiKey));
	},
);
