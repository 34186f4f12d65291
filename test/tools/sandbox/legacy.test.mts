import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { request } from 'undici';

import { createClient } from '../../../tools/sandbox/client.mts';
import type { Address } from '../../../tools/sandbox/client.mts';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import { receiver, start } from './sandboxClient.mts';
import type { Client } from './sandboxClient.mts';

let sandbox: Client;

beforeAll(async () => {
	sandbox = await start();
});
beforeEach(async () => {
	await sandbox.reset();
});
afterAll(() => sandbox.close());

const upload = async (
	path: string,
	body: string | Buffer,
	headers: Record<string, string> = {},
	{ legacyUrl, apiKey }: Address = sandbox,
) => {
	const response = await fetch(`${legacyUrl}/api/files/upload/${path}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${apiKey}`, ...headers },
		body,
	});
	return { status: response.status, body: (await response.json()) as { shorturl: string } };
};
/** Asks for a page as a visitor of another domain does; fetch would not let the Host header through. */
const visitDomain = async (host: string, path: string) => {
	const { statusCode, headers } = await request(sandbox.url + path, { headers: { host } });
	return [statusCode, headers.location];
};

const field = (name: string, problem = '') => expect.stringContaining(`"${name}"${problem}`);
test.each<[string, number, unknown, string, object?]>([
	['empty account update', 422, expect.any(String), 'PUT /api/account/update', {}],
	['email', 422, field('email'), 'PUT /api/account/update', { email: 'nobody' }],
	['name of the current API', 422, field('name'), 'PUT /api/account/update', { name: 'A' }],
	[
		'domain without a scheme',
		422,
		field('domain'),
		'POST /api/domain/add',
		{ domain: 'a.example' },
	],
	['domain missing', 422, field('domain', ' is required'), 'POST /api/domain/add', {}],
	[
		'domain taken',
		409,
		field('go.example.com'),
		'POST /api/domain/add',
		{ domain: 'http://go.example.com' },
	],
	[
		'domain renamed',
		422,
		field('domain'),
		'PUT /api/domain/2/update',
		{ domain: 'https://a.example' },
	],
	['system domain', 404, expect.stringContaining('1'), 'DELETE /api/domain/1/delete'],
	['campaign field', 422, field('description'), 'POST /api/campaign/add', { description: 'A' }],
	['campaign flag', 422, field('public'), 'POST /api/campaign/add', { public: 'yes' }],
	[
		'campaign name',
		422,
		field('name', ' is required'),
		'PUT /api/campaign/1/update',
		{ slug: 'a' },
	],
	['slug taken', 409, field('spring'), 'POST /api/campaign/add', { slug: 'spring' }],
	['assigned link', 404, expect.stringContaining('99'), 'POST /api/campaign/1/assign/99'],
	['assigned body', 422, field('a'), 'POST /api/campaign/1/assign/1', { a: 1 }],
	['channel name', 422, field('name', ' is required'), 'POST /api/channel/add', { starred: true }],
	['channel color', 422, field('color'), 'POST /api/channel/add', { name: 'A', color: 'red' }],
	['item type', 422, field('type'), 'POST /api/channel/1/assign/link/1'],
	['item', 404, expect.stringContaining('bio'), 'POST /api/channel/1/assign/bio/99'],
	['channel', 404, expect.stringContaining('99'), 'GET /api/channel/99'],
	['pixel type', 422, field('type'), 'POST /api/pixel/add', { type: 'gtm', name: 'A', tag: 'B' }],
	['pixel tag', 422, field('tag', ' is required'), 'PUT /api/pixel/1/update', { name: 'A' }],
	['changed type', 422, field('type'), 'PUT /api/pixel/1/update', { type: 'bing', tag: 'B' }],
	['unknown query', 422, field('search'), 'GET /api/pixels?search=a'],
	['page', 422, field('page'), 'GET /api/overlay?page=0'],
	['single overlay', 404, expect.stringContaining('no route'), 'GET /api/overlay/1'],
])('%s: %i', async (_name, status, message, ...[route, body]) => {
	const answer = await sandbox.ask(route.replace(' ', ' /v3'), body);
	expect([answer.status, answer.body]).toEqual([status, { error: 1, message }]);
});

