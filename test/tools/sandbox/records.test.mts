import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient } from '../../../tools/sandbox/client.mts';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import { useSandbox } from './sandboxClient.mts';
import type { Data } from './sandboxClient.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

test('a link is created, read, changed, visited and deleted', async () => {
	const { url } = sandbox;
	const input = { url: 'https://example.com/a', alias: 'mine', campaignId: 1, password: 'open' };
	const made = await ask('POST /api/url/add', input);
	expect(made.body).toEqual({
		error: 0,
		data: {
			id: expect.any(Number),
			alias: 'mine',
			shorturl: `${url}/mine`,
			longurl: 'https://example.com/a',
			clicks: 0,
			domain: new URL(url).host,
			date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		},
	});
	const { id } = made.body.data;
	expect((await ask(`GET /api/url/${id}`)).body).toEqual(made.body);
	const changed = await ask(`PUT /api/url/${id}/update`, { url: 'https://example.com/b' });
	expect(changed.body.data).toEqual({ ...made.body.data, longurl: 'https://example.com/b' });

	expect((await ask('GET /mine')).status).toBe(401);
	const visit = await ask('GET /mine?password=open');
	expect([visit.status, visit.headers.get('location')]).toEqual([302, 'https://example.com/b']);
	expect((await ask(`GET /api/url/${id}`)).body.data.clicks).toBe(1);

	expect((await ask(`DELETE /api/url/${id}/delete`)).body).toEqual({ error: 0 });
	expect((await ask('GET /mine')).status).toBe(404);
	expect((await ask(`GET /api/url/${id}`)).status).toBe(404);
});

test('a link expires by clicks and by date', async () => {
	const target = { url: 'https://example.com' };
	await ask('POST /api/url/add', { ...target, alias: 'twice', maxClicks: 2 });
	const visits = [await ask('GET /twice'), await ask('GET /twice'), await ask('GET /twice')];
	expect(visits.map(({ status }) => status)).toEqual([302, 302, 410]);
	await ask('POST /api/url/add', { ...target, alias: 'past', expiry: '2020-01-01' });
	expect((await ask('GET /past')).status).toBe(410);
});

test('links of a deleted domain stop resolving, those of a deleted campaign do not', async () => {
	expect((await ask('GET /news')).status).toBe(302);
	await ask('DELETE /api/domain/2/delete');
	expect((await ask('GET /news')).status).toBe(404);
	await ask('DELETE /api/campaign/1/delete');
	expect((await ask('GET /guide')).status).toBe(302);
});

