import { parse } from 'csv-parse/sync';

import { useSandbox, toEvent } from './sandboxClient.mts';
import type { Data } from './sandboxClient.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const getKeys = async (id = 1) =>
	(await ask(`GET /api/bio/${id}`)).body.data.blocks.map(({ key }) => key);

test('a bio page is created, read, changed, visited and deleted', async () => {
	const { url } = sandbox;
	const made = await ask('POST /api/bio/add', { name: 'Ada', slug: 'ada', theme: 'paper' });
	expect(made.body).toEqual({
		error: 0,
		data: {
			id: 3,
			name: 'Ada',
			slug: 'ada',
			bio: '',
			url: `${url}/bio/ada`,
			views: 0,
			date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
		},
	});
	await ask('PUT /api/bio/3/update', { bio: 'Numbers', seo: { title: 'Ada <L>' } });
	await ask('PUT /api/bio/3/update', { seo: { description: 'Notes' } });
	expect((await ask('GET /api/bio/3')).body.data).toEqual({
		...made.body.data,
		bio: 'Numbers',
		avatar: null,
		theme: 'paper',
		seo: { title: 'Ada <L>', description: 'Notes' },
		domain: null,
		blocks: [],
	});

	const visit = await ask('GET /bio/ada?utm_source=x');
	expect([visit.status, visit.body]).toEqual([200, expect.stringContaining('Ada &lt;L&gt;')]);
	const { data } = (await ask('GET /api/bios')).body;
	expect(data).toMatchObject({ result: 3, bios: [{ views: 7 }, { views: 0 }, { views: 1 }] });

	expect((await ask('DELETE /api/bio/3/delete')).body.error).toBe(0);
	for (const path of ['/bio/ada', '/api/bio/3', '/api/bio/public/ada', '/api/bio/3/subscribers']) {
		expect((await ask(`GET ${path}`)).status).toBe(404);
	}
});

test('the public record needs no key, and shows neither id nor views', async () => {
	const none = { Authorization: '' };
	const { status, body } = await ask('GET /api/bio/public/demo', undefined, none);
	expect(status).toBe(200);
	expect(Object.keys(body.data)).toEqual([
		...['name', 'slug', 'bio', 'url', 'avatar', 'theme', 'blocks'],
	]);
	expect((await ask('GET /api/bio/1')).body.data.views).toBe(7);
});

test('blocks are added at a position, changed, removed and reordered', async () => {
	const link = { title: 'Docs', url: 'https://example.com/docs' };
	const block = { type: 'link', content: link, position: 1 };
	const { key, ...made } = (await ask('POST /api/bio/1/block', block)).body.data;
	expect(made).toEqual(block);
	expect(await getKeys()).toEqual(['welcome', key, 'shop', 'news']);
	const last = await ask('POST /api/bio/1/block', { type: 'divider', content: {} });
	expect(last.body.data.position).toBe(4);

	const content = { ...link, icon: 'book' };
	const changed = await ask(`PUT /api/bio/1/block/${key}`, { content });
	expect(changed.body.data.content).toEqual(content);
	await ask(`DELETE /api/bio/1/block/${last.body.data.key}`);
	const order = ['news', key, 'welcome', 'shop'];
	expect((await ask('PUT /api/bio/1/reorder', { order })).status).toBe(200);
	expect(await getKeys()).toEqual(order);
	await ask(`DELETE /api/bio/1/block/${key}`);
	const { blocks } = (await ask('GET /api/bio/1')).body.data;
	expect(blocks.map(({ position }) => position)).toEqual([0, 1, 2]);
});

