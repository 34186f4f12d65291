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
