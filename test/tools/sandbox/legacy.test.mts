import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { request } from 'undici';

import { createClient } from '../../../tools/sandbox/client.mts';
import type { Address } from '../../../tools/sandbox/client.mts';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import { receiver, useSandbox } from './sandboxClient.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

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
/** Requests a page as a visitor of another domain; fetch does not allow a Host header. */
const visitDomain = async (host: string, path: string) => {
	const { statusCode, headers } = await request(sandbox.url + path, { headers: { host } });
	return [statusCode, headers.location];
};

test('error is "0" in lists and 0 elsewhere, and the name of a campaign has two keys', async () => {
	const lists = ['domains', 'campaigns', 'channels', 'channel/1', 'overlay', 'splash', 'pixels'];
	for (const path of lists) {
		const { body } = await ask(`GET /v3/api/${path}?limit=1`);
		expect([path, body.error]).toEqual([path, '0']);
		expect(body.data).toMatchObject({ perpage: 1, currentpage: 1 });
	}
	const { body: domains } = await ask('GET /v3/api/domains');
	expect(domains.data).toMatchObject({ result: 1, domains: [{ id: 2 }] });
	const { body } = await ask('GET /v3/api/campaigns');
	const names = body.data.campaigns.map(({ name, domain }) => [name, domain]);
	expect(names).toEqual([
		['Spring launch', undefined],
		[undefined, 'Newsletter'],
	]);
	const made = await ask('POST /v3/api/campaign/add', { name: 'A' });
	const list = `${sandbox.url}/u/demo/3`;
	expect(made.body).toEqual({ error: 0, id: 3, domain: 'A', public: false, rotator: false, list });
});

test('the legacy API requires a key with full access', async () => {
	const scopes = ['domain:write', 'domain:read'];
	const key = await sandbox.newKey(scopes);
	const headers = { Authorization: `Bearer ${key}` };
	const refused = await ask('GET /v3/api/domains', undefined, headers);
	expect(refused).toMatchObject({ status: 403, body: { error: 1 } });
	expect((await ask('GET /api/domains', undefined, headers)).status).toBe(200);
});

test('a branded domain redirects its visitors', async () => {
	const [redirectroot, redirect404] = ['https://example.com/', 'https://example.com/404'];
	expect(await visitDomain('go.example.com', '/none')).toEqual([404, undefined]);
	await ask('PUT /v3/api/domain/2/update', { redirectroot, redirect404 });
	expect(await visitDomain('go.example.com', '/')).toEqual([302, redirectroot]);
	expect(await visitDomain('go.example.com', '/none')).toEqual([302, redirect404]);
	expect(await visitDomain('go.example.com', '/news')).toEqual([302, 'https://example.com/news']);
	expect(await visitDomain('other.example.com', '/')).toEqual([200, undefined]);
	await ask('DELETE /v3/api/domain/2/delete');
	expect((await ask('GET /news')).status).toBe(404);
});

test('a public campaign rotates its links and counts the clicks', async () => {
	const visits = [await ask('GET /c/spring'), await ask('GET /c/spring')];
	expect(visits.map(({ headers }) => headers.get('location'))).toEqual([
		'https://example.com/guide?lang=en',
		'https://example.com/news',
	]);
	expect((await ask('GET /api/campaign/1')).body.data.clicks).toBe(2);
	expect((await ask('GET /u/demo/1')).body).toContain(`${sandbox.url}/guide`);
	await ask('PUT /v3/api/campaign/1/update', { name: 'Spring', public: false });
	expect((await ask('GET /c/spring')).status).toBe(404);
	expect((await ask('GET /u/demo/1')).status).toBe(404);
	const opened = await ask('PUT /v3/api/campaign/2/update', { name: 'N', public: true });
	expect(opened.body.rotator).toMatch(/\/c\/\w+$/);
});

test('an assigned link changes its campaign, and emits an event', async () => {
	const target = await receiver();
	const hook = { url: target.url, events: ['link.updated'] };
	await ask('POST /api/webhooks/subscribe', hook);
	await ask('POST /v3/api/campaign/2/assign/1');
	expect((await ask('GET /api/campaign/2')).body.data).toMatchObject({ links: 1 });
	const [event] = await target.arrived(1);
	expect(event.data).toMatchObject({ id: 1, changes: ['campaignId'] });
	target.close();
});

test('deleted links, QR codes and bio pages are removed from their channels', async () => {
	const items = async () => {
		const { body } = await ask('GET /v3/api/channel/1');
		expect(body.data.result).toBe(body.data.items.length);
		return body.data.items.map(({ type, link }) => [type, link]);
	};
	const { url } = sandbox;
	expect(await items()).toEqual([
		['links', `${url}/launch`],
		['bio', `${url}/bio/demo`],
		['qr', `${url}/q/poster`],
	]);
	await ask('POST /v3/api/channel/1/assign/links/1');
	expect(await items()).toHaveLength(3);
	await ask('DELETE /api/bio/1/delete');
	await ask('DELETE /api/qr/1/delete');
	expect(await items()).toEqual([['links', `${url}/launch`]]);
	await ask('DELETE /v3/api/channel/1/delete');
	expect((await ask('GET /v3/api/channel/1')).status).toBe(404);
	expect((await ask('GET /api/url/1')).status).toBe(200);
});

describe('files', () => {
	test('a file of any type is downloaded unchanged, and the downloads are counted', async () => {
		const type = { 'Content-Type': 'application/json' };
		const { body } = await upload('%C3%BC%20b.json?name=Data', '{"a": 1}', type);
		expect(body).toEqual({ error: 0, id: 3, shorturl: expect.stringContaining('/f/') });
		const response = await fetch(body.shorturl);
		expect(await response.text()).toBe('{"a": 1}');
		expect(response.headers.get('content-disposition')).toContain("UTF-8''%C3%BC%20b.json");
		const files = await ask('GET /v3/api/files?name=dat');
		const list = [{ name: 'Data', downloads: 1 }];
		expect(files.body).toMatchObject({ error: '0', result: 1, list });
		expect(files.body).not.toHaveProperty('data');
	});

	test('a download can be limited by password, last day and number', async () => {
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
	])('%s is refused with %i', async (path, status, part) => {
		const message = expect.stringContaining(part) as string;
		expect(await upload(path, 'x')).toEqual({ status, body: { error: 1, message } });
	});

	test('a file over the limit is refused, with or without Content-Length', async () => {
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

	test('contents are kept with the state', async () => {
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
