import { parseBlockFields } from '../../../nodes/LinkPlatform/resources/bioBlock/schemaFields.ts';
import { getFailure, getField, getJson, getPairs, requested, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const bioPageId = byId(1);
const blockKey = byId('shop');
const node = 'linkPlatformBioPage';
/** Returns a resource mapper as the editor stores it. */
const mapper = (value: Record<string, unknown> | null, schema: unknown[] = []) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema,
});
const keys = async () => {
	const record = await world.first('bioPage', 'get', { bioPageId, output: 'raw' });
	await world.forget();
	return (record.blocks as Array<{ key: string }>).map(({ key }) => key);
};

test('bioBlock.create adds blocks in the order of the items, and a rejected block fails only its own item', async () => {
	const titles = ['a', '', 'b', 'c'];
	const { items, errorItems } = await world.run(
		'bioBlock',
		'create',
		{ bioPageId, type: 'header', blockFields: mapper({ title: '={{ $json.title }}' }) },
		{ items: titles.map((title) => ({ json: { title } })) },
	);
	expect(getPairs(items)).toEqual([0, 2, 3]);
	expect(getField(items, 'position')).toEqual([3, 4, 5]);
	expect(errorItems).toMatchObject([
		{ json: { error: expect.stringContaining('"content.title"') }, pairedItem: { item: 1 } },
	]);
});

describe('bioBlock.reorder', () => {
	const wanted = ['news', 'welcome', 'shop'];
	const reorder = (order: unknown) => world.run('bioBlock', 'reorder', { bioPageId, order });

	test.each([
		['text with commas', ' news, welcome,shop '],
		['JSON', '["news", "welcome", "shop"]'],
		['an array', '={{ ["news", "welcome", "shop"] }}'],
	])('bioBlock.reorder accepts the block keys as %s', async (_name, order) => {
		const { items } = await reorder(order);
		expect(await sent(world)).toEqual([
			{ request: 'PUT /api/bio/1/reorder', body: { order: wanted } },
		]);
		expect(getJson(items)).toEqual([{ success: true, message: 'The blocks have been reordered.' }]);
		expect(await keys()).toEqual(wanted);
	});

	test("bioBlock.reorder fails with Link Platform's error message if Link Platform refuses the order", async () => {
		expect(getFailure(await reorder('news, welcome')).error).toContain('it lacks shop');
		expect(await requested(world)).toEqual(['PUT /api/bio/1/reorder']);
	});

	test('bioBlock.reorder applies two reorderings of the same page sequentially', async () => {
		const orders = ['news, welcome, shop', 'shop, news, welcome'];
		const { items } = await world.run(
			'bioBlock',
			'reorder',
			{ bioPageId, order: '={{ $json.order }}' },
			{ items: orders.map((order) => ({ json: { order } })) },
		);
		expect(getPairs(items)).toEqual([0, 1]);
		expect(await keys()).toEqual(['shop', 'news', 'welcome']);
	});
});

test("the dropdown for a block lists the page's blocks by type and title, and can be searched", async () => {
	const parameters = { resource: 'bioBlock', operation: 'update', bioPageId };
	const { results } = await world.engine.listSearch('searchBlocks', { node, parameters });
	expect(results).toEqual([
		{ name: 'header: Welcome (welcome)', value: 'welcome' },
		{ name: 'link: Our shop (shop)', value: 'shop' },
		{ name: 'newsletter: News (news)', value: 'news' },
	]);
	const found = await world.engine.listSearch('searchBlocks', {
		node,
		parameters,
		filter: 'SHOP',
	});
	expect(found.results.map(({ value }) => value)).toEqual(['shop']);
	await expect(
		world.engine.listSearch('searchBlocks', {
			node,
			parameters: { ...parameters, bioPageId: byId('') },
		}),
	).rejects.toThrow("'Bio Page' is empty");
});

const ask = (parameters: Record<string, unknown>) =>
	world.engine.resourceMapping('getBlockFields', {
		node,
		parameters: { resource: 'bioBlock', ...parameters },
	});
test('the fields for a new block are those of the chosen block type', async () => {
	const { fields } = await ask({ operation: 'create', type: 'link' });
	expect(fields).toMatchObject([
		{ id: 'title', displayName: 'Title', type: 'string' },
		{ id: 'url', displayName: 'URL' },
		{ id: 'icon', displayName: 'Icon' },
	]);
	const video = await ask({ operation: 'create', type: 'custom', customType: 'video' });
	expect(video.fields.map(({ id, type }) => [id, type])).toEqual([
		['url', 'string'],
		['autoplay', 'boolean'],
		['startAt', 'number'],
	]);
});

test('the fields for an existing block are those of its type and show its current values', async () => {
	const { fields } = await ask({ operation: 'update', bioPageId, blockKey });
	expect(fields.map(({ id, defaultValue }) => [id, defaultValue])).toEqual([
		['title', 'Our shop'],
		['url', 'https://example.com/shop'],
		['icon', 'cart'],
	]);
});

test("the fields of a link block are offered even if Link Platform doesn't return its block types", async () => {
	await world.fault('/api/bio/widgets', withStatus(404));
	const { fields } = await ask({ operation: 'create', type: 'link' });
	expect(fields.map(({ id }) => id)).toEqual(['title', 'url', 'icon']);
	await expect(ask({ operation: 'create', type: 'text' })).rejects.toThrow();
});

test.each([
	[{ operation: 'create', type: 'custom', customType: 'tune' }, "'Content Mode' to 'JSON'"],
	[{ operation: 'create', type: 'custom' }, 'Choose the block'],
	[{ operation: 'update', bioPageId: byId(''), blockKey: byId('') }, 'Choose the block'],
	[{ operation: 'update', bioPageId }, 'Choose the block'],
	[{ operation: 'update', bioPageId, blockKey: byId('nope') }, 'Choose the block'],
])(
	'the block form has no fields for %j, and its note says what to do',
	async (parameters, text) => {
		const { fields, emptyFieldsNotice } = await ask(parameters);
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain(text);
	},
);

test('block fields are derived from the JSON Schema of the block type', () => {
	const properties = {
		address: { type: 'string', format: 'uri' },
		itemCount: { type: ['integer', 'null'] },
		until: { type: 'string', format: 'date-time', title: 'Ends' },
		tags: { type: 'array' },
	};
	const schema = { type: 'object', properties, required: ['address'] };
	expect(parseBlockFields({ name: 'video', schema })).toMatchObject([
		{ id: 'address', displayName: 'Address', type: 'string', required: true },
		{ id: 'itemCount', displayName: 'Item Count', type: 'number', required: false },
		{ id: 'until', displayName: 'Ends', type: 'dateTime' },
		{ id: 'tags', displayName: 'Tags', type: 'array' },
	]);
});

test.each([{ name: 'x' }, { fields: [{ name: 'url', required: true }] }])(
	'no block fields are derived from %j, which contains no JSON Schema',
	(entry) => {
		expect(parseBlockFields(entry)).toEqual([]);
	},
);
