import { byId, useWorld } from '../support/world.mts';

const world = useWorld();
beforeEach(async () => void (await world.sandbox.change({ recordRequests: false })));

const getIds = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { id: number }).id);
const respond = (data: object) => ({ type: 'wrongJson', body: JSON.stringify({ error: 0, data }) });
const links = (from: number, count: number, more: object = {}) =>
	Array.from({ length: count }, (_, n) => ({ id: from + n, alias: `a${from + n}`, ...more }));

/** Scripted pages; the last one is repeated, as by a service that ignores `page`. */
async function script(pages: object[]) {
	for (const [n, page] of pages.entries()) {
		const times = n < pages.length - 1 ? { times: 1 } : {};
		await world.sandbox.fault({ path: '/api/urls', ...times, action: respond(page) });
	}
}

describe('broken paging', () => {
	const full = links(1, 100);
	test.each<[string, object[], number, number]>([
		[
			'the same page for ever, as the total says',
			[{ urls: full, nextpage: 2, result: 100 }],
			100,
			2,
		],
		[
			'the last page for ever, nextpage never null',
			[
				{ urls: full, nextpage: 2, perpage: 100 },
				{ urls: links(101, 5), nextpage: 3, perpage: 100 },
			],
			105,
			3,
		],
		[
			'maxpage too small',
			[
				{ urls: full, nextpage: 2, maxpage: 1, perpage: 100 },
				{ urls: links(101, 7), nextpage: null, maxpage: 1, perpage: 100 },
			],
			107,
			2,
		],
		[
			'maxpage far too large',
			[
				{ urls: full, nextpage: 2, maxpage: 4000, perpage: 100 },
				{ urls: [], nextpage: 3, maxpage: 4000, perpage: 100 },
			],
			100,
			22,
		],
		[
			'a list that shrinks while it is read',
			[
				{ urls: full, nextpage: 2, maxpage: 3, perpage: 100 },
				{ urls: links(150, 20), nextpage: null, maxpage: 2, perpage: 100 },
			],
			120,
			2,
		],
		['no paging fields', [{ urls: full }, { urls: links(101, 100) }, { urls: [] }], 200, 3],
		[
			'smaller pages than requested',
			[
				{ urls: links(1, 15), nextpage: 2, maxpage: 2, perpage: 15 },
				{ urls: links(16, 3), nextpage: null, maxpage: 2, perpage: 15 },
			],
			18,
			2,
		],
		[
			'numbers as text',
			[
				{ urls: links(1, 15), nextpage: '2', maxpage: '2', perpage: '15' },
				{ urls: links(16, 3), nextpage: '', maxpage: '2', perpage: '15' },
			],
			18,
			2,
		],
		[
			'nextpage leads back',
			[
				{ urls: full, nextpage: 2, perpage: 100 },
				{ urls: links(101, 100), nextpage: 1, perpage: 100 },
			],
			200,
			2,
		],
		['null for an empty list', [{ urls: null, nextpage: null, maxpage: 0 }], 0, 1],
	])('%s: ends, with each record once', async (_name, pages, count, most) => {
		await script(pages);
		const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
		expect(errorItems).toEqual([]);
		expect(getIds(items)).toHaveLength(count);
		expect(new Set(getIds(items)).size).toBe(count);
		expect((await world.sandbox.counts())['GET /api/urls'] ?? 0).toBeLessThanOrEqual(most);
	});

	test.each<[string, object[]]>([
		['the same page for ever', [{ urls: full, nextpage: 2, maxpage: 9, perpage: 100 }]],
		[
			'a repeated page with changed counters',
			[
				{ urls: links(1, 100, { clicks: 1 }), nextpage: 2, maxpage: 50 },
				{ urls: links(1, 100, { clicks: 2 }), nextpage: 3, maxpage: 50 },
			],
		],
		['an earlier page instead of the next', [{ urls: full, currentpage: 1, result: 250 }]],
	])('%s fails the list, since records would be missing', async (_name, pages) => {
		await script(pages);
		const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
		expect([items, errorItems.map(({ json }) => json.error)]).toEqual([
			[],
			['Link Platform returned the same page of the list again (page 2)'],
		]);
		expect(await world.sandbox.counts()).toMatchObject({ 'GET /api/urls': 3 });
	});

	/** Pages of equal clicks: without ID and time, as documented, they cannot be distinguished. */
	const click = { country: 'DE', city: 'Berlin', browser: 'Firefox', platform: 'Linux' };
	const readActivity = async (pages: object[]) => {
		for (const [n, page] of pages.entries()) {
			const times = n < pages.length - 1 ? { times: 1 } : {};
			const path = '/api/url/:id/stats/activity';
			await world.sandbox.fault({ path, ...times, action: respond(page) });
		}
		const parameters = { linkId: byId(1), returnAll: true };
		const { items, errorItems } = await world.run('analytics', 'getLinkActivity', parameters);
		expect(errorItems).toEqual([]);
		const { 'GET /api/url/:id/stats/activity': asked } = await world.sandbox.counts();
		return { count: items.length, asked };
	};
	const clicks = Array.from({ length: 50 }, () => click);

	test.each<[string, (page: number) => object]>([
		['maxpage', () => ({ maxpage: 5 })],
		['maxpage as text', () => ({ maxpage: '5' })],
		['maxpage and currentpage', (page) => ({ maxpage: 5, currentpage: page })],
		['nextpage', (page) => ({ nextpage: page < 5 ? page + 1 : null })],
		['both', (page) => ({ maxpage: 5, nextpage: page < 5 ? page + 1 : 5, perpage: 50 })],
	])('equal pages are all read if %s continues', async (_name, signs) => {
		const pages = [1, 2, 3, 4, 5].map((page) => ({ activity: clicks, ...signs(page) }));
		expect(await readActivity(pages)).toEqual({ count: 250, asked: 5 });
	});

	test('equal pages end the list if the page number stays the same', async () => {
		const page = { activity: clicks, nextpage: 5, currentpage: 1 };
		expect(await readActivity([page])).toEqual({ count: 50, asked: 2 });
	});

	test('equal pages end a list without paging fields', async () => {
		expect(await readActivity([{ activity: clicks }])).toEqual({ count: 50, asked: 2 });
	});

	test.each<[string, object]>([
		['always the first', { currentpage: 1 }],
		['always 0', { currentpage: '0' }],
	])('different pages are all read even if currentpage is %s', async (_name, sign) => {
		const signs = { maxpage: 3, ...sign };
		await script([0, 1, 2].map((n) => ({ urls: links(1 + n * 100, 100), ...signs })));
		const { items } = await world.run('link', 'getAll', { returnAll: true });
		expect(getIds(items)).toHaveLength(300);
	});

	test.each<[string, number[]]>([
		['two in the middle', [3, 4]],
		['the first two', [1, 2]],
		['all but the last', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
	])('empty pages before maxpage do not end the list: %s', async (_name, empty) => {
		const pages = Array.from({ length: 10 }, (_, n) => n + 1);
		await script(
			pages.map((page) => ({
				urls: empty.includes(page) ? [] : links(page * 100, 15),
				...{ currentpage: page, maxpage: 10, perpage: 15 },
			})),
		);
		const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength((10 - empty.length) * 15);
		expect((await world.sandbox.counts())['GET /api/urls']).toBe(10);
	});

	test('an unpaged list is read on if Link Platform pages it', async () => {
		const webhook = (id: number) => ({ id, url: `https://n8n.example/${id}`, events: [] });
		for (const page of [1, 2, 3]) {
			const webhooks = [webhook(page * 2), webhook(page * 2 + 1)];
			const paging = { currentpage: page, maxpage: 3, perpage: 2, result: 6 };
			const action = respond({ webhooks, ...paging });
			await world.sandbox.fault({ path: '/api/webhooks', times: 1, action });
		}
		const { items } = await world.run('webhook', 'getAll', { returnAll: true });
		expect(getIds(items)).toEqual([2, 3, 4, 5, 6, 7]);
	});

	test('a failed page fails the list instead of shortening it', async () => {
		await world.sandbox.fill('links', 250);
		await world.sandbox.fault({ path: '/api/urls', after: 1, action: { type: 'html' } });
		const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
		expect([items.length, errorItems.length]).toEqual([0, 1]);
	}, 30_000);
});

test.each([
	[1, 1],
	[100, 1],
	[101, 2],
	[200, 2],
	[254, 3],
	[400, 3],
])('limit of %d fetches %d pages of 254 records', async (limit, pages) => {
	await world.sandbox.fill('links', 250);
	const { items } = await world.run('link', 'getAll', { limit });
	expect(items).toHaveLength(Math.min(limit, 254));
	expect(new Set(getIds(items)).size).toBe(items.length);
	expect((await world.sandbox.counts())['GET /api/urls']).toBe(pages);
});

test('a list of 100,000 records is complete and in order', async () => {
	await world.sandbox.fill('links', 99_996);
	const { items } = await world.run('link', 'getAll', { returnAll: true });
	const ids = getIds(items);
	expect(ids).toHaveLength(100_000);
	expect(ids).toEqual(ids.toSorted((a, b) => a - b));
	expect(new Set(ids).size).toBe(100_000);
	expect((await world.sandbox.counts())['GET /api/urls']).toBe(1_000);
}, 120_000);
