/** How a list is read to its end, whatever paging fields its pages have. */
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import {
	readList,
	readPages,
	readShortList,
	type List,
} from '../../nodes/LinkPlatform/api/paging.ts';
import { toRequest, type ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import { readAnswer } from '../support/readAnswer.mts';

const list: List = { route: 'GET /api/urls', collections: ['urls'] };
const ids = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: from + index }));

/** Responds to request n with `page(n)`, and records the requests. */
function serve(page: (n: number) => unknown) {
	const requests: ApiRequest[] = [];
	const client = {
		send: async (request: ApiRequest, reader: (body: unknown) => unknown) => {
			requests.push(request);
			return readAnswer(await page(requests.length), reader);
		},
	} as unknown as Client;
	return { client, requests };
}

/** Reads a list whose page n is `page(n)`; resolves with the records and the queries. */
async function read(
	page: (n: number) => unknown,
	{ limit, ...more }: Partial<List> & { limit?: number } = {},
) {
	const { client, requests } = serve(page);
	const records = await readList(client, { ...list, ...more }, limit);
	return { records, queries: requests.map(({ query }) => query) };
}

const paged = (pages: number, size: number, signs: (page: number) => object) => (page: number) => ({
	data: { urls: page <= pages ? ids(page * 1_000, size) : [], ...signs(page) },
});

const to = (page: number) => ({ nextpage: page + 1 });
test.each([
	['maxpage alone', 3, (page: number) => ({ currentpage: page, maxpage: 3 })],
	['nextpage null on the last', 3, (page: number) => ({ nextpage: page < 3 ? page + 1 : null })],
	['nextpage the same on the last', 3, (page: number) => ({ nextpage: Math.min(page + 1, 3) })],
	['nextpage one too many', 4, (page: number) => ({ ...to(page), maxpage: 3, perpage: 100 })],
	[
		'a page size above the requested one',
		4,
		(page: number) => ({ ...to(page), maxpage: 1, perpage: 250 }),
	],
	['numbers as text', 4, (page: number) => ({ maxpage: '3', nextpage: String(page + 1) })],
	['a total below their count', 3, () => ({ maxpage: 3, result: 100 })],
	['a total, and nextpage without end', 4, (page: number) => ({ ...to(page), result: 300 })],
	['nextpage without end', 4, to],
	['nothing at all', 4, () => ({})],
])('three full pages with %s are read to the end, by %i requests', async (_, count, signs) => {
	const { records, queries } = await read(paged(3, 100, signs));
	expect([records.length, queries.length]).toEqual([300, count]);
});

describe('pages without records', () => {
	/** Pages of one record, at these places. */
	const at = (places: number[], signs: (page: number) => object) => (page: number) => ({
		data: { urls: places.includes(page) ? [{ id: page }] : [], ...signs(page) },
	});

	test.each([
		['maxpage continues', [1, 4], () => ({ maxpage: 4 }), 4],
		['fewer than the total came', [1, 4], () => ({ maxpage: 4, result: 2 }), 4],
		[
			'nextpage continues, and the total',
			[1, 4],
			(page: number) => ({ ...to(page), result: 2 }),
			5,
		],
	])("pages without records don't end a list if %s", async (_, places, signs, count) => {
		const { records, queries } = await read(at(places, signs));
		expect(records).toEqual(places.map((id) => ({ id })));
		expect(queries).toHaveLength(count);
	});

	test('an empty page ends a list if only nextpage continues', async () => {
		const { queries } = await read(at([1], to));
		expect(queries).toHaveLength(2);
	});

	test('an empty page ends a list whose total is too high if nextpage stays', async () => {
		const { queries } = await read(at([1], (nextpage) => ({ nextpage, result: 2 })));
		expect(queries).toHaveLength(2);
	});

	test('an empty page ends a list whose total was read', async () => {
		const { queries } = await read(at([1, 2], () => ({ maxpage: 1_000, result: 2 })));
		expect(queries).toHaveLength(3);
	});

	test('pages without records are skipped', async () => {
		const { client } = serve(at([1, 4], () => ({ maxpage: 4 })));
		const sizes: number[] = [];
		const pages = readPages(client, list, toRequest(list.route));
		for await (const page of pages) sizes.push(page.length);
		expect(sizes).toEqual([1, 1]);
	});
});

