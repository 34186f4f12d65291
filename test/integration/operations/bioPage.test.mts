import { getJson, keyWith, getPairs, sendsOne, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const bioPageId = byId(1);
/** n8n itself stops a required field that is plainly empty; an expression may turn out so. */
const EMPTY = '={{ "" }}';
/** Has Link Platform give this answer to the next matching request, once it has done its work. */
const answerWith = async (path: string, body: unknown) =>
	await world.sandbox.fault({
		path,
		times: 1,
		action: { type: 'status', status: 200, body, afterHandling: true },
	});

describe('bioPage.getAll', () => {
	test('reads all pages, or as many as wanted', async () => {
		await world.sandbox.fill('bios', 248);
		const all = await world.run('bioPage', 'getAll', { returnAll: true });
		expect(all.items.map(({ json }) => json.id)).toEqual(
			Array.from({ length: 250 }, (_, n) => n + 1),
		);
		expect((await sent(world)).map(({ query }) => query)).toEqual(
			['1', '2', '3'].map((page) => ({ page, limit: '100' })),
		);
		const some = await world.run('bioPage', 'getAll', { limit: 101 });
		expect(some.items).toHaveLength(101);
		expect(getPairs(some.items)).toEqual(Array(101).fill(0));
		const byDefault = await world.run('bioPage', 'getAll');
		expect(byDefault.items).toHaveLength(50);
	});

	test.each(['bio', 'profiles', 'list'])('reads a list that is called %s', async (name) => {
		await answerWith('/api/bios', { error: 0, data: { maxpage: 1, [name]: [{ id: 7 }] } });
		expect(getJson((await world.run('bioPage', 'getAll')).items)).toEqual([{ id: 7 }]);
	});
});

describe('bioPage.getPublic', () => {
	test('sends no key, however it is sent elsewhere', async () => {
		const key = world.sandbox.apiKey;
		for (const sendKeyAs of ['bearer', 'header']) {
			const credentials = { linkPlatformApi: { ...world.credential, sendKeyAs } };
			await world.run('bioPage', 'get', { bioPageId }, { credentials });
			const { items } = await world.run('bioPage', 'getPublic', { slug: 'demo' }, { credentials });
			expect(items[0].json).toMatchObject({ slug: 'demo', blocks: [{ key: 'welcome' }, {}, {}] });
		}
		const [withKey, without, withHeader, withoutHeader] = await world.sandbox.requests();
		expect(withKey.headers.authorization).toBe(`Bearer ${key}`);
		expect(withHeader.headers['x-api-key']).toBe(key);
		for (const { headers } of [without, withoutHeader]) {
			expect(headers).not.toHaveProperty('authorization');
			expect(headers).not.toHaveProperty('x-api-key');
			expect(JSON.stringify(headers)).not.toContain(key);
		}
	});

	test('fails for a slug that nobody has or that is none', async () => {
		const slugs = ['nobody', '', '..', 'a/../../urls'];
		const { errorItems } = await world.run(
			'bioPage',
			'getPublic',
			{ slug: '={{ $json.slug }}' },
			{ items: slugs.map((slug) => ({ json: { slug } })) },
		);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			'There is no bio page with the slug "nobody".',
			"'Alias' is empty",
			`'Alias' is not a valid ID (got "..")`,
			'There is no bio page with the slug "a/../../urls".',
		]);
		expect(errorItems[0].json.message).toContain("Looked for 'Alias' nobody");
	});
});

describe('bioPage.getBlockTypes', () => {
	test('gives one item for each type, with its schema', async () => {
		const { items } = await world.run('bioPage', 'getBlockTypes');
		expect(items[0].json).toMatchObject({ type: 'link', schema: { properties: { title: {} } } });
		expect(items.map(({ json }) => json.type)).toEqual(
			expect.arrayContaining([
				'text',
				'image',
				'header',
				'divider',
				'social',
				'embed',
				'newsletter',
			]),
		);
		expect(getPairs(items)).toEqual(items.map(() => 0));
	});

	const two = [{ name: 'link' }, { name: 'text' }];
	test.each<[string, unknown, unknown[]]>([
		['names', { error: 0, data: ['link', 'text'] }, two],
		['names in a collection', { error: 0, data: { blocks: ['link', 'text'] } }, two],
		['a bare list', ['link', 'text'], two],
		[
			'keyed records',
			{ error: 0, data: { link: { label: 'Link' } } },
			[{ name: 'link', label: 'Link' }],
		],
		[
			'keyed records that have names',
			{ error: 0, data: { widgets: { link: { name: 'A link' } } } },
			[{ type: 'link', name: 'A link' }],
		],
		['keyed labels', { error: 0, widgets: { link: 'Link' } }, [{ name: 'link', label: 'Link' }]],
		['keyed fields', { error: 0, data: { link: ['url'] } }, [{ name: 'link', fields: ['url'] }]],
		['none', { error: 0, data: [] }, []],
	])('reads types that are %s', async (_name, body, expected) => {
		await answerWith('/api/bio/widgets', body);
		expect(getJson((await world.run('bioPage', 'getBlockTypes')).items)).toEqual(expected);
	});
});