test('lists say "0", everything else 0, and a campaign’s name has two keys', async () => {
	const lists = ['domains', 'campaigns', 'channels', 'channel/1', 'overlay', 'splash', 'pixels'];
	for (const path of lists) {
		const { body } = await sandbox.ask(`GET /v3/api/${path}?limit=1`);
		expect([path, body.error]).toEqual([path, '0']);
		expect(body.data).toMatchObject({ perpage: 1, currentpage: 1 });
	}
	const { body } = await sandbox.ask('GET /v3/api/campaigns');
	const names = body.data.campaigns.map(({ name, domain }) => [name, domain]);
	expect(names).toEqual([
		['Spring launch', undefined],
		[undefined, 'Newsletter'],
	]);
	const made = await sandbox.ask('POST /v3/api/campaign/add', { name: 'A' });
	const list = `${sandbox.url}/u/demo/3`;
	expect(made.body).toEqual({ error: 0, id: 3, domain: 'A', public: false, rotator: false, list });
});

test('the legacy API wants a key with full access', async () => {
	const scopes = ['domain:write', 'domain:read'];
	const key = await sandbox.newKey(scopes);
	const headers = { Authorization: `Bearer ${key}` };
	const refused = await sandbox.ask('GET /v3/api/domains', undefined, headers);
	expect(refused).toMatchObject({ status: 403, body: { error: 1 } });
	expect((await sandbox.ask('GET /api/domains', undefined, headers)).status).toBe(200);
});

test('a branded domain sends its visitors on', async () => {
	const redirects = {
		redirectroot: 'https://example.com/',
		redirect404: 'https://example.com/404',
	};
	expect(await visitDomain('go.example.com', '/none')).toEqual([404, undefined]);
	await sandbox.ask('PUT /v3/api/domain/2/update', redirects);
	expect(await visitDomain('go.example.com', '/')).toEqual([302, redirects.redirectroot]);
	expect(await visitDomain('go.example.com', '/none')).toEqual([302, redirects.redirect404]);
	expect(await visitDomain('go.example.com', '/news')).toEqual([302, 'https://example.com/news']);
	expect(await visitDomain('other.example.com', '/')).toEqual([200, undefined]);
	await sandbox.ask('DELETE /v3/api/domain/2/delete');
	expect((await sandbox.ask('GET /news')).status).toBe(404);
});

test('a public campaign rotates its links, and the clicks count', async () => {
	const visits = [await sandbox.ask('GET /c/spring'), await sandbox.ask('GET /c/spring')];
	expect(visits.map(({ headers }) => headers.get('location'))).toEqual([
		'https://example.com/guide?lang=en',
		'https://example.com/news',
	]);
	expect((await sandbox.ask('GET /api/campaign/1')).body.data.clicks).toBe(2);
	expect((await sandbox.ask('GET /u/demo/1')).body).toContain(`${sandbox.url}/guide`);
	await sandbox.ask('PUT /v3/api/campaign/1/update', { name: 'Spring', public: false });
	expect((await sandbox.ask('GET /c/spring')).status).toBe(404);
	expect((await sandbox.ask('GET /u/demo/1')).status).toBe(404);
	const opened = await sandbox.ask('PUT /v3/api/campaign/2/update', { name: 'N', public: true });
	expect(opened.body.rotator).toMatch(/\/c\/\w+$/);
});

test('an assigned link changes its campaign, and the subscribers are told', async () => {
	const target = await receiver();
	const hook = { url: target.url, events: ['link.updated'] };
	await sandbox.ask('POST /api/webhooks/subscribe', hook);
	await sandbox.ask('POST /v3/api/campaign/2/assign/1');
	expect((await sandbox.ask('GET /api/campaign/2')).body.data).toMatchObject({ links: 1 });
	const [event] = await target.arrived(1);
	expect(event.data).toMatchObject({ id: 1, changes: ['campaignId'] });
	target.close();
});