test("a page that isn't full ends a list whose nextpage continues beyond maxpage", async () => {
	const sizes = [15, 15, 5];
	const { records, queries } = await read((page) => ({
		data: {
			urls: ids(page * 100, sizes[page - 1] ?? 0),
			nextpage: page + 1,
			maxpage: 1,
			perpage: 15,
		},
	}));
	expect([records.length, queries.length]).toEqual([35, 3]);
});

test('a failed page fails the list instead of shortening it', async () => {
	const first = { data: { urls: ids(1, 100), maxpage: 3 } };
	const page = (n: number) => (n === 1 ? first : Promise.reject(new Error('a web page')));
	await expect(read(page)).rejects.toThrow('a web page');
});

test('every page is requested with the query of the list', async () => {
	const { client, requests } = serve(paged(2, 100, () => ({ maxpage: 2 })));
	await readList(client, list, undefined, { search: 'x' });
	expect(requests).toMatchObject(
		[1, 2].map((page) => ({
			path: '/api/urls',
			method: 'GET',
			query: { search: 'x', page, limit: 100 },
		})),
	);
});

test.each([
	[100, 1],
	[101, 2],
	[0, 0],
])('%i records take %i requests for pages of a hundred', async (limit, count) => {
	const { records, queries } = await read(
		paged(9, 100, () => ({ maxpage: 9 })),
		{ limit },
	);
	expect([records.length, queries.length]).toEqual([limit, count]);
});

test('a list without end fails after 20,000 pages', async () => {
	const endless = (page: number) => ({ data: { urls: [{ id: page }], nextpage: page + 1 } });
	const { client, requests } = serve(endless);
	await expect(readList(client, list)).rejects.toMatchObject({
		kind: 'unknown',
		message: expect.stringContaining("doesn't end (20000 pages read)") as string,
	});
	expect(requests).toHaveLength(20_000);
});

test('pages of 100 are requested, or smaller ones for a lower limit', async () => {
	const signs = (page: number) => ({ maxpage: 3, nextpage: page < 3 ? page + 1 : null });
	expect((await read(paged(3, 100, signs))).queries).toEqual(
		[1, 2, 3].map((page) => ({ page, limit: 100 })),
	);
	const few = await read(paged(3, 20, signs), { limit: 30 });
	expect(few.queries).toEqual([1, 2].map((page) => ({ page, limit: 30 })));
	expect(few.records).toHaveLength(30);
});

test('smaller pages than requested are read to the end', async () => {
	const signs = (page: number) => ({ perpage: 15, nextpage: page < 4 ? page + 1 : null });
	expect((await read(paged(4, 15, signs))).records).toHaveLength(60);
});

test('a repeated page ends a list without paging fields', async () => {
	const { records, queries } = await read(() => ({ data: { urls: ids(1, 100) } }));
	expect([records.length, queries.length]).toEqual([100, 2]);
});

test.each([
	['IDs, and figures that are complete', [{ id: 1 }, { id: 2 }], { nextpage: 9, result: 2 }, 2],
	['texts, and no figures', ['a', 'b'], {}, 2],
	// They may repeat: nothing distinguishes them.
	['texts, and maxpage', ['a', 'b'], { maxpage: 3 }, 3],
	['texts, and nextpage', ['a', 'b'], { nextpage: 3 }, 3],
	['IDs of some of them, and maxpage', [{ id: 1 }, { name: 'b' }], { maxpage: 3 }, 3],
	['no content, and maxpage', [null], { maxpage: 3 }, 3],
])('a repeated page of records with %s', async (_, urls, figures, count) => {
	const { queries } = await read((page) => ({ data: { urls: page > 3 ? [] : urls, ...figures } }));
	expect(queries).toHaveLength(count);
});

test('a repeated page number ends a list if the page looks the same', async () => {
	const page = { urls: [{ name: 'a' }], currentpage: 1, nextpage: 5 };
	expect((await read(() => ({ data: page }))).records).toHaveLength(1);
});

