/** Finding QR codes by name: what it costs, and that they are found however a service stores and searches names. */
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import { Existing } from '../../nodes/LinkPlatform/resources/qrCode/existing.ts';
import { mapConcurrent } from '../../nodes/LinkPlatform/runner/mapConcurrent.ts';

const findByName = async (client: Client, names: string[], limits: { concurrency: number }) => {
	const existing = new Existing(client, names.length);
	return await mapConcurrent(names, async (name) => await existing.byName(name), limits);
};

interface Service {
	/** The names of its QR codes as it keeps them, in the order in which they were made. */
	names: string[];
	/** What it finds for a text. */
	search?: (names: string[], text: string) => string[];
	/** How many it returns at once. */
	pageSize?: number;
	/** Whether it states how many pages there are. */
	hasFigures?: boolean;
}

/** Finds names at such a service; resolves with their IDs, how often the list was read, and what was searched. */
async function find(
	{
		names,
		search = (all, text) => all.filter((name) => name.includes(text)),
		pageSize = 100,
		hasFigures = true,
	}: Service,
	wanted: string[],
	concurrency = 1,
) {
	const asked = { pages: 0, searches: [] as string[] };
	const send = ({ query = {} }: ApiRequest) => {
		const text = query.search as string | undefined;
		const page = Number(query.page);
		if (text === undefined) asked.pages += 1;
		else asked.searches.push(text);
		const found = text === undefined ? names : search(names, text);
		const size = Math.min(pageSize, Number(query.limit));
		const last = Math.ceil(found.length / size);
		const qrs = found
			.slice((page - 1) * size, page * size)
			.map((name) => ({ id: names.indexOf(name) + 1, name }));
		const figures = hasFigures ? { maxpage: last, currentpage: page, perpage: size } : {};
		return Promise.resolve({ error: 0, data: { qrs, ...figures } });
	};
	const outcomes = await findByName({ send } as unknown as Client, wanted, { concurrency });
	const ids = outcomes.map((outcome) =>
		outcome.status === 'fulfilled' ? outcome.value.map(({ id }) => id) : String(outcome.reason),
	);
	return { ids, ...asked };
}

const numbered = (count: number, from = 1) =>
	Array.from({ length: count }, (_, n) => `Code ${String(from + n).padStart(5, '0')}`);

test.each([
	['one name in a long list', 10_000, 1, {}, { pages: 0, searches: 1 }],
	['some names in a long list', 10_000, 5, {}, { pages: 1, searches: 5 }],
	['as many names as a list has pages', 10_000, 99, {}, { pages: 100, searches: 0 }],
	['one name less than that', 10_000, 98, {}, { pages: 1, searches: 98 }],
	['more names than pages', 10_000, 1_000, {}, { pages: 100, searches: 0 }],
	['names in a short list', 90, 50, {}, { pages: 1, searches: 0 }],
	['names in an empty list', 0, 50, {}, { pages: 1, searches: 0 }],
	['small pages', 300, 10, { pageSize: 15 }, { pages: 1, searches: 10 }],
	['no figures, and a short list', 90, 50, { hasFigures: false }, { pages: 2, searches: 0 }],
	['no figures, and a long list', 10_000, 5, { hasFigures: false }, { pages: 7, searches: 8 }],
])('%s: the cheaper way is taken', async (_, count, wanted, more, cost) => {
	const service = { names: numbered(count), ...more };
	// Half of them are there.
	const names = numbered(wanted, Math.max(1, count - Math.floor(wanted / 2)));
	const { ids, pages, searches } = await find(service, names);
	const expected = names
		.map((name) => service.names.indexOf(name) + 1)
		.map((id) => (id ? [id] : []));
	expect(ids).toEqual(expected);
	expect({ pages, searches: searches.length }).toEqual(cost);
});

test('if a search does not narrow the list, the list is read once instead', async () => {
	const service = { names: numbered(1_000), search: (names: string[]) => names };
	for (const [names, concurrency] of [
		[['Code 00007'], 1],
		[['Code 00007', 'Code 01000', 'none'], 3],
	] as const) {
		const { ids, pages, searches } = await find(service, [...names], concurrency);
		expect(ids).toEqual(names.length === 1 ? [[7]] : [[7], [1_000], []]);
		expect(pages).toBe(names.length === 1 ? 10 : 11);
		expect(searches.length).toBeLessThanOrEqual(names.length);
	}
});

test.each([
	['a name with special characters', 'Tom & "Jerry"', 'Tom &amp; &quot;Jerry&quot;', 'Jerry'],
	['special characters alone', '&&', '&amp;&amp;', '&&'],
	['spaces around it', 'Menu', '  Menu ', 'Menu'],
	['several spaces inside', 'Menu  of May', 'Menu of May', 'of May'],
	['letters and digits', 'Menu 4', 'Menu 4', 'Menu 4'],
	['very many letters', '🍵'.repeat(300), '🍵'.repeat(300), '🍵'.repeat(100)],
])(
	'%s is searched for by a part that every service stores unchanged',
	async (_, name, kept, text) => {
		const search = (names: string[], wanted: string) =>
			names.filter((one) => one.includes(wanted.replaceAll('&', '&amp;')));
		const { ids, searches } = await find({ names: ['Other', kept], search }, [name]);
		expect([ids, searches]).toEqual([[[2]], [text]]);
	},
);

test.each([
	['letters of another case', 'menu'],
	['more letters', 'Menu 2'],
	['fewer letters', 'Men'],
])('%s are another name', async (_, other) => {
	expect((await find({ names: ['Menu 1'] }, [other])).ids).toEqual([[]]);
	expect((await find({ names: ['Menu 1'] }, [other, 'none'])).ids).toEqual([[], []]);
});

test.each(['NFC', 'NFD'])('an accent is found in both forms (%s)', async (form) => {
	const names = ['Cafe\u0301', 'Caf\u00e9', 'Cafe'];
	const { ids, searches } = await find({ names }, ['Caf\u00e9'.normalize(form)]);
	expect([ids, searches.length]).toEqual([[[2, 1]], 2]);
});

test('of several QR codes with one name, the newest comes first', async () => {
	const send = () =>
		Promise.resolve({ data: { qrs: [5, 11, 7].map((id) => ({ id, name: 'Menu' })), maxpage: 1 } });
	const client = { send } as unknown as Client;
	for (const names of [['Menu'], ['Menu', 'none']]) {
		const [outcome] = await findByName(client, names, { concurrency: 1 });
		const ids = outcome.status === 'fulfilled' && outcome.value.map(({ id }) => id);
		expect(ids).toEqual([11, 7, 5]);
	}
});