test('an unverified domain serves no links until it is verified', async () => {
	const { status, body } = await ask('POST /api/domain/add', { domain: 'new.example.com' });
	expect(status).toBe(201);
	const { id } = body.data;
	const input = { url: 'https://example.com', domain: 'new.example.com' };
	expect((await ask('POST /api/url/add', input)).body.message).toContain('not verified');
	expect((await ask(`GET /api/domain/${id}`)).body.data.dns_records[0].status).toBe('pending');
	await sandbox.verifyDomain(id);
	const { shorturl } = (await ask('POST /api/url/add', input)).body.data;
	expect(shorturl).toMatch(/^https:\/\/new\.example\.com\//);
});

test('calls with the same idempotency key create one link', async () => {
	const body = { slug: 'once', url: 'https://example.com/once' };
	const key = { 'Idempotency-Key': 'abc' };
	const first = await ask('POST /v1/links', body, key);
	const second = await ask('POST /v1/links', body, key);
	expect(second.body).toEqual(first.body);
	expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
	const other = await ask('POST /v1/links', { ...body, slug: 'other' }, key);
	expect(other).toMatchObject({ status: 409, body: { error: 1 } });
	expect((await ask('POST /v1/links', body)).status).toBe(409);
	expect((await ask('GET /api/urls')).body.data.result).toBe(5);
});

test('a refused call does not use up its idempotency key', async () => {
	const key = { 'Idempotency-Key': 'abc' };
	const taken = { slug: 'launch', url: 'https://example.com/once' };
	expect((await ask('POST /v1/links', taken, key)).status).toBe(409);
	expect((await ask('POST /v1/links', { ...taken, slug: 'free' }, key)).status).toBe(200);
});

test('lists are paged, the limit is capped, and the last page follows the setting', async () => {
	await sandbox.fill('links', 246);
	const page = async (query: string) => (await ask(`GET /api/urls?${query}`)).body.data;
	const { urls, ...first } = await page('limit=500');
	expect(first).toEqual({ result: 250, perpage: 100, currentpage: 1, nextpage: 2, maxpage: 3 });
	expect(urls).toHaveLength(100);
	const last = await page('limit=100&page=3');
	expect([last.urls.length, last.nextpage]).toEqual([50, null]);
	expect((await page('page=99')).urls).toEqual([]);
	expect((await page('')).perpage).toBe(15);

	const seen = [];
	for (const nextpage of ['same', 'absent', 'always'] as const) {
		await sandbox.change({ nextpage });
		seen.push((await page('limit=100&page=3')).nextpage);
	}
	expect(seen).toEqual([3, undefined, 4]);
});

test('pages stay correct while records are added and deleted', async () => {
	await sandbox.fill('qrs', 8);
	const ids = async (page: number) => {
		const { qrs } = (await ask(`GET /api/qrs?limit=4&page=${page}`)).body.data;
		return qrs.map(({ id }) => id).join(' ');
	};
	expect([await ids(1), await ids(2), await ids(3)]).toEqual(['1 2 3 4', '5 6 7 8', '9 10']);
	expect([await ids(1), await ids(2), await ids(3)]).toEqual(['1 2 3 4', '5 6 7 8', '9 10']);
	await ask('DELETE /api/qr/2/delete');
	expect([await ids(2), await ids(1), await ids(2)]).toEqual(['6 7 8 9', '1 3 4 5', '6 7 8 9']);
});

test('lists can be searched', async () => {
	const found = await ask('GET /api/urls?search=guide');
	expect(found.body.data).toMatchObject({ result: 1, urls: [{ alias: 'guide' }] });
	const { data } = (await ask('GET /api/qrs?search=MENU')).body;
	expect(data).toMatchObject({ result: 1, qrs: [{ name: 'Table tent' }] });
});

test('bulk responses follow the settings of order, shape and refusals', async () => {
	const qrs = ['a', 'b', 'bad', 'c'].map((name) => ({ name, url: 'https://example.com' }));
	const bulk = async <T = Data,>(settings: object) => {
		await sandbox.change({ bulk: settings });
		return (await ask<T>('POST /api/qr/bulk', { qrs })).body;
	};
	type Named = { name: string };
	const names = (rows: Named[]) => rows.map(({ name }) => name).join(' ');

	expect(names((await bulk({})).data.qrs)).toBe('a b bad c');
	expect(names((await bulk({ order: 'reversed' })).data.qrs)).toBe('c bad b a');
	expect(names((await bulk({ order: 'shuffled' })).data.qrs)).toBe('c b a bad');
	expect(names((await bulk<Named[]>({ order: 'given', shape: 'bare' })).data)).toBe('a b bad c');
	expect((await bulk({ shape: 'list' })).data).toMatchObject({ result: 4, perpage: 4 });
	expect((await bulk({ shape: 'topLevel' })).qrs).toHaveLength(4);
	const inline = await bulk({ shape: 'keyed', refuse: 'bad' });
	expect(inline.data.qrs[2]).toEqual({ error: 1, message: expect.any(String), name: 'bad' });
	const apart = await bulk({ refusedRows: 'errors' });
	expect(names(apart.data.qrs)).toBe('a b c');
	expect(apart.data.errors).toMatchObject([{ index: 2, name: 'bad' }]);
	expect(names((await bulk({ refusedRows: 'omit' })).data.qrs)).toBe('a b c');
	await bulk({ maxRows: 3 });
	expect((await ask('POST /api/qr/bulk', { qrs })).status).toBe(413);
	const used = 2 + 4 * 6 + 3 * 3;
	expect((await ask('GET /api/account/stats')).body.data).toMatchObject({ qrs: { used } });
});

test('a malformed bulk row can be refused without the others', async () => {
	await sandbox.change({ bulk: { invalidRows: 'refuseRow' } });
	const qrs = [{ name: 'a', url: 'https://example.com' }, { name: 'b', url: 'x' }, 7];
	const { body } = await ask('POST /api/qr/bulk', { qrs });
	expect(body.data.qrs).toMatchObject([
		{ name: 'a', scans: 0 },
		{ error: 1, name: 'b', message: expect.stringContaining('qrs.1.url') },
		{ error: 1, name: '', message: expect.stringContaining('qrs.2') },
	]);
});

test('quotas are enforced', async () => {
	await sandbox.change({ quotas: { urls: 5, qrs: 3 } });
	const link = { url: 'https://example.com' };
	expect((await ask('POST /api/url/add', link)).status).toBe(200);
	expect(await ask('POST /api/url/add', link)).toMatchObject({
		status: 403,
		body: { message: expect.stringContaining('5 urls') },
	});
	const row = { name: 'a', ...link };
	expect((await ask('POST /api/qr/bulk', { qrs: [row, row] })).status).toBe(403);
	expect((await ask('GET /api/account/stats')).body.data).toMatchObject({
		urls: { used: 5, limit: 5 },
		qrs: { used: 2, limit: 3 },
	});
});

test('the account changes its name and password, and an unverified address stays pending', async () => {
	const update = await ask('PUT /api/account/update', { name: 'New', email: 'new@example.com' });
	expect(update.body).toMatchObject({ data: { name: 'New', email: 'demo@example.com' } });
	expect(update.body.message).toContain('new@example.com');
	const [current, password] = ['demo-password', 'longer-one'];
	const change = { current, password, confirmPassword: password };
	expect((await ask('PUT /api/account/password', change)).status).toBe(200);
	expect((await ask('PUT /api/account/password', change)).body.message).toContain('"current"');
});

test('requests are recorded, counted and cleared', async () => {
	const body = { url: 'https://example.com' };
	await ask('POST /api/url/add', body);
	await ask('GET /api/url/999?x=1');
	const requests = await sandbox.requests();
	expect(requests).toMatchObject([
		{ n: 1, method: 'POST', path: '/api/url/add', body, status: 200 },
		{ n: 2, route: '/api/url/:id', query: { x: '1' }, status: 422 },
	]);
	expect(await sandbox.control('requests?since=1')).toMatchObject({ requests: [{ n: 2 }] });
	expect(await sandbox.totals()).toMatchObject({
		total: 2,
		maxInFlight: 1,
		routes: { 'GET /api/url/:id': { count: 1, statuses: { '422': 1 } } },
	});
	await sandbox.change({ maxRecorded: 5 });
	for (let n = 0; n < 20; n += 1) await ask('GET /api/urls');
	expect((await sandbox.requests()).length).toBeLessThanOrEqual(6);
	await sandbox.forget();
	expect((await sandbox.totals()).total).toBe(0);
});

test('a reset brings the seed back', async () => {
	const before = (await ask('GET /api/urls')).body;
	await ask('POST /api/url/add', { url: 'https://example.com' });
	await ask('DELETE /api/url/1/delete');
	await sandbox.reset({ maxPageSize: 2 });
	const { body } = await ask('GET /api/urls');
	expect(body.data).toMatchObject({ result: 4, perpage: 2, urls: before.data.urls.slice(0, 2) });
});

test('a file keeps the state', async () => {
	const file = join(tmpdir(), `sandbox-${process.pid}.sqlite`);
	const clean = () => ['', '-wal', '-shm'].forEach((end) => rmSync(file + end, { force: true }));
	clean();
	const first = await startSandbox({ file });
	await createClient(first).call('/api/url/1/delete', undefined, 'DELETE');
	await first.close();
	const second = await startSandbox({ file });
	const { data } = await createClient(second).call<{ data: Data }>('/api/urls');
	await second.close();
	clean();
	expect(data.urls.map(({ alias }) => alias)).toEqual(['guide', 'news', 'try']);
});

test('records contain the public URL of the sandbox', async () => {
	const started = await startSandbox({ publicUrl: 'https://links.example.com' });
	const { call } = createClient(started);
	const link = await call('/api/url/add', { url: 'https://example.com', alias: 'mine' });
	const qrCode = await call('/api/qr/add', { url: 'https://links.example.com/mine', name: 'Mine' });
	await started.close();
	expect(link.data).toMatchObject({ shorturl: 'https://links.example.com/mine' });
	expect(qrCode.data.url).toMatch(/^https:\/\/links\.example\.com\/q\//);
});

test('another account has its own key, records, settings, limits and requests', async () => {
	const other = createClient(await sandbox.openAccount({ rateLimit: { limit: 2 } }));
	expect(other.credential).toEqual({ ...sandbox.credential, apiKey: other.credential.apiKey });
	await other.call('/api/url/add', { url: 'https://example.com/b', alias: 'of-b' });
	const aliases = async (all: typeof other.all) =>
		(await all('/api/urls', 'urls')).map(({ alias }) => alias);
	expect(await aliases(other.all)).toContain('of-b');
	expect(await aliases(sandbox.all)).not.toContain('of-b');
	expect((await other.ask('GET /api/urls')).status).toBe(429);
	expect((await sandbox.ask('GET /api/urls')).status).toBe(200);
	expect((await other.requests()).map(({ status }) => status)).toEqual([200, 200, 429]);
	await sandbox.reset();
	expect((await other.ask('GET /api/urls')).status).toBe(401);
});