describe('bioPage.create', () => {
	test('fails bad items alone, in their place', async () => {
		const names = ['a', '', 'demo', 'b c', 'd'];
		const result = await world.run(
			'bioPage',
			'create',
			{ name: 'Page', slug: '={{ $json.slug }}' },
			{ items: names.map((slug) => ({ json: { slug } })) },
		);
		expect(getPairs(result.items)).toEqual([0, 4]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, "'Alias' is empty"],
			[{ item: 2 }, 'The slug "demo" is already taken.'],
			[{ item: 3 }, expect.stringContaining('"slug"')],
		]);
	});
});

describe('bioPage', () => {
	test.each<[string, Record<string, unknown>, string, object | undefined]>([
		[
			'create',
			{
				name: ' Ada ',
				slug: 'ada',
				additionalFields: { bio: 'Numbers', avatar: '', theme: 'paper' },
			},
			'POST /api/bio/add',
			{ name: 'Ada', slug: 'ada', bio: 'Numbers', theme: 'paper' },
		],
		['get', { bioPageId }, 'GET /api/bio/1', undefined],
		['delete', { bioPageId }, 'DELETE /api/bio/1/delete', undefined],
		[
			'update',
			{ bioPageId, updateFields: { name: 'New', seoTitle: 'T', seoDescription: 'D' } },
			'PUT /api/bio/1/update',
			{ name: 'New', seo: { title: 'T', description: 'D' } },
		],
		[
			'update',
			{ bioPageId, updateFields: { seoTitle: 'T', seoDescription: '' } },
			'PUT /api/bio/1/update',
			{ seo: { title: 'T' } },
		],
		[
			'update',
			{ bioPageId, updateFields: { avatar: 'https://example.com/a.png' } },
			'PUT /api/bio/1/update',
			{ avatar: 'https://example.com/a.png' },
		],
		[
			'generate',
			{ bioPageId, prompt: 'A bakery' },
			'POST /api/bio/1/ai-generate',
			{ prompt: 'A bakery' },
		],
		[
			'setDomain',
			{ bioPageId, domain: 'me.example.com' },
			'PUT /api/bio/1/domain',
			{ domain: 'me.example.com' },
		],
		['getBlockTypes', {}, 'GET /api/bio/widgets', undefined],
		['getPublic', { slug: 'demo' }, 'GET /api/bio/public/demo', undefined],
	])('%s with %j sends one request', sendsOne(world, 'bioPage'));

	test('create, generate, update, get and delete make, fill, change, read and delete a page', async () => {
		const created = await world.run('bioPage', 'create', { name: 'Ada', slug: 'ada' });
		expect(getJson(created.items)).toEqual([
			expect.objectContaining({ id: 3, name: 'Ada', slug: 'ada', views: 0, bio: '' }),
		]);
		const one = { bioPageId: byId(3) };
		const generated = await world.run('bioPage', 'generate', {
			...one,
			prompt: 'A bakery in Lyon.',
			output: 'raw',
		});
		expect(generated.items[0].json).toMatchObject({ id: 3, blocks: [{ type: 'header' }, {}, {}] });
		const updateFields = { name: 'Bakery', theme: 'midnight', seoTitle: 'Bread' };
		await world.run('bioPage', 'update', { ...one, updateFields });
		const got = await world.run('bioPage', 'get', { ...one, output: 'raw' });
		expect(got.items[0].json).toMatchObject({
			name: 'Bakery',
			theme: 'midnight',
			seo: { title: 'Bread', description: '' },
		});
		expect(got.items[0].json).not.toHaveProperty('error');
		const deleted = await world.run('bioPage', 'delete', one);
		expect(getJson(deleted.items)).toEqual([{ deleted: true }]);
		const gone = await world.run('bioPage', 'get', { ...one, output: 'raw' });
		expect(gone.items).toEqual([]);
		expect(gone.errorItems[0].json).toEqual({
			error: 'There is no bio page with id 3.',
			message: expect.stringContaining("Looked for 'Bio Page' 3"),
			details: { httpCode: '404', requestId: expect.any(String) },
		});
	});

	test('setDomain and verifyDomain give a domain as pending, then as verified, with its DNS records', async () => {
		const domain = 'me.example.com';
		const none = await world.run('bioPage', 'verifyDomain', { bioPageId });
		expect(await sent(world)).toEqual([{ request: 'GET /api/bio/1/domain/verify' }]);
		expect(none.errorItems[0].json.error).toContain('no domain of its own');
		const set = await world.run('bioPage', 'setDomain', { bioPageId, domain });
		expect(set.items[0].json).toMatchObject({ verified: false, domain });
		const added = await world.run('domain', 'create', { domain });
		await world.sandbox.verifyDomain(added.items[0].json.id);
		const verified = await world.run('bioPage', 'verifyDomain', { bioPageId });
		expect(getJson(verified.items)).toEqual([
			{
				verified: true,
				domain,
				dns_records: [
					{ type: 'CNAME', name: domain, value: expect.any(String), status: 'valid' },
					{ type: 'TXT', name: `_verify.${domain}`, value: expect.any(String), status: 'valid' },
				],
			},
		]);
	});

	test.each([
		['generate', { prompt: 'A bakery' }],
		['setDomain', { domain: 'me.example.com' }],
		['update', { updateFields: { name: 'New' } }],
	])(
		'%s that is answered with a message only, or with nothing, is done',
		async (operation, more) => {
			await answerWith('/api/bio/*', { error: 0, message: 'It is done.' });
			const told = await world.run('bioPage', operation, { bioPageId, ...more });
			expect(getJson(told.items)).toEqual([{ success: true, message: 'It is done.' }]);
			await answerWith('/api/bio/*', { error: 0 });
			const silent = await world.run('bioPage', operation, { bioPageId, ...more });
			expect(getJson(silent.items)).toEqual([{ success: true }]);
		},
	);

	test.each<[string, Record<string, unknown>, string]>([
		['get', { bioPageId: byId(EMPTY) }, "'Bio Page' is empty"],
		['delete', { bioPageId: byId('..') }, "'Bio Page' is"],
		['update', { bioPageId, updateFields: {} }, "'Update Fields' is empty"],
		['update', { bioPageId, updateFields: { name: '' } }, "'Update Fields' is empty"],
		['generate', { bioPageId, prompt: EMPTY }, "'Prompt' is empty"],
		['setDomain', { bioPageId, domain: EMPTY }, "'Domain' is empty"],
		['create', { name: EMPTY, slug: 'a' }, "'Name' is empty"],
		['getAll', { limit: -1 }, "'Limit' must be 1 or more"],
		['getAll', { limit: 1.5 }, "'Limit' must be a whole number"],
	])('%s %j is refused before anything is sent', async (operation, parameters, text) => {
		const { errorItems } = await world.run('bioPage', operation, parameters);
		expect(errorItems[0].json.error).toContain(text);
		expect(await sent(world)).toEqual([]);
	});

	test('create beyond the quota, and delete with a key without the scope, say so', async () => {
		await world.sandbox.change({ quotas: { bios: 2 } });
		const full = await world.run('bioPage', 'create', { name: 'a', slug: 'a' });
		expect(full.errorItems[0].json.error).toBe("Your plan's limit of 2 bios is reached.");
		const lesserKey = await keyWith(world, ['bio:read']);
		const lesser = await world.run('bioPage', 'delete', { bioPageId }, lesserKey);
		expect(lesser.errorItems[0].json).toMatchObject({
			error: expect.stringContaining('bio:write'),
			details: { httpCode: '403' },
		});
	});
});

describe('bioPage, to choose from', () => {
	test('locator lists pages by name, with their address', async () => {
		const { results } = await world.engine.listSearch('searchBioPages', { filter: 'DEMO' });
		const url = `${world.sandbox.url}/bio/demo`;
		expect(results).toEqual([{ name: 'Demo page (1)', value: '1', url }]);
	});
});
