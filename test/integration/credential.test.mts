/** Tests the credential: its test button, which requests receive the API key, and how they send the key. */
import { getNodeOf } from '../../tools/built.mts';
import type { IncomingMessage } from 'node:http';
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { startServer } from '../support/serve.mts';
import { byId, useOpened } from '../support/world.mts';
import { type CredentialData, openEngine } from '../../packages/n8n-harness/index.mts';
import { NodeConnectionTypes, NodeHelpers } from '../../packages/n8n-harness/n8nWorkflow.mts';

const apiKey = 'lp_key_0123456789abcdef';

/**
 * A node that sends the request in its parameter `request` with our credential. It calls `requestWithAuthentication`,
 * as n8n's HTTP Request node does, or `httpRequestWithAuthentication`, as newer nodes do.
 */
const otherNode: INodeType = {
	description: {
		displayName: 'Other',
		name: 'other',
		description: 'Of other authors',
		version: 1,
		group: ['transform'],
		defaults: { name: 'Other' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true }],
		properties: ['helper', 'request'].map((name) => ({
			displayName: name,
			name,
			type: 'json',
			default: '',
		})),
	},
	async execute(this: IExecuteFunctions) {
		const request = JSON.parse(this.getNodeParameter('request', 0) as string) as unknown;
		const { helpers } = this;
		const isLegacy = this.getNodeParameter('helper', 0) === 'legacy';
		const send = isLegacy ? 'requestWithAuthentication' : 'httpRequestWithAuthentication';
		const body: unknown = await helpers[send]
			.call(this, 'linkPlatformApi', request as never)
			.catch((error: Error) => error.message);
		return [[{ json: { body: JSON.stringify(body) } }]];
	},
};