test('each type of block comes with a JSON Schema of its content', async () => {
	const { widgets } = (await ask('GET /api/bio/widgets')).body.data;
	const types = ['link', 'text', 'image', 'header', 'divider', 'social', 'embed', 'newsletter'];
	expect(widgets.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
	expect(widgets[0].schema).toMatchObject({
		type: 'object',
		properties: { title: { type: 'string' }, url: { format: 'uri' }, icon: {} },
		required: ['title', 'url'],
	});
});

test('the stand-in for the AI generates the same blocks from the same prompt', async () => {
	const prompt = { prompt: 'A bakery in Lyon. With a shop.' };
	const [one, two] = [
		(await ask('POST /api/bio/1/ai-generate', prompt)).body.data,
		(await ask('POST /api/bio/2/ai-generate', prompt)).body.data,
	];
	const contents = ({ blocks }: Data) => blocks.slice(-3).map(({ content }) => content);
	expect(contents(one)).toEqual(contents(two));
	expect([one.blocks.length, two.blocks[0].content]).toEqual([6, { title: 'A bakery in Lyon' }]);
});

test('a domain is pending until it is verified', async () => {
	expect((await ask('GET /api/bio/1/domain/verify')).status).toBe(404);
	const set = await ask('PUT /api/bio/1/domain', { domain: 'Me.example.com' });
	expect(set.body.data).toMatchObject({ verified: false, domain: 'me.example.com' });
	expect((await ask('PUT /api/bio/2/domain', { domain: 'me.example.com' })).status).toBe(409);
	const { id } = (await ask('POST /api/domain/add', { domain: 'me.example.com' })).body.data;
	expect((await ask('GET /api/bio/1/domain/verify')).body.data.verified).toBe(false);
	await sandbox.verifyDomain(id);
	const { data } = (await ask('GET /api/bio/1/domain/verify')).body;
	expect(data).toMatchObject({ verified: true, dns_records: [{ status: 'valid' }, {}] });
});

test('the sign-up form stores each address once, and only if the page has a form', async () => {
	const { url } = sandbox;
	const submit = async (slug: string, fields: Record<string, string>) => {
		const body = new URLSearchParams(fields);
		return (await fetch(`${url}/bio/${slug}/subscribe`, { method: 'POST', body })).status;
	};
	const name = 'New, "quoted"\nperson';
	expect(await submit('demo', { email: 'new@example.com', name })).toBe(200);
	expect(await submit('demo', { email: 'NEW@example.com' })).toBe(200);
	expect(await submit('demo', { email: 'nobody' })).toBe(422);
	expect(await submit('empty', { email: 'new@example.com' })).toBe(404);
	expect(await submit('nowhere', { email: 'new@example.com' })).toBe(404);

	const { data } = (await ask('GET /api/bio/1/subscribers?limit=3&page=2')).body;
	const person = { email: 'new@example.com', name, source: 'newsletter_block' };
	expect(data).toMatchObject({ result: 4, maxpage: 2, subscribers: [person] });
	expect((await ask('GET /api/bio/1/subscribers')).body.data.perpage).toBe(50);

	const path = '/api/bio/1/subscribers/export';
	expect((await ask(`GET ${path}`)).headers.get('content-type')).toContain('text/csv');
	const rows = parse(await sandbox.call<string>(path), { columns: true });
	expect(rows).toHaveLength(4);
	expect(rows[3]).toMatchObject(person);
	expect((await ask('GET /api/bio/2/subscribers/export')).body).toBe('email,name,source,date\r\n');
});

test('visits, sign-ups and changes are delivered as documented', async () => {
	const { url } = sandbox;
	const events = ['bio.viewed', 'bio.updated', 'subscriber.added'];
	await ask('POST /api/webhooks/subscribe', { url: 'http://127.0.0.1:9/', events, secret: 's' });
	await ask('GET /bio/demo', undefined, { 'X-Country': 'fr', Referer: 'https://news.example/' });
	const body = new URLSearchParams({ email: 'new@example.com' });
	await fetch(`${url}/bio/demo/subscribe`, { method: 'POST', body });
	await ask('PUT /api/bio/1/update', { name: 'Other', theme: 'default' });
	await ask('PUT /api/bio/1/update', { name: 'Other' });
	await ask('DELETE /api/bio/1/block/shop');
	const deliveries = await sandbox.deliveries();
	const seen = deliveries.map((one) => toEvent(one.body));
	const page = { bioId: 1, slug: 'demo' };
	expect(seen.map(({ event, data }) => [event, data])).toEqual([
		['bio.viewed', { ...page, country: 'FR', referrer: 'https://news.example/' }],
		['subscriber.added', { bioId: 1, email: 'new@example.com', source: 'newsletter_block' }],
		['bio.updated', { ...page, changes: ['name'], userId: 1 }],
		['bio.updated', { ...page, changes: ['blocks'], userId: 1 }],
	]);
});

test('the quota of bio pages is enforced and reported', async () => {
	await sandbox.change({ quotas: { bios: 3 } });
	expect((await ask('POST /api/bio/add', { name: 'a', slug: 'a' })).status).toBe(200);
	const refused = await ask('POST /api/bio/add', { name: 'b', slug: 'b' });
	expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('3 bios')]);
	expect((await ask('GET /api/account/stats')).body.data.bios).toEqual({ used: 3, limit: 3 });
});

test('a key with the scope bio:read cannot change pages', async () => {
	const key = await sandbox.newKey(['bio:read']);
	const headers = { Authorization: `Bearer ${key}` };
	expect((await ask('GET /api/bio/1/subscribers', undefined, headers)).status).toBe(200);
	const refused = await ask('DELETE /api/bio/1/block/shop', undefined, headers);
	const message = expect.stringContaining('bio:write') as string;
	expect(refused).toMatchObject({ status: 403, body: { message } });
});
