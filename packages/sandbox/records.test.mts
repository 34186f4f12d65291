import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient } from './client.mts';
import { startSandbox } from './server.mts';
import { useSandbox } from './useSandbox.mts';
import type { Data } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

test('responses to a batch follow the settings for order, shape and refused rows', async () => {
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

const url = 'https://example.com';
const events = ['link.clicked'];
const qrFields = 'id name url scans date';
const linkFields = 'id alias shorturl longurl clicks domain date';
const bioFields = 'id name slug bio url views date';

test.each<[request: string, fields: string, input?: object]>([
	['GET /api/urls', linkFields],
	['POST /api/url/add', linkFields, { url }],
	['GET /api/url/1', linkFields],
	['PUT /api/url/1/update', linkFields, { url }],
	['GET /api/qrs', qrFields],
	['POST /api/qr/add', qrFields, { name: 'a', url }],
	['POST /api/qr/bulk', qrFields, { qrs: [{ name: 'a', url }] }],
	['GET /api/qr/1', qrFields],
	['PUT /api/qr/1/update', qrFields, { name: 'a' }],
	['GET /api/bios', bioFields],
	['POST /api/bio/add', bioFields, { name: 'a', slug: 'a' }],
	['GET /api/domains', 'id domain system verified'],
	['POST /api/domain/add', 'id domain verified dns_records', { domain: 'a.example' }],
	['GET /api/webhooks', 'id url events active createdAt'],
	['POST /api/webhooks/subscribe', 'id', { url, events }],
	['GET /api/account', 'id name email avatarUrl planId plan status createdAt'],
	['GET /api/account/apikeys', 'id name prefix scopes lastUsed createdAt'],
	['POST /api/account/apikeys/add', 'id name key scopes createdAt', { name: 'a' }],
	['GET /api/url/1/stats', 'totalClicks uniqueVisitors topCountry topReferrer topBrowser'],
	['GET /api/url/1/stats/countries', 'code name clicks'],
	['GET /api/url/4/stats/variants', 'name url clicks percentage'],
	['GET /v3/api/account', 'id email username avatar status expires registered'],
	['GET /v3/api/domains', 'id domain redirectroot redirect404'],
	['GET /v3/api/overlay', 'id type name date'],
	['GET /v3/api/campaigns', 'id name public rotator list'],
	['GET /v3/api/channels', 'id name description color starred'],
	['GET /v3/api/channel/1', 'type id title preview link date'],
	['GET /v3/api/splash', 'id name date'],
	['GET /v3/api/files', 'id name downloads shorturl date'],
	['GET /v3/api/pixels', 'id type name tag date'],
])('a record in the default response to %s has exactly the fields %s', async (...row) => {
	const [request, fields, input] = row;
	await ask('POST /api/webhooks/subscribe', { url, events });
	const { body } = await ask<Record<string, unknown>>(request, input);
	const { data = body } = body as { data?: object };
	const list = Object.values(data).find(Array.isArray) as object[];
	const [record] = 'id' in data || 'totalClicks' in data ? [data] : list;
	expect(Object.keys(record).sort()).toEqual(fields.split(' ').sort());
	const day = '\\d{4}-\\d\\d-\\d\\d';
	const time = new RegExp(
		request.includes('/v3/') ? `^${day}( [\\d:]{8})?$` : `^${day}T[\\d:]{8}Z$`,
	);
	const times = Object.entries(record).filter(([name]) => /^date$|At$|^expires$/.test(name));
	for (const [, at] of times) expect(at).toMatch(time);
});

const getLocation = async (path: string) => {
	const { status, headers } = await sandbox.visit(path);
	return headers.get('location') ?? status;
};
const addCode = async (target: string) =>
	(await ask('POST /api/qr/add', { name: 'a', url: target })).body.data;

test("a QR code's link is listed, tells where the QR code leads, and is deleted with it", async () => {
	const code = await addCode('https://example.com/a');
	const { urls } = (await ask('GET /api/urls?search=example.com/a')).body.data;
	expect(urls).toMatchObject([{ shorturl: code.url, longurl: 'https://example.com/a' }]);
	const [link] = urls;
	await ask(`PUT /api/url/${link.id}/update`, { url: 'https://example.com/b' });
	expect(await getLocation(code.url)).toBe('https://example.com/b');
	expect((await ask(`GET /api/url/${link.id}`)).body.data.clicks).toBe(1);
	expect((await ask(`GET /api/qr/${code.id}`)).body.data.scans).toBe(1);
	expect((await ask('GET /api/account/stats')).body.data).toMatchObject({ urls: { used: 4 } });
	await ask(`DELETE /api/qr/${code.id}/delete`);
	expect([await getLocation(code.url), (await ask(`GET /api/url/${link.id}`)).status]).toEqual([
		404, 404,
	]);
});

test.each(['oldest', 'newest'] as const)(
	'links can be listed by clicks, the most clicked first, whatever the order of lists: %s',
	async (listOrder) => {
		await sandbox.change({ listOrder });
		for (const path of ['/guide', '/guide', '/launch']) await getLocation(path);
		const { urls } = (await ask('GET /api/urls?sort=clicks')).body.data;
		const clicks = urls.map((link: { clicks: number }) => link.clicks);
		expect(clicks).toEqual(clicks.toSorted((one: number, other: number) => other - one));
		expect(new Set(clicks).size).toBeGreaterThan(2);
	},
);

test('a QR code for a short URL uses its link, which is kept when the QR code is deleted', async () => {
	const code = await addCode(`${sandbox.url}/launch`);
	expect(code.url).toBe(`${sandbox.url}/launch`);
	expect(await getLocation('/launch')).toBe('https://example.com/launch');
	await ask(`DELETE /api/qr/${code.id}/delete`);
	expect(await getLocation('/launch')).toBe('https://example.com/launch');
});

test('a link that several QR codes share is deleted with the last of them', async () => {
	await sandbox.change({ qrSharedLinks: true });
	const [first, second] = [await addCode(`${url}/a`), await addCode(`${url}/a`)];
	expect(second.url).toBe(first.url);
	await ask(`DELETE /api/qr/${first.id}/delete`);
	expect(await getLocation(first.url)).toBe(`${url}/a`);
	expect((await ask(`GET /api/qr/${second.id}`)).body.data.scans).toBe(1);
	await ask(`DELETE /api/qr/${second.id}/delete`);
	expect(await getLocation(first.url)).toBe(404);
});

test('deleting a link deletes its QR codes', async () => {
	await ask('DELETE /api/url/5/delete');
	expect((await ask('GET /api/qrs')).body.data.qrs.map(({ id }) => id)).toEqual([2]);
});

test('a page of a list has at most maxPageSize records', async () => {
	await sandbox.fill('links', 120);
	const { perpage, urls } = (await ask('GET /api/urls?limit=1000')).body.data;
	expect([perpage, urls.length]).toEqual([100, 100]);
});

test('a restarted sandbox continues with the state in its file', async () => {
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
	expect(data.urls.map(({ alias }) => alias)).toEqual([
		'guide',
		'news',
		'try',
		'poster',
		'poster-2',
	]);
});

test('records contain the public URL of the sandbox', async () => {
	const started = await startSandbox({ publicUrl: 'https://links.example.com' });
	const { call } = createClient(started);
	const link = await call('/api/url/add', { url: 'https://example.com', alias: 'mine' });
	const qrCode = await call('/api/qr/add', { url: 'https://links.example.com/mine', name: 'Mine' });
	await started.close();
	expect(link.data).toMatchObject({ shorturl: 'https://links.example.com/mine' });
	expect(qrCode.data.url).toBe('https://links.example.com/mine');
});

test('a second account has its own key, records, settings, limits and requests', async () => {
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
