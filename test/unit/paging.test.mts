/** How a list is read to its end, whatever signs its pages give. */
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { readList, type List } from '../../nodes/LinkPlatform/api/paging.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';

const list: List = { route: 'GET /api/urls', collections: ['urls'] };
const ids = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: from + index }));

/** Reads a list whose page n is what `page` gives for n; resolves with the records and the queries. */
async function read(
	page: (n: number) => unknown,
	{ limit, ...more }: Partial<List> & { limit?: number } = {},
) {
	const queries: unknown[] = [];
	const client = {
		send: (request: ApiRequest) => {
			queries.push(request.query);
			return Promise.resolve(page(queries.length));
		},
	} as unknown as Client;
	return { records: await readList(client, { ...list, ...more }, limit), queries };
}

const paged = (pages: number, size: number, signs: (page: number) => object) => (page: number) => ({
	data: { urls: page <= pages ? ids(page * 1_000, size) : [], ...signs(page) },
});

test.each([
	['maxpage alone', (page: number) => ({ currentpage: page, maxpage: 3 })],
	['nextpage null on the last', (page: number) => ({ nextpage: page < 3 ? page + 1 : null })],
	['nextpage the same on the last', (page: number) => ({ nextpage: Math.min(page + 1, 3) })],
	['nextpage one too many', (page: number) => ({ nextpage: page + 1, maxpage: 3, perpage: 100 })],
	['figures as text', (page: number) => ({ maxpage: '3', nextpage: String(page + 1) })],
	['nothing at all', () => ({})],
])('three full pages with %s are read to the end', async (_, signs) => {
	expect((await read(paged(3, 100, signs))).records).toHaveLength(300);
});

test('pages are asked for in hundreds, or in fewer where fewer are wanted', async () => {
	const signs = (page: number) => ({ maxpage: 3, nextpage: page < 3 ? page + 1 : null });
	expect((await read(paged(3, 100, signs))).queries).toEqual(
		[1, 2, 3].map((page) => ({ page, limit: 100 })),
	);
	const few = await read(paged(3, 20, signs), { limit: 30 });
	expect(few.queries).toEqual([1, 2].map((page) => ({ page, limit: 30 })));
	expect(few.records).toHaveLength(30);
});

test('a service that serves smaller pages than asked for is read on', async () => {
	const signs = (page: number) => ({ perpage: 15, nextpage: page < 4 ? page + 1 : null });
	expect((await read(paged(4, 15, signs))).records).toHaveLength(60);
});

test('the same page again ends a list that says nothing of its end', async () => {
	const { records, queries } = await read(() => ({ data: { urls: ids(1, 100) } }));
	expect([records.length, queries.length]).toEqual([100, 2]);
});

test('a counter that moves on meanwhile does not make a page another', async () => {
	const { records } = await read((page) => ({
		data: { urls: ids(1, 100).map((link) => ({ ...link, clicks: page })) },
	}));
	expect(records).toHaveLength(100);
});

test('a list that is not paged is asked once, without page and limit', async () => {
	const { records, queries } = await read(() => ids(1, 250), { isPaged: false });
	expect([records.length, queries]).toEqual([250, [{}]]);
});

test.each([
	['an empty collection', { data: { urls: [] } }],
	['a collection of null', { data: { urls: null } }],
	['no data', { error: 0, data: null }],
	['a result of 0', { data: { result: 0 } }],
	['a total of 0', { total: '0' }],
])('%s is an empty list', async (_, body) => {
	expect((await read(() => body)).records).toEqual([]);
});

test.each([[{ data: { other: 1 } }], [{ data: { id: 7 } }], ['text']])(
	'%j is no list, and fails with what to check',
	async (body) => {
		await expect(read(() => body)).rejects.toMatchObject({
			kind: 'unknown',
			message: 'The service answered without a list',
			description: expect.stringContaining('API URL') as string,
		});
	},
);

test("a list's own reader is asked where no list is in the usual places", async () => {
	const parse = (body: unknown) => Object.keys((body as { data: object }).data);
	expect((await read(() => ({ data: { a: 1, b: 2 } }), { isPaged: false, parse })).records).toEqual(
		['a', 'b'],
	);
});