describe('a page that comes twice although the figures promise more', () => {
	const figures = [
		['maxpage', () => ({ maxpage: 3 })],
		['a total', (page: number) => ({ result: 300, nextpage: page + 1 })],
		['both', (page: number) => ({ currentpage: page, maxpage: 3, result: 300, perpage: 100 })],
	] as const;
	/** The pages that come for the requests, in their order. */
	const serving = (pages: number[], signs: (page: number) => object) => (n: number) =>
		paged(3, 100, signs)(pages[n - 1]);

	test.each(figures)('a list fails if a page comes twice (%s)', async (_, signs) => {
		for (const pages of [
			[1, 1],
			[1, 2, 2],
			[1, 2, 1],
		]) {
			const { client, requests } = serve(serving(pages, signs));
			await expect(readList(client, list)).rejects.toMatchObject({
				kind: 'unknown',
				message: `Link Platform returned the same page of the list again (page ${pages.length})`,
			});
			expect(requests).toHaveLength(pages.length);
		}
	});

	test('a page that comes twice does no harm if no more records are wanted', async () => {
		const { records } = await read(serving([1, 2, 2], figures[0][1]), { limit: 150 });
		expect(records).toHaveLength(150);
	});
});

describe('figures that are one page off', () => {
	test('lack the last page: it is read if the result is right and nextpage is absent', async () => {
		const { records, queries } = await read(
			paged(5, 100, () => ({ maxpage: 4, result: 500, perpage: 100 })),
		);
		expect([records.length, queries.length]).toEqual([500, 5]);
	});

	test('lack the last page, and the result is too high: an empty page is the end', async () => {
		const { records, queries } = await read(
			paged(5, 100, () => ({ maxpage: 5, result: 700, perpage: 100 })),
		);
		expect([records.length, queries.length]).toEqual([500, 6]);
	});

	/** Pages of 100, the last of which comes again in place of the next. */
	const twice = (count: number) => (request: number) => {
		const last = Math.ceil(count / 100);
		const page = Math.min(request, last);
		const urls = ids(page * 1_000, Math.min(100, count - (page - 1) * 100));
		return { data: { urls, result: count, maxpage: last + 1, perpage: 100, currentpage: page } };
	};

	test.each([450, 250])(
		'a list with one page too many has %i records, as its result says',
		async (count) => {
			const { records, queries } = await read(twice(count));
			expect([records.length, queries.length]).toEqual([count, Math.ceil(count / 100) + 1]);
		},
	);

	test('a list may have one page too many if its result counts only the page', async () => {
		await expect(read(twice(100))).rejects.toThrow('returned the same page');
	});
});

test.each([
	['maxpage', () => ({ maxpage: 5 })],
	['maxpage and currentpage', (page: number) => ({ maxpage: 5, currentpage: page })],
	['nextpage', (page: number) => ({ nextpage: page < 5 ? page + 1 : null })],
])('equal records without an ID are all read if %s continues', async (_, signs) => {
	const clicks = Array.from({ length: 50 }, () => ({ country: 'DE' }));
	const { records } = await read((page) => ({ data: { urls: clicks, ...signs(page) } }));
	expect(records).toHaveLength(250);
});

test('a repeated page number with other records is another page', async () => {
	const { records } = await read(paged(5, 1, () => ({ currentpage: 1, maxpage: 5 })));
	expect(records).toHaveLength(5);
});

test.each([
	['text with another figure, without an ID', (page: number) => ({ name: 'a', clicks: page })],
])('records of the same %s are distinct', async (_, record) => {
	const { records } = await read((page) => ({
		data: { urls: page > 3 ? [] : [record(page)].flat() },
	}));
	expect(new Set(records.map((one) => JSON.stringify(one))).size).toBeGreaterThanOrEqual(3);
});

test('items of a channel with one ID and two types are two records', async () => {
	const page = (n: number) => {
		const type = n === 1 ? 'links' : 'qr';
		return { data: { urls: [{ type, id: 7 }], currentpage: n, maxpage: 2, result: 2 } };
	};
	const { records } = await read(page);
	expect(records).toEqual([
		{ type: 'links', id: 7 },
		{ type: 'qr', id: 7 },
	]);
});

test('a record that comes again is left out, since others were added while the list was read', async () => {
	const pages = [ids(1, 3), [{ id: 3 }, ...ids(4, 2)], [{ id: 6 }]];
	const { records } = await read((page) => ({ data: { urls: pages[page - 1], maxpage: 3 } }));
	expect(records).toEqual(ids(1, 6));
});

