/** Tests bio pages that are created with all their blocks, from a list or as a copy of another page. */
import {
	getFailure,
	getJson,
	getMessages,
	getRecord,
	keyWith,
	sent,
	written,
} from '../../support/sent.mts';
import { withJson } from '../../support/faults.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const header = { type: 'header', content: { title: 'Welcome' } };
const text = { type: 'text', content: { text: 'About us' } };
const divider = { type: 'divider', content: {} };
const unknown = { type: 'tipjar', content: {} };

const create = (blocks: unknown, json: object = {}) =>
	world.run(
		'bioPage',
		'create',
		{ name: 'Ada', slug: 'ada', additionalFields: { blocks } },
		{ items: [{ json: json as never }] },
	);
/** Copies the page with ID 1. */
const duplicate = (options: object = {}) =>
	world.run('bioPage', 'duplicate', { bioPageId: byId(1), name: 'Copy', slug: 'copy' }, options);
/** Reads the page from Link Platform without the node. */
const getPage = async (id: number) => {
	const { data } = await world.call(`/api/bio/${id}`);
	return data as Record<string, unknown> & { blocks: Array<Record<string, unknown>> };
};
const getBlocks = async (id: number) =>
	(await getPage(id)).blocks.map(({ type, content }) => ({ type, content }));
const onBlock = (n: number, action: object) => ({
	method: 'POST',
	path: '/api/bio/3/block',
	after: n,
	times: 1,
	action,
});
const answerPage = (data: unknown) =>
	world.respond('/api/bio/1', data, { method: 'GET', times: 1 });

test.each([
	['as a JSON string', JSON.stringify([header, text, divider])],
	['as an array', '={{ $json.blocks }}'],
])('bioPage.create adds blocks in order if they are passed %s', async (_name, blocks) => {
	const { items, hints } = await create(blocks, { blocks: [header, text, divider] });
	expect(items[0].json).toMatchObject({ id: 3, slug: 'ada', blocksFailed: [] });
	expect(hints).toEqual([]);
	expect(await getBlocks(3)).toEqual([header, text, divider]);
	expect((await sent(world)).map(({ body }) => body)).toEqual([
		{ name: 'Ada', slug: 'ada' },
		header,
		text,
		divider,
		undefined,
	]);
});

test('bioPage.create accepts blocks as bioPage.get returns them, and ignores their extra fields', async () => {
	const record = await world.first('bioPage', 'get', { bioPageId: byId(1), output: 'raw' });
	await create(JSON.stringify(record.blocks));
	expect(await getBlocks(3)).toEqual(await getBlocks(1));
});

test.each(['[]', '', '={{ $json.none }}'])(
	"bioPage.create creates a page without blocks if 'Blocks' is %j",
	async (blocks) => {
		const record = getRecord(await create(blocks));
		expect(record.slug).toBe('ada');
		expect(Object.hasOwn(record, 'blocksFailed')).toBe(false);
		expect(await written(world)).toEqual(['POST /api/bio/add']);
	},
);

test('bioPage.create keeps the page, adds the accepted blocks, and lists the refused ones with reasons', async () => {
	const wrong = { type: 'text', content: { words: 'x' } };
	const { items, errorItems, hints } = await create(JSON.stringify([header, wrong, unknown, text]));
	expect(errorItems).toEqual([]);
	expect(items[0].json).toMatchObject({
		id: 3,
		blocksFailed: [
			{ index: 1, type: 'text', reason: expect.stringContaining('content') },
			{ index: 2, type: 'tipjar', reason: expect.stringContaining('must be one of') },
		],
	});
	expect(getMessages(hints)).toEqual([
		`2 of 4 blocks couldn't be added to the bio page. See 'blocksFailed' for the reasons.`,
	]);
	expect(await getBlocks(3)).toEqual([header, text]);
});

test('bioPage.create sends no blocks if Link Platform refuses the page', async () => {
	const parameters = {
		name: 'Ada',
		slug: 'demo',
		additionalFields: { blocks: '[{"type": "divider"}]' },
	};
	const failure = await world.fail('bioPage', 'create', parameters);
	expect(failure.error).toBe('The slug "demo" is already taken.');
	expect(await written(world)).toEqual(['POST /api/bio/add']);
});

test("bioPage.create fails and says how to add the blocks if the response lacks the page's ID", async () => {
	const action = withJson({ error: 0, message: 'Done.' });
	await world.fault('/api/bio/add', action, { times: 1 });
	expect(getFailure(await create(JSON.stringify([header])))).toMatchObject({
		error:
			"The bio page was created without its blocks, because Link Platform didn't return the ID of the page",
		message: expect.stringContaining('Bio Block > Create'),
	});
});