test('deleted links, QR codes and bio pages leave their channels', async () => {
	const items = async () => {
		const { body } = await sandbox.ask('GET /v3/api/channel/1');
		expect(body.data.result).toBe(body.data.items.length);
		return body.data.items.map(({ type, link }) => [type, link]);
	};
	const { url } = sandbox;
	expect(await items()).toEqual([
		['links', `${url}/launch`],
		['bio', `${url}/bio/demo`],
		['qr', `${url}/q/poster`],
	]);
	await sandbox.ask('POST /v3/api/channel/1/assign/links/1');
	expect(await items()).toHaveLength(3);
	await sandbox.ask('DELETE /api/bio/1/delete');
	await sandbox.ask('DELETE /api/qr/1/delete');
	expect(await items()).toEqual([['links', `${url}/launch`]]);
	await sandbox.ask('DELETE /v3/api/channel/1/delete');
	expect((await sandbox.ask('GET /v3/api/channel/1')).status).toBe(404);
	expect((await sandbox.ask('GET /api/url/1')).status).toBe(200);
});

describe('files', () => {
	test('a file of any type comes back as it was, and its downloads count', async () => {
		const { body } = await upload('%C3%BC%20b.json?name=Data', '{"a": 1}', {
			'Content-Type': 'application/json',
		});
		expect(body).toEqual({ error: 0, id: 3, shorturl: expect.stringContaining('/f/') });
		const response = await fetch(body.shorturl);
		expect(await response.text()).toBe('{"a": 1}');
		expect(response.headers.get('content-disposition')).toContain("UTF-8''%C3%BC%20b.json");
		const files = await sandbox.ask('GET /v3/api/files?name=dat');
		expect(files.body).toMatchObject({
			error: '0',
			result: 1,
			list: [{ name: 'Data', downloads: 1 }],
		});
		expect(files.body).not.toHaveProperty('data');
	});

	test('password, last day and number of downloads', async () => {
		const today = new Date().toISOString().slice(0, 10);
		const query = `password=abc&expiry=${today}&maxdownloads=1&custom=mine`;
		const { shorturl } = (await upload(`a.txt?${query}`, 'hello')).body;
		expect(shorturl).toBe(`${sandbox.url}/f/mine`);
		expect((await fetch(shorturl)).status).toBe(401);
		expect(await (await fetch(`${shorturl}?password=abc`)).text()).toBe('hello');
		expect((await fetch(`${shorturl}?password=abc`)).status).toBe(410);
		const past = await upload('b.txt?expiry=2020-01-01', 'old');
		expect((await fetch(past.body.shorturl)).status).toBe(410);
		const branded = await upload('c.txt?domain=https%3A%2F%2Fgo.example.com&custom=c', 'x');
		expect(branded.body.shorturl).toBe('https://go.example.com/f/c');
	});

	test.each([
		['a.txt?custom=photo', 409, '"photo"'],
		['a.txt?expiry=2030-02-30', 422, '"expiry"'],
		['a.txt?maxdownloads=0', 422, '"maxdownloads"'],
		['a.txt?maxDownloads=1', 422, '"maxDownloads"'],
		['a.txt?domain=none.example', 422, '"domain"'],
		['a%2Fb.txt', 422, '"filename"'],
	])('%s: %i', async (path, status, part) => {
		const answer = await upload(path, 'x');
		expect(answer).toEqual({
			status,
			body: { error: 1, message: expect.stringContaining(part) },
		});
	});

	test('a file beyond the limit is refused, announced or not', async () => {
		await sandbox.change({ legacy: { maxUploadBytes: 1000 } });
		expect((await upload('a.bin', Buffer.alloc(1001))).status).toBe(413);
		expect((await upload('a.bin', Buffer.alloc(1000))).status).toBe(200);
		const chunked = await request(`${sandbox.legacyUrl}/api/files/upload/a.bin`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${sandbox.apiKey}` },
			body: Readable.from([Buffer.alloc(900), Buffer.alloc(900)]),
		});
		expect(chunked.statusCode).toBe(413);
	});

	test('contents live as long as the state does', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
		const file = join(folder, 'state.db');
		const first = await startSandbox({ file });
		const { body } = await upload('a.txt', 'kept', {}, first);
		await first.close();
		const second = await startSandbox({ file });
		const { pathname } = new URL(body.shorturl);
		expect(await (await fetch(second.url + pathname)).text()).toBe('kept');
		await createClient(second).reset();
		expect(existsSync(`${file}.uploads`)).toBe(false);
		await second.close();
		rmSync(folder, { recursive: true });
	});
});
