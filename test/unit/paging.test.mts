/** Reading a list to its end, whatever paging fields its pages have. */
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { readList, readPages, type List } from '../../nodes/LinkPlatform/api/paging.ts';
import { toRequest, type ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import { readAnswer } from '../support/readAnswer.mts';
import { table } from '../support/table.mts';

// These tests are about pages. `answers.test.mts` tests what the entries of a list may be.
const list: List = { route: 'GET /api/urls', collections: ['urls'], holds: 'anything' };
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

/** Reads a list whose page n is `page(n)`; resolves with the records, the queries, and the number of both. */
async function read(
	page: (n: number) => unknown,
	{ limit, ...more }: Partial<List> & { limit?: number } = {},
) {
	const { client, requests } = serve(page);
	const records = await readList(client, { ...list, ...more }, limit);
	const queries = requests.map(({ query }) => query);
	return { records, queries, lengths: [records.length, queries.length] };
}

const paged = (pages: number, size: number, signs: (page: number) => object) => (page: number) => ({
	data: { urls: page <= pages ? ids(page * 1_000, size) : [], ...signs(page) },
});

const to = (page: number) => ({ nextpage: page + 1 });
test.each([
	['only maxpage', 3, (page: number) => ({ currentpage: page, maxpage: 3 })],
	[
		'nextpage null on the last page',
		3,
		(page: number) => ({ nextpage: page < 3 ? page + 1 : null }),
	],
	[
		'nextpage of the last page pointing to itself',
		3,
		(page: number) => ({ nextpage: Math.min(page + 1, 3) }),
	],
	['nextpage pointing past the last page', 3, (page: number) => ({ ...to(page), maxpage: 3 })],
	['numbers as strings', 3, (page: number) => ({ maxpage: '3', nextpage: String(page + 1) })],
	['a total that is too low', 3, () => ({ maxpage: 3, result: 100 })],
	['nextpage on every page', 4, to],
	['no paging fields', 4, () => ({})],
])(
	'a list of three full pages with %s is read to the end with %i requests',
	async (_, count, signs) => {
		const { lengths } = await read(paged(3, 100, signs));
		expect(lengths).toEqual([300, count]);
	},
);

describe('pages without records', () => {
	/** Returns a function that makes pages: the pages in `places` have a single record, and all others have none. */
	const at = (places: number[], signs: (page: number) => object) => (page: number) => ({
		data: { urls: places.includes(page) ? [{ id: page }] : [], ...signs(page) },
	});

	test("pages without records don't end a list while maxpage states more pages", async () => {
		const { records, queries } = await read(at([1, 4], () => ({ maxpage: 4 })));
		expect(records).toEqual([{ id: 1 }, { id: 4 }]);
		expect(queries).toHaveLength(4);
	});

	test('an empty page ends a list if only nextpage points to another page', async () => {
		const { queries } = await read(at([1], to));
		expect(queries).toHaveLength(2);
	});

	test('readPages skips pages without records', async () => {
		const { client } = serve(at([1, 4], () => ({ maxpage: 4 })));
		const sizes: number[] = [];
		const pages = readPages(client, list, toRequest(list.route));
		for await (const page of pages) sizes.push(page.length);
		expect(sizes).toEqual([1, 1]);
	});
});

test('reading a list fails if one page fails, instead of returning fewer records', async () => {
	const first = { data: { urls: ids(1, 100), maxpage: 3 } };
	const page = (n: number) => (n === 1 ? first : Promise.reject(new Error('a web page')));
	await expect(read(page)).rejects.toThrow('a web page');
});

test("each page of a list is requested with the list's own query", async () => {
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
])('reading %i records takes %i requests for pages of 100', async (limit, count) => {
	const { lengths } = await read(
		paged(9, 100, () => ({ maxpage: 9 })),
		{ limit },
	);
	expect(lengths).toEqual([limit, count]);
});

test('reading an endless list fails after 20,000 pages', async () => {
	const endless = (page: number) => ({ data: { urls: [{ id: page }], nextpage: page + 1 } });
	const { client, requests } = serve(endless);
	await expect(readList(client, list)).rejects.toMatchObject({
		kind: 'unknown',
		message: expect.stringContaining('seems endless (20,000 pages read so far)'),
	});
	expect(requests).toHaveLength(20_000);
});

test('a list is requested in pages of 100 records, or smaller pages if the limit is lower', async () => {
	const signs = (page: number) => ({ maxpage: 3, nextpage: page < 3 ? page + 1 : null });
	expect((await read(paged(3, 100, signs))).queries).toEqual(
		[1, 2, 3].map((page) => ({ page, limit: 100 })),
	);
	const few = await read(paged(3, 20, signs), { limit: 30 });
	expect(few.queries).toEqual([1, 2].map((page) => ({ page, limit: 30 })));
	expect(few.records).toHaveLength(30);
});

test('a repeated page ends a list without paging fields', async () => {
	const { lengths } = await read(() => ({ data: { urls: ids(1, 100) } }));
	expect(lengths).toEqual([100, 2]);
});

test.each(table<[string, unknown[], object, number]>`
	IDs, and a total that was reached | [{"id": 1}, {"id": 2}] | {"nextpage": 9, "result": 2} | 2
	strings, and no paging fields | ["a", "b"] | {} | 2
	// Records without IDs may be equal but different records, so a repeated page doesn't end the list.
	strings, and maxpage | ["a", "b"] | {"maxpage": 3} | 3
	strings, and nextpage | ["a", "b"] | {"nextpage": 3} | 3
	only some IDs, and maxpage | [{"id": 1}, {"name": "b"}] | {"maxpage": 3} | 3
	null values, and maxpage | [null] | {"maxpage": 3} | 3
`)(
	"a repeated page ends a list only if its records can't be different ones: records with %s",
	async (_, urls, figures, count) => {
		const { queries } = await read((page) => ({
			data: { urls: page > 3 ? [] : urls, ...figures },
		}));
		expect(queries).toHaveLength(count);
	},
);

test('a page that repeats both the page number and the records ends the list', async () => {
	const page = { urls: [{ name: 'a' }], currentpage: 1, nextpage: 5 };
	expect((await read(() => ({ data: page }))).records).toHaveLength(1);
});

describe('a page that is returned twice although maxpage states more pages', () => {
	/** Returns a function that serves these pages of a list of three pages in turn. */
	const serving = (pages: number[]) => (n: number) =>
		paged(3, 100, () => ({ currentpage: pages[n - 1], maxpage: 3 }))(pages[n - 1]);

	test.each([[[1, 1]], [[1, 2, 2]], [[1, 2, 1]]])(
		'reading a list of three pages fails if the service returns the pages %j',
		async (pages) => {
			const { client, requests } = serve(serving(pages));
			await expect(readList(client, list)).rejects.toMatchObject({
				kind: 'unknown',
				message: `Link Platform returned the same page of the list again (page ${pages.length})`,
			});
			expect(requests).toHaveLength(pages.length);
		},
	);

	test("a list doesn't fail because of a repeated page if it already has the wanted number of records", async () => {
		const { records } = await read(serving([1, 2, 2]), { limit: 150 });
		expect(records).toHaveLength(150);
	});
});

test.each([
	['maxpage', () => ({ maxpage: 5 })],
	['maxpage and currentpage', (page: number) => ({ maxpage: 5, currentpage: page })],
	['nextpage', (page: number) => ({ nextpage: page < 5 ? page + 1 : null })],
])(
	'identical records without an ID are all returned if they are on different pages according to %s',
	async (_, signs) => {
		const clicks = Array.from({ length: 50 }, () => ({ country: 'DE' }));
		const { records } = await read((page) => ({ data: { urls: clicks, ...signs(page) } }));
		expect(records).toHaveLength(250);
	},
);

test.each([null, 0, '', '0'])('records whose ID is %j are all returned', async (id) => {
	const { records } = await read((page) => ({
		data: { urls: ['a', 'b'].map((name) => ({ id, alias: name + page })), maxpage: 3 },
	}));
	expect(records).toHaveLength(6);
});

test('a page with new records but the previous page number counts as a new page', async () => {
	const { records } = await read(paged(5, 1, () => ({ currentpage: 1, maxpage: 5 })));
	expect(records).toHaveLength(5);
});

test('records without an ID that have the same name but different counts are all returned', async () => {
	const { records } = await read((page) => ({
		data: { urls: page > 3 ? [] : [{ name: 'a', clicks: page }] },
	}));
	expect(records).toHaveLength(3);
});

test('channel items with the same ID but different types are returned as two records', async () => {
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

test('a record that moves to the next page while the list is being read is returned once', async () => {
	const pages = [ids(1, 3), [{ id: 3 }, ...ids(4, 2)], [{ id: 6 }]];
	const { records } = await read((page) => ({ data: { urls: pages[page - 1], maxpage: 3 } }));
	expect(records).toEqual(ids(1, 6));
});

test.each([
	[
		'in the middle of the list',
		[
			[1, 2, 3],
			[5, 6],
			[1, 3, 4],
		],
		6,
		[1, 2, 3, 4, 5, 6],
	],
	['at the end of the list', [[1, 2, 3], [], [1, 3, 4]], 4, [1, 2, 3, 4]],
	['from the unread rest', [[1, 2, 3], [4], [1, 2, 3]], 5, [1, 2, 3, 4]],
])(
	'a record that moves to a page that was read, because another is deleted %s, is returned once',
	async (_, pages, result, expected) => {
		const { records, queries } = await read((n) => {
			const urls = pages[n - 1].map((id) => ({ id }));
			const total = n === 1 ? result : result - 1;
			return { data: { urls, perpage: 3, maxpage: Math.ceil(total / 3), result: total } };
		});
		expect(records).toEqual(expected.map((id) => ({ id })));
		expect(queries.map((query) => query?.page)).toEqual([1, 2, 1]);
	},
);

test("records without an ID aren't returned again if the list gets shorter while it is being read", async () => {
	const { records } = await read((n) => {
		const urls = [
			[{ email: 'a' }, { email: 'b' }],
			[{ email: 'd' }],
			[{ email: 'a' }, { email: 'd' }],
		][n - 1];
		return { data: { urls, perpage: 2, maxpage: 2, result: n === 1 ? 4 : 3 } };
	});
	expect(records).toEqual(['a', 'b', 'd'].map((email) => ({ email })));
});

test('a repeated page is recognized even if a counter in its records has changed', async () => {
	const { records } = await read((page) => ({
		data: { urls: ids(1, 100).map((link) => ({ ...link, clicks: page })) },
	}));
	expect(records).toHaveLength(100);
});

test('an unpaged list is requested once, without the parameters page and limit', async () => {
	const { records, queries } = await read(() => ids(1, 250), { isPaged: false });
	expect([records.length, queries]).toEqual([250, [{}]]);
});

test("further pages of a list that isn't documented as paged are requested without the parameter limit", async () => {
	const { records, queries } = await read(
		paged(2, 15, () => ({ maxpage: 2 })),
		{ isPaged: false },
	);
	expect([records.length, queries]).toEqual([30, [{}, { page: 2 }]]);
});

test.each(table<[object]>`
	{"data": {"other": 1}}
	{"data": {"id": 7}}
	[{"error": 1}, {"error": 1}]
	{"data": {"urls": [{"id": 1}, {"error": "No", "id": 0}]}}
`)('a list response %j is rejected, and the error shows the response and what to check', (body) =>
	expect(read(() => body)).rejects.toMatchObject({
		kind: 'unknown',
		message: `Link Platform returned no list: ${JSON.stringify(body)}`,
		description: expect.stringContaining('API URL'),
	}),
);

test("a list's own parser is used if the response has no list in the usual places", async () => {
	const parse = (body: unknown) => Object.keys((body as { data: object }).data);
	expect((await read(() => ({ data: { a: 1, b: 2 } }), { isPaged: false, parse })).records).toEqual(
		['a', 'b'],
	);
});

test('a list ends if its last record is deleted and the page after the last repeats the last page', async () => {
	const all = ids(1, 101);
	const { client, requests } = serve((request) => {
		if (request > 1) all.splice(100);
		const maxpage = Math.ceil(all.length / 100);
		const page = Math.min(maxpage, Number(requests.at(-1)!.query!.page));
		const urls = all.slice((page - 1) * 100, page * 100);
		return { data: { urls, result: all.length, maxpage } };
	});
	expect(await readList(client, list)).toEqual(ids(1, 100));
});