test('a record that moves to an earlier page while the list is read is read there', async () => {
	const { client, requests } = serve((n) => {
		const urls = [ids(1, 2), [{ id: 4 }], [{ id: 2 }, { id: 3 }]][n - 1];
		return { data: { urls, maxpage: 2, perpage: 2, result: n === 1 ? 4 : 3 } };
	});
	const records = (await readList(client, list)) as Array<{ id: number }>;
	expect(records.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
	expect(requests.map(({ query }) => query?.page)).toEqual([1, 2, 1]);
});

test.each([
	['without paging fields', null],
	['with paging fields', { urls: [], maxpage: 3, result: 60, perpage: 25 }],
])('an empty page %s fails a list that lacks records in the end', async (_, empty) => {
	const sizes = [25, 0, 10];
	const page = (n: number) => {
		const urls = ids(n * 100, sizes[n - 1]);
		const data = n === 2 ? empty : { urls, maxpage: 3, result: 60, perpage: 25 };
		return { error: 0, data };
	};
	await expect(read(page)).rejects.toMatchObject({
		kind: 'unknown',
		message: 'Link Platform returned an empty page in the middle of the list',
	});
});

test('a page is the same even if a counter has changed', async () => {
	const { records } = await read((page) => ({
		data: { urls: ids(1, 100).map((link) => ({ ...link, clicks: page })) },
	}));
	expect(records).toHaveLength(100);
});

test('an unpaged list is requested once, without page and limit', async () => {
	const { records, queries } = await read(() => ids(1, 250), { isPaged: false });
	expect([records.length, queries]).toEqual([250, [{}]]);
});

test('an unpaged list is read on if its paging fields continue, without a limit', async () => {
	const { records, queries } = await read(
		paged(2, 15, () => ({ maxpage: 2 })),
		{ isPaged: false },
	);
	expect([records.length, queries]).toEqual([30, [{}, { page: 2 }]]);
});

test.each([
	[{ data: { other: 1 } }],
	[{ data: { id: 7 } }],
	[[{ error: 1 }, { error: 1 }]],
	[{ data: { urls: [{ id: 1 }, { error: 'No', id: 0 }] } }],
])('%j is no list, and fails with what came and what to check', async (body) => {
	await expect(read(() => body)).rejects.toMatchObject({
		kind: 'unknown',
		message: `Link Platform returned no list: ${JSON.stringify(body)}`,
		description: expect.stringContaining('API URL') as string,
	});
});

test("a list's own parser is used if there is no list in the usual places", async () => {
	const parse = (body: unknown) => Object.keys((body as { data: object }).data);
	expect((await read(() => ({ data: { a: 1, b: 2 } }), { isPaged: false, parse })).records).toEqual(
		['a', 'b'],
	);
});

describe('a list that may be too long', () => {
	const readShort = async (most: number, page: (n: number) => unknown) => {
		const { client, requests } = serve(page);
		const records = await readShortList(client, list, most, { search: 'a' });
		return { count: records?.length, queries: requests.map(({ query }) => query) };
	};
	const first = { search: 'a', page: 1, limit: 100 };

	test.each([['maxpage', () => ({ maxpage: 3 })]])(
		'a list that is too long is abandoned after its first page if %s shows it',
		async (_, signs) => {
			const { count, queries } = await readShort(2, paged(3, 100, signs));
			expect([count, queries]).toEqual([undefined, [first]]);
		},
	);

	test.each([
		['states maxpage', () => ({ maxpage: 3 })],
		['states a total and a page size', () => ({ nextpage: null, result: 300, perpage: 100 })],
		['states neither', () => ({})],
	])('a short list is read to its end if %s', async (_, signs) => {
		expect((await readShort(3, paged(3, 100, signs))).count).toBe(300);
	});

	test('a list without paging fields is abandoned when more pages come', async () => {
		const { count, queries } = await readShort(
			2,
			paged(9, 100, () => ({})),
		);
		expect([count, queries.length]).toEqual([undefined, 3]);
	});

	test('a list with a bound can be empty', async () => {
		expect((await readShort(1, () => ({ data: { urls: [] } }))).count).toBe(0);
	});
});
