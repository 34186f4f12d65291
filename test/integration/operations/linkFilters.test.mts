/** Tests the filters of Link > Get Many: the returned links, the requests, and links that lack a field. */
import { getFailure, getField, getJson, getMessages, getPairs, sent } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import { table } from '../../support/table.mts';

const world = useWorld();

const find = (filters: object, more: object = {}) =>
	world.run(
		'link',
		'getAll',
		{ returnAll: true, filters, ...more },
		{ settings: { timezone: 'UTC' } },
	);
const getAliases = (items: Array<{ json: Record<string, unknown> }>) => getField(items, 'alias');
/** Makes Link Platform list these links from now on. */
const list = (links: object[]) => world.respond('/api/urls', { urls: links, maxpage: 1 });
const queries = async () => (await sent(world)).map(({ query }) => query);

test.each(table<[object, string[]]>`
	{"search": "launch"} | ["launch"]
	{"minClicks": 1, "createdBefore": "2026-01-16"} | ["launch", "try"]
	{"search": "", "minClicks": "={{ $json.none }}"} | ["launch", "guide", "news", "try", "poster", "poster-2"]
`)('link.getAll with the filters %j returns the links %j', async (filters, aliases) => {
	const { items, errorItems } = await find(filters);
	expect(errorItems).toEqual([]);
	expect(getAliases(items)).toEqual(aliases);
});

test('link.getAll returns 130,000 links that are listed at once', async () => {
	await world.respond(
		'/api/urls',
		Array.from({ length: 130_000 }, (_, n) => ({ id: n + 1 })),
	);
	const { items } = await find({});
	expect(items).toHaveLength(130_000);
});

test('link.getAll applies its limit to the links that pass the filters, and reads no further pages after that', async () => {
	await world.fill('links', 350);
	const some = await find({ maxClicks: 0 }, { returnAll: false, limit: 120 });
	expect(some.items).toHaveLength(120);
	expect(getPairs(some.items)).toEqual(Array(120).fill(0));
	expect(await queries()).toEqual(['1', '2'].map((page) => ({ page, limit: '100' })));
	await world.forget();
	const all = await find({ minClicks: 1 });
	expect(getAliases(all.items)).toEqual(['launch', 'try']);
	expect(await queries()).toHaveLength(4);
});

test('link.getAll evaluates the filters separately for each input item', async () => {
	const items = ['g', 'none', 'n'].map((prefix) => ({ json: { prefix } }));
	const parameters = { returnAll: true, filters: { aliasPrefix: '={{ $json.prefix }}' } };
	const found = await world.run('link', 'getAll', parameters, { items });
	expect(getAliases(found.items)).toEqual(['guide', 'news']);
	expect(getPairs(found.items)).toEqual([0, 2]);
});

test.each(['ALLE?LANG', 'nowhere'])(
	'link.getAll searches all pages for "%s" without the API\'s search',
	async (search) => {
		await world.fill('links', 150);
		const { items } = await find({ search });
		expect(getAliases(items)).toEqual(search === 'nowhere' ? [] : ['guide']);
		expect(await queries()).toEqual(['1', '2'].map((page) => ({ page, limit: '100' })));
	},
);

describe('link.getAll with filters if links lack a field', () => {
	const known = { id: 1, alias: 'known', clicks: '7', domain: 'a.example', date: 1_768_467_600 };

	test.each([
		[{ minClicks: 0 }, { clicks: null }, 'clicks'],
		[{ createdBefore: '2027-01-01' }, { date: '' }, 'date'],
	])(
		'link.getAll with the filter %j omits links with %j, and a hint counts the omitted links',
		async (filters, lacking, about) => {
			await list([known, { ...known, id: 2, ...lacking }, { ...known, id: 3, ...lacking }]);
			const { items, hints } = await find(filters);
			expect(getJson(items)).toEqual([{ ...known, clicks: 7 }]);
			expect(getMessages(hints)).toEqual([
				`Links left out because Link Platform doesn't return their ${about}: 2`,
			]);
		},
	);

	test('link.getAll fails if a filter needs a field that no link has', async () => {
		await list([
			{ id: 1, alias: 'other' },
			{ id: 2, alias: 'spring-1' },
			{ id: 3, alias: 'spring-2' },
		]);
		expect(getFailure(await find({ aliasPrefix: 'spring-', maxClicks: 0 }))).toMatchObject({
			error:
				"Link Platform doesn't return the clicks of these links, so this filter can't be applied",
			message: expect.stringContaining('Remove the filter'),
		});
		expect((await find({ aliasPrefix: 'spring-' })).items).toHaveLength(2);
	});

	test('link.getAll only shows a hint if another filter leaves out all links with the field', async () => {
		await list([known, { id: 2, alias: 'spring-1' }]);
		const { errorItems, hints } = await find({ aliasPrefix: 'spring-', maxClicks: 0 });
		expect([errorItems, hints]).toEqual([[], [expect.anything()]]);
	});
});

test('link.getAll refuses Min Clicks above Max Clicks before it sends anything', async () => {
	const filters = { minClicks: 9, maxClicks: 3 };
	expect((await world.fail('link', 'getAll', { returnAll: true, filters })).error).toBe(
		"'Min Clicks' (9) is above 'Max Clicks' (3)",
	);
	await world.expectNoRequest();
});