test("bioPage.create adds the other blocks if one block's response is lost, and reports that block as possibly created", async () => {
	await world.sandbox.fault(onBlock(1, { type: 'reset', when: 'afterHandling' }));
	expect(getRecord(await create(JSON.stringify([header, text, divider]))).blocksFailed).toEqual([
		{ index: 1, type: 'text', reason: expect.stringContaining('Check before you retry') },
	]);
	expect(await getBlocks(3)).toEqual([header, text, divider]);
});

test("bioPage.duplicate copies a page's settings and all its blocks in order, and returns the number of blocks", async () => {
	const changes = {
		bio: 'Shop',
		avatar: 'https://example.com/a.png',
		theme: 'midnight',
	};
	await world.call('/api/bio/1/update', changes, 'PUT');
	await world.forget();
	const { items, hints } = await duplicate();
	expect(getJson(items)).toEqual([
		{
			id: 3,
			name: 'Copy',
			slug: 'copy',
			bio: 'Shop',
			views: 0,
			url: expect.any(String),
			date: expect.any(String),
			blocksCopied: 3,
			blocksFailed: [],
		},
	]);
	expect(hints).toEqual([]);
	expect(await written(world)).toEqual([
		'POST /api/bio/add',
		...Array<string>(3).fill('POST /api/bio/3/block'),
	]);
	expect(await getBlocks(3)).toEqual(await getBlocks(1));
	expect(await getPage(3)).toMatchObject(changes);
});

test('bioPage.duplicate lists a refused block with the reason, and copies the other blocks', async () => {
	await world.sandbox.fault(
		onBlock(2, { type: 'status', status: 422, body: { error: 1, message: 'No more.' } }),
	);
	const { items, errorItems, hints } = await duplicate();
	expect(errorItems).toEqual([]);
	expect(items[0].json).toMatchObject({
		blocksCopied: 2,
		blocksFailed: [{ index: 2, type: 'newsletter', reason: expect.stringContaining('No more.') }],
	});
	expect(hints).toHaveLength(1);
	expect(await getBlocks(3)).toEqual((await getBlocks(1)).slice(0, 2));
});

test("bioPage.duplicate lists the blocks that it didn't send because the rate limit pause would be too long", async () => {
	const action = { type: 'rateLimit', retryAfter: 900 };
	await world.fault('/api/bio/3/block', action, { after: 1 });
	// This test needs its own API key, because the node remembers the rate limit of a key beyond the test.
	const options = { ...(await keyWith(world, [])), pace: { maxWait: 600 } };
	const record = getRecord(await duplicate(options));
	const reason = expect.stringMatching(/^Stopped because of the rate limit after waiting \d+ s/);
	expect(record).toMatchObject({
		id: 3,
		blocksCopied: 1,
		blocksFailed: [
			{ index: 1, type: 'link', reason },
			{ index: 2, type: 'newsletter', reason },
		],
	});
});

test('bioPage.duplicate copies no blocks if Link Platform refuses a setting of the new page', async () => {
	const { blocks } = await getPage(1);
	await answerPage({ id: 1, theme: 'neon', blocks });
	expect(getFailure(await duplicate()).error).toContain('theme');
	expect(await written(world)).toEqual(['POST /api/bio/add']);
});

test("bioPage.duplicate reports a block whose content Link Platform doesn't return, and copies the other blocks", async () => {
	await answerPage({ blocks: [{ type: 'text', data: { text: 'Hello' } }, divider] });
	const reason = expect.stringMatching(/^Link Platform didn't return the content of this block/);
	expect(getRecord(await duplicate())).toMatchObject({
		blocksCopied: 1,
		blocksFailed: [{ index: 0, type: 'text', reason }],
	});
	expect(await getBlocks(3)).toEqual([divider]);
});

test("bioPage.duplicate reports blocks that Link Platform refuses, because they have no type, or their content isn't an object", async () => {
	await answerPage({ blocks: [{ content: {} }, divider, { type: 'text', content: 'Hello' }] });
	const record = getRecord(await duplicate());
	const reason = expect.stringMatching(/"type"|"content"/);
	expect(record).toMatchObject({
		blocksCopied: 1,
		blocksFailed: [
			{ index: 0, type: '', reason },
			{ index: 2, type: 'text', reason },
		],
	});
});

test.each([{ id: 1, name: 'Page' }, { blocks: ['a', 'b'] }])(
	'bioPage.duplicate fails and creates no page if the response has no valid list of blocks: %j',
	async (page) => {
		await answerPage(page);
		expect(getFailure(await duplicate()).error).toBe(
			"Link Platform didn't return the blocks of the page, so the page can't be copied",
		);
		expect(await written(world)).toEqual([]);
	},
);