interface Reply {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** Starts a service with a configurable response, and a foreign server that must not receive the API key. */
async function openServices() {
	const account = '{"error":0,"data":{"id":1}}';
	const fine: Reply = {
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: account,
	};
	const seen: Array<Pick<IncomingMessage, 'url' | 'headers'>> = [];
	const foreign: typeof seen = [];
	const reply = { ...fine };
	const open = (asked: typeof seen, answer: () => Reply) =>
		startServer((request, response) => {
			asked.push({ url: request.url, headers: request.headers });
			const { status, headers, body } = answer();
			response.writeHead(status, headers).end(body);
		});
	const own = await open(seen, () => reply);
	const other = await open(foreign, () => fine);
	const credential = { apiUrl: own.url, apiKey };
	return {
		engine: await openEngine({
			credentials: { linkPlatformApi: credential },
			extraNodeTypes: { 'test.other': otherNode },
		}),
		url: own.url,
		foreignUrl: other.url,
		seen,
		foreign,
		credential,
		answerWith: (more: Partial<Reply>) => Object.assign(reply, fine, more),
		restore: () => {
			Object.assign(reply, fine);
			seen.length = 0;
			foreign.length = 0;
			return Promise.resolve();
		},
		close: async () => {
			await own.close();
			await other.close();
		},
	};
}

const services = useOpened(openServices);

const press = (more: object = {}) =>
	services.engine.testCredential('linkPlatformApi', { ...services.credential, ...more });
const fails = (message: string | RegExp) => ({
	status: 'Error',
	message: expect.stringMatching(message) as string,
});

test.each([
	'{"error":0,"data":{"id":1}}',
	'{"error":"0","data":{"id":1}}',
	'{"error":false,"data":{"id":1}}',
	'{"error":"","id":1}',
	'{"error":null,"id":1}',
	'{"id":1,"name":"Shop"}',
	'{"email":"ada@example.com"}',
	'{"id":1,"planId":2,"registered":"2026-03-01"}',
])('the credential test succeeds if the response is %s', async (body) => {
	services.answerWith({ body });
	expect(await press()).toEqual({ status: 'OK', message: 'Connection successful!' });
	expect(services.seen).toMatchObject([
		{ url: '/api/account', headers: { authorization: `Bearer ${apiKey}` } },
	]);
});

const noRecord = /^Link Platform returned no record.*'API URL'/;
const invalid = /^Link Platform returned an empty, incomplete or invalid response/;
const page = /^Link Platform returned a web page instead of JSON\. Check 'API URL'/;
const refused = /^Link Platform refused the request \(status 200\)/;
const legacy = /^This URL belongs to the legacy API\. Enter this address as 'Legacy API URL'/;

test.each([
	['{}', noRecord],
	['{"error":0}', noRecord],
	['{"error":0,"data":[]}', noRecord],
	['{"message":"Unauthenticated."}', /^Link Platform returned no record: Unauthenticated\./],
	['{"status":401}', noRecord],
	['{"id":null,"name":"Shop"}', noRecord],
	['{"id":null,"email":"","plan":"guest"}', noRecord],
	['{"version":"10.4","database":"ok"}', noRecord],
	['{"success":false}', refused],
	['{"data":{"error":1}}', refused],
	['{"data":{"id":1,"error":"none"}}', /^none/],
	['{"error":{"code":401,"message":"No"}}', /^No\. /],
	...[1, '1', true, 'false', 12, -1, 404, '500', 'Échec'].map((error): [string, RegExp] => [
		JSON.stringify({ error, message: 'No', data: null }),
		/^No\. /,
	]),
	[
		'{"error":1,"message":"Invalid API key."}',
		/^API key rejected: Invalid API key\..*'Send Key As'/,
	],
	['{"error":1,"message":"Not in your plan"}', /^Not in your plan\. Upgrade the plan/],
	['null', invalid],
	['', invalid],
	['OK', invalid],
	['<!doctype html><title>Welcome</title>', page],
	['\n\n <html></html>', page],
	['{"error":0,"data":{"id":1,"expires":"","registered":"2026-03-01 09:00:00"}}', legacy],
	['{"id":1,"expires":{},"registered":"2026-03-01"}', legacy],
])('the credential test fails if an HTTP 200 response is %s', async (body, message) => {
	for (const type of ['application/json', 'text/html']) {
		services.answerWith({ headers: { 'content-type': type }, body });
		expect(await press()).toEqual(fails(message));
	}
});

test.each([
	[401, '{"error":1,"message":"Unknown key"}', /^API key rejected: Unknown key\. .*'Send Key As'/],
	[402, '{"error":1,"message":"No"}', /^No\. Upgrade the plan/],
	[
		403,
		'{"error":1,"message":"No scope"}',
		/^No scope\. .*scope.*plan.*save the credential anyway/,
	],
	[404, '{"error":1,"message":"No"}', /^No\. Check 'API URL'/],
	[404, '<h1>Not Found</h1>', /^Nothing found at this address\. Check 'API URL'/],
	[502, '<h1>Bad Gateway</h1>', /^Link Platform is unavailable \(status 502\)/],
])(
	'the credential test says what to check for the status %i and %s',
	async (status, body, message) => {
		services.answerWith({ status, body });
		for (const sendKeyAs of ['bearer', 'header']) {
			expect(await press({ sendKeyAs })).toEqual(fails(message));
		}
		expect(services.seen).toHaveLength(2);
	},
);

test('the credential test waits for the rate limit no longer than a form may take', async () => {
	services.answerWith({ status: 429, headers: { 'retry-after': '600' } });
	// The nodes remember the limit of a key, so that of the other tests must not be used up.
	expect(await press({ apiKey: 'lp_key_of_this_test' })).toEqual(
		fails(/^Stopped because of the rate limit/),
	);
});

test.each([
	['http://links.invalid', /^Couldn't connect to links\.invalid: .*'API URL'/],
	[
		'http://127.0.0.1:9',
		/^Couldn't connect to 127\.0\.0\.1:9: connection refused\. Check 'API URL'/,
	],
	['not a url', /^'API URL' in the credential is not a valid URL/],
])('the credential test fails for the API URL %s', async (apiUrl, message) => {
	expect(await press({ apiUrl })).toEqual(fails(message));
});

test('the credential test masks the API key in the words of a response', async () => {
	services.answerWith({ body: JSON.stringify({ error: 1, message: `No key ${apiKey}` }) });
	expect(await press()).toEqual(fails(/^No key \*\*\*/));
});

test.each([301, 302, 303, 307, 308])(
	"the credential test doesn't follow a redirect (%i), so the API key isn't sent elsewhere",
	async (status) => {
		for (const [location, address] of [
			[`${services.foreignUrl}/v2/api/account`, `${services.foreignUrl}/v2`],
			['/elsewhere', `${services.url}/elsewhere`],
			['https://127.0.0.1:1/', 'https://127.0.0.1:1/'],
		]) {
			services.answerWith({ status, headers: { location }, body: '' });
			for (const sendKeyAs of ['bearer', 'header']) {
				const { status: outcome, message } = await press({ sendKeyAs });
				expect([outcome, message]).toEqual([
					'Error',
					expect.stringMatching(/enter it as 'API URL' in the credential\.$/),
				]);
				expect(message).toContain(`redirects to ${address}. `);
			}
		}
		expect(services.foreign).toEqual([]);
		expect(new Set(services.seen.map(({ url }) => url))).toEqual(new Set(['/api/account']));
	},
);

test.each([
	[{ concurrency: 51 }, "'Concurrency' in the credential must be 50 or less"],
	[{ maxWait: 'an hour' }, "'Max Wait (Seconds)' in the credential must be a whole number"],
	[{ timeout: 0 }, "'Timeout (Seconds)' in the credential must be 1 or more"],
])(
	'the credential test fails and names the setting that is out of range: %j',
	async (pacing, message) => {
		expect((await press(pacing)).message).toContain(message);
		expect(services.seen).toEqual([]);
	},
);

describe('settings under "Advanced"', () => {
	const type = () => services.engine.nodePackage.credentials.linkPlatformApi;
	const show = (values: INodeParameters) =>
		type()
			.properties.filter(({ type: kind }) => kind !== 'hidden')
			.filter((property) => NodeHelpers.displayParameter(values, property, null, null))
			.map(({ name }) => name);
	/** Returns the fields as n8n stores them, without defaults, or as n8n passes them to nodes, with defaults. */
	const toParameters = (data: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(type().properties, data, withDefaults, false, null, null);
	const set = {
		legacyApiUrl: 'https://legacy.example.com',
		sendKeyAs: 'header',
		webhookSecret: 'a secret',
		concurrency: 9,
		maxWait: 90,
		timeout: 9,
	};

	test("the credential form shows only 'API URL' and 'API Key' unless 'Advanced' is on", () => {
		expect(show({ advanced: false })).toEqual(['apiUrl', 'apiKey', 'advanced']);
		expect(show({})).toEqual(['apiUrl', 'apiKey', 'advanced']);
		expect(show({ advanced: true })).toEqual(['apiUrl', 'apiKey', 'advanced', ...Object.keys(set)]);
	});

	test.each([{ advanced: true }, { advanced: false }, {}])(
		'n8n saves the advanced credential settings and passes them to nodes if the credential has %j',
		(advanced) => {
			const data = { apiUrl: 'https://links.example.com', apiKey, ...set, ...advanced };
			// The editor saves only values other than the defaults; n8n adds the defaults when it calls nodes.
			const saved = toParameters(data, false)!;
			expect(saved).toMatchObject({ apiUrl: data.apiUrl, apiKey, ...set });
			expect(toParameters(saved, true)).toEqual({ advanced: false, ...data });
		},
	);

	test('n8n masks both credential fields named webhookSecret in the form', () => {
		const secrets = type().properties.filter(({ name }) => name === 'webhookSecret');
		expect(secrets).toHaveLength(2);
		for (const { typeOptions } of secrets) expect(typeOptions).toMatchObject({ password: true });
	});

	test('a credential saved without advanced settings gets their defaults', () => {
		const data = { apiUrl: 'https://links.example.com', apiKey };
		expect(toParameters(data, true)).toEqual({
			...data,
			advanced: false,
			legacyApiUrl: '',
			sendKeyAs: 'bearer',
			webhookSecret: '',
			concurrency: 5,
			maxWait: 3600,
			timeout: 60,
		});
	});
});

describe('rejected API key', () => {
	const advice = async (resource: string, sendKeyAs: string) => {
		services.answerWith({ status: 401, body: '{"error":1,"message":"Key unknown"}' });
		const { error } = await services.engine.runNode({
			node: getNodeOf(resource),
			parameters: { resource, operation: 'get', linkId: byId(1) },
			credentials: { linkPlatformApi: { ...services.credential, sendKeyAs } },
		});
		expect(error?.message).toBe('API key rejected: Key unknown');
		return error?.description;
	};

	test.each([
		['bearer', 'link', "choose the other option of 'Send Key As' under 'Advanced'"],
		['header', 'link', "choose the other option of 'Send Key As' under 'Advanced'"],
		['bearer', 'legacyAccount', 'The legacy API may not accept keys of the current API'],
		['header', 'legacyAccount', 'The legacy API may not accept keys of the current API'],
	])(
		'a rejected API key sent as %s for the resource %s gives the advice: %s',
		async (sendKeyAs, resource, words) => {
			const text = await advice(resource, sendKeyAs);
			expect(text).toMatch(/^Check 'API Key' in the credential\./);
			expect(text).toContain(words);
		},
	);
});

const key = (headers: IncomingMessage['headers']) => ({
	bearer: headers.authorization,
	header: headers['x-api-key'],
});
const asBearer = { bearer: `Bearer ${apiKey}`, header: undefined };
const asHeader = { bearer: undefined, header: apiKey };
/** Calls the current API, then the legacy API; returns the path and the key of each request. */
const callBoth = async (fields: object) => {
	const linkPlatformApi = { ...services.credential, sendKeyAs: 'header', ...fields };
	const credentials = { linkPlatformApi } as unknown as CredentialData;
	for (const [resource, parameters] of [
		['link', { operation: 'get', linkId: byId(1) }],
		['legacyAccount', { operation: 'get' }],
	] as const) {
		await services.engine.runNode({
			node: getNodeOf(resource),
			parameters: { resource, ...parameters },
			credentials,
		});
	}
	return [...services.seen, ...services.foreign].map(({ url, headers }) => [url, key(headers)]);
};

test.each([
	['is empty', () => ({})],
	['is the same', () => ({ legacyApiUrl: services.url })],
	['is at another host', () => ({ legacyApiUrl: services.foreignUrl })],
])(
	'requests to the legacy API send the key as a bearer token, never as X-API-Key, if the legacy URL %s',
	async (_, fields) => {
		expect(await callBoth(fields())).toEqual([
			['/api/url/1', asHeader],
			['/api/account', asBearer],
		]);
	},
);

test.each([
	['a prefix of', '/app/next', '/app', '/app/next/api/url/1', '/app/api/account'],
	['an extension of', '/app', '/app/old', '/app/api/url/1', '/app/old/api/account'],
])(
	'the current API gets the key as a header and the legacy API as a bearer token if the legacy URL is %s the current URL',
	async (_, current, legacy, currentPath, legacyPath) => {
		const fields = { apiUrl: services.url + current, legacyApiUrl: services.url + legacy };
		expect(await callBoth(fields)).toEqual([
			[currentPath, asHeader],
			[legacyPath, asBearer],
		]);
	},
);

test('the current and the legacy API get the key as a bearer token if Send Key As is Bearer Token', async () => {
	expect((await callBoth({ sendKeyAs: 'bearer' })).map(([, sent]) => sent)).toEqual([
		asBearer,
		asBearer,
	]);
});

test('the legacy API gets the API key as a bearer token even after a redirect within Link Platform', async () => {
	const credentials = { linkPlatformApi: { ...services.credential, sendKeyAs: 'header' } };
	services.answerWith({ status: 307, headers: { location: '/v3/api/moved' }, body: '' });
	await services.engine.runNode({
		node: 'linkPlatformAssets',
		parameters: { resource: 'legacyAccount', operation: 'get' },
		credentials,
	});
	expect(services.seen.length).toBeGreaterThan(1);
	for (const { headers } of services.seen) expect(key(headers)).toEqual(asBearer);
});

/** The request options that n8n's HTTP Request node sets by default. */
const follow = { method: 'GET', followRedirect: true, followAllRedirects: true, simple: false };
const send = (helper: string, request: object, fields: object) =>
	services.engine.runNode({
		node: 'test.other',
		parameters: { helper, request: JSON.stringify(request) },
		credentials: { linkPlatformApi: { ...services.credential, ...fields } },
	});
const keys = (seen: typeof services.seen) =>
	seen.filter(({ headers }) => JSON.stringify(headers).includes(apiKey)).length;

test.each(['bearer', 'header'])(
	"a redirect from Link Platform to another host doesn't pass the API key on (sent as %s)",
	async (sendKeyAs) => {
		const { url, foreignUrl } = services;
		for (const status of [301, 302, 303, 307, 308]) {
			services.answerWith({ status, headers: { location: `${foreignUrl}/shop` }, body: '' });
			await send('legacy', { ...follow, uri: `${url}/go` }, { sendKeyAs });
			await send('newer', { method: 'GET', url: `${url}/go` }, { sendKeyAs });
			await send('newer', { method: 'POST', url: `${url}/go`, body: { a: 1 } }, { sendKeyAs });
		}
		expect(services.seen).toHaveLength(15);
		expect(keys(services.seen)).toBe(15);
		expect(services.foreign).toEqual([]);
	},
);

test.each(['bearer', 'header'])(
	'only the hosts named in the credential receive the API key (sent as %s)',
	async (as) => {
		const { url, foreignUrl } = services;
		const fields = { sendKeyAs: as, legacyApiUrl: `${url}/v3` };
		await send('legacy', { ...follow, uri: `${foreignUrl}/api/url/1` }, fields);
		await send('newer', { method: 'GET', url: `${foreignUrl}/api/url/1` }, fields);
		// If both `uri` and `url` are set, n8n's older request function uses `url`.
		await send('legacy', { ...follow, uri: `${url}/1`, url: `${foreignUrl}/1` }, fields);
		await send('newer', { method: 'GET', baseURL: `${url}/app`, url: `${foreignUrl}/1` }, fields);
		expect(services.foreign).toHaveLength(4);
		expect(keys(services.foreign)).toBe(0);
	},
);

test("a URL that merely looks like the credential's API URL doesn't receive the API key", async () => {
	const { authenticate } = services.engine.nodePackage.credentials.linkPlatformApi;
	const attach = authenticate as (...given: unknown[]) => Promise<{ headers?: object }>;
	const fields = { apiUrl: 'https://links.example.com', apiKey };
	for (const url of [
		'https://links.example.com.evil.example/',
		'https://links.example.com@evil.example/',
		'https://links.example.com:8443/',
		'http://links.example.com/',
		'//links.example.com/',
		'https://evil.example/?https://links.example.com',
		'',
		'https://evil.example#https://links.example.com/',
	]) {
		expect([url, (await attach(fields, { url })).headers]).toEqual([url, undefined]);
	}
	for (const url of ['https://LINKS.example.com/x', 'https://links.example.com:443']) {
		expect((await attach(fields, { url })).headers).toMatchObject({
			Authorization: `Bearer ${apiKey}`,
		});
	}
});

test.each([2_147_483, 3_000_000, 1e12])(
	'a request succeeds even if the timeout of %d seconds exceeds the maximum of a JavaScript timer',
	async (timeout) => {
		const { status, error } = await services.engine.runNode({
			node: 'linkPlatform',
			parameters: { resource: 'link', operation: 'get', linkId: byId(1) },
			credentials: { linkPlatformApi: { ...services.credential, timeout } },
		});
		expect([status, error]).toEqual(['success', undefined]);
		expect(services.seen).toHaveLength(1);
	},
);
