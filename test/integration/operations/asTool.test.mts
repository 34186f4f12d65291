/**
 * Tests the node as an AI agent's tool: data that a model must not see, actions that it must not take, and the words
 * that a model writes for "no value".
 */
import { useAgents } from '../../support/agents.mts';
import { getJson, getRecord, requested, sent } from '../../support/sent.mts';
import { byId } from '../../support/world.mts';

const world = useAgents();

const url = 'https://example.com/a';
const linkId = byId(1);

describe('analytics.getLinkActivity', () => {
	const click = {
		isLikelyBot: false,
		botReason: null,
		date: '2026-05-01',
		ip: '203.0.113.7',
		visitor: { ip_address: '203.0.113.7' },
	};
	beforeEach(() => world.respond('/api/url/1/stats/activity', { activity: [click], maxpage: 1 }));

	test('analytics.getLinkActivity omits IP addresses by default when used as an AI tool', async () => {
		for (const dropIpAddresses of [true, undefined]) {
			const more = dropIpAddresses === undefined ? {} : { dropIpAddresses };
			expect(
				getRecord(await world.askTool('analytics', 'getLinkActivity', { linkId, ...more })),
			).toEqual({
				linkId: 1,
				date: '2026-05-01',
				visitor: {},
				isLikelyBot: false,
				botReason: null,
			});
		}
	});

	test('analytics.getLinkActivity returns IP addresses in a workflow, and as an AI tool only on request', async () => {
		const asked = { linkId, dropIpAddresses: false };
		const tool = await world.askTool('analytics', 'getLinkActivity', asked);
		expect(getJson(tool.items)).toEqual([{ linkId: 1, ...click }]);
		expect(await world.first('analytics', 'getLinkActivity', { linkId })).toEqual({
			linkId: 1,
			...click,
		});
	});
});

test('webhook.create returns the signing secret in a workflow, but not as an AI tool', async () => {
	const parameters = { url: 'https://n8n.example.com/webhook/1', events: ['link.clicked'] };
	await world.change({ subscribeAnswer: 'record' });
	const tool = await world.askTool('webhook', 'create', parameters);
	expect(Object.keys(tool.items[0].json)).toEqual(expect.arrayContaining(['id', 'url']));
	expect(tool.items[0].json).not.toHaveProperty('secret');
	expect(await world.first('webhook', 'create', parameters)).toHaveProperty('secret');
});

test("an AI tool returns the record that it created, without the agent's input fields", async () => {
	const more = { items: [{ json: { chatInput: 'Shorten it' } }] };
	for (const includeInputFields of [true, undefined]) {
		const parameters = { name: 'Menu', url, downloadImage: false, includeInputFields };
		const record = getRecord(await world.askTool('qrCode', 'createMany', parameters, more));
		expect(record).toMatchObject({ name: 'Menu' });
		expect(record).not.toHaveProperty('chatInput');
	}
});

test.each(['create', 'createMany'])(
	'qrCode.%s downloads no image for an AI tool, which could not read it, whatever Download Image says',
	async (operation) => {
		for (const downloadImage of [true, undefined]) {
			await world.forget();
			const parameters = { name: 'Menu', url, downloadImage };
			const record = getRecord(await world.askTool('qrCode', operation, parameters));
			expect(Object.keys(record)).not.toContain('dataUrl');
			expect((await requested(world)).filter((one) => one.includes('/download'))).toEqual([]);
		}
	},
);

const ALL = { returnAll: true };

test.each([
	['link', 'links'],
	['qrCode', 'qrs'],
] as const)(
	'Return All of %s stops at 100 records and adds a note when used as an AI tool',
	async (resource, fill) => {
		await world.fill(fill, 5_000);
		await world.forget();
		const { items } = await world.askTool(resource, 'getAll', ALL);
		expect(items).toHaveLength(101);
		expect(items[100].json).toEqual({
			note: expect.stringMatching(
				/^The list shows the first 100 of 5,00\d records\. Use filters or 'Limit' to get others$/,
			),
		});
		expect(await world.requests()).toHaveLength(2);
		const few = (await world.askTool(resource, 'getAll', { limit: 5 })).items;
		expect(few.slice(0, 5).every(({ json }) => json.id)).toBe(true);
		expect(getJson(few.slice(5))).toEqual([
			{ note: expect.stringMatching(/^The list shows the first 5 of 5,00\d records\. Use/) },
		]);
	},
);

test('Return All adds no note for an AI tool if all records fit within the limit', async () => {
	await world.fill('links', 94);
	const { items } = await world.askTool('link', 'getAll', ALL);
	expect(items).toHaveLength(100);
	expect(items.every(({ json }) => json.id)).toBe(true);
	const clicks = Array.from({ length: 7 }, (_, n) => ({ n }));
	await world.respond('/api/url/1/stats/activity', { activity: clicks });
	const few = await world.askTool('analytics', 'getLinkActivity', { linkId, ...ALL });
	expect(few.items).toHaveLength(7);
});

test('the note of Return All for an AI tool says "there are more" if the list doesn\'t state a total', async () => {
	const page = (from: number) => Array.from({ length: 100 }, (_, n) => ({ id: from + n }));
	await world.respond('/api/qrs', { qrs: page(1) }, { times: 1 });
	await world.respond('/api/qrs', { qrs: page(101) });
	const { items } = await world.askTool('qrCode', 'getAll', ALL);
	expect(items.map(({ json }) => json.id ?? json.note).slice(-2)).toEqual([
		100,
		"The list shows only the first 100 records. Use filters or 'Limit' to get others",
	]);
});

test('a report that Limit cut tells an AI tool so, and a whole one does not', async () => {
	const cut = getJson((await world.askTool('analytics', 'getReport', { limit: 2 })).items);
	expect(cut[2]).toEqual({
		note: "The list shows the first 2 of 6 records. Use filters or 'Limit' to get others",
	});
	expect((await world.askTool('analytics', 'getReport', { limit: 6 })).items).toHaveLength(6);
	expect((await world.run('analytics', 'getReport', { limit: 2 })).items).toHaveLength(2);
});

test('Return All applies its limit for AI tools to the records that pass the filters', async () => {
	await world.fill('links', 300);
	const filters = { minClicks: 0, search: 'example.com' };
	const { items } = await world.askTool('link', 'getAll', { ...ALL, filters });
	expect(items).toHaveLength(101);
	expect(items[100].json.note).toMatch(/^The list shows only the first 100 records\. Use/);
});

test.each([
	['link', 'getAll', { filters: { search: 'nowhere' } }, '/api/none', {}],
	['qrCode', 'getAll', {}, '/api/qrs', { qrs: [] }],
	['analytics', 'getLinkCountries', { linkId }, '/api/url/*', { countries: [] }],
	['analytics', 'getReport', {}, '/api/urls', { urls: [] }],
	['subscriber', 'export', { bioPageId: byId(2) }, '/api/none', {}],
])(
	'%s.%s tells an AI tool that nothing was found, with parameters %j, and returns no item in a workflow',
	async (resource, operation, parameters, path, answer) => {
		await world.respond(path, answer);
		expect(getRecord(await world.askTool(resource, operation, parameters))).toEqual({ found: 0 });
		const outputAs = operation === 'export' ? { outputAs: 'items' } : {};
		const { items } = await world.run(resource, operation, { ...parameters, ...outputAs });
		expect(items).toEqual([]);
	},
);

test("messages for an AI tool don't speak of expressions, which a model doesn't write", async () => {
	const parameters = { url, additionalFields: { expiry: '2001-01-01' } };
	const past = `'Expiry' is in the past (got "2001-01-01")`;
	const { error } = await world.askTool('link', 'create', parameters);
	expect(error?.message).toBe(`${past}. Enter a later date`);
	expect(await world.fail('link', 'create', parameters)).toMatchObject({
		error: past,
		message: 'Enter a later date, or correct the expression that returns it',
	});
});

test('analytics.getLinkActivity leaves out the user agent for an AI tool, after it has told programs by it', async () => {
	const userAgent = 'Googlebot/2.1';
	await world.respond('/api/url/1/stats/activity', { activity: [{ userAgent }], maxpage: 1 });
	const seen = { linkId: 1, isLikelyBot: true, botReason: 'bot' };
	expect(getRecord(await world.askTool('analytics', 'getLinkActivity', { linkId }))).toEqual(seen);
	expect(await world.first('analytics', 'getLinkActivity', { linkId })).toEqual({
		...seen,
		userAgent,
	});
});

test.each(['null', ' N/A '])(
	'an AI tool treats the text %j in optional fields as empty',
	async (nothing) => {
		const additionalFields = {
			alias: nothing,
			campaignId: nothing,
			domain: nothing,
			expiry: nothing,
			maxClicks: nothing,
			password: nothing,
			utm: { values: { source: nothing } },
		};
		const { items, error } = await world.askTool('link', 'create', { url, additionalFields });
		expect([error?.message, items.length]).toEqual([undefined, 1]);
		expect((await sent(world))[0].body).toEqual({ url });
		await world.forget();
		const filters = { period: nothing, from: nothing, to: nothing };
		await world.askTool('analytics', 'getLinkSummary', { linkId, filters });
		expect((await sent(world))[0].query).toBeUndefined();
	},
);

test('placeholder words such as "None" are kept in required fields, inside longer text, and outside AI tools', async () => {
	await world.askTool('campaign', 'create', {
		name: 'None',
		additionalFields: { description: 'None of them' },
	});
	await world.run('campaign', 'create', { name: 'A', additionalFields: { description: 'n/a' } });
	expect((await sent(world)).map(({ body }) => body)).toEqual([
		{ name: 'None', description: 'None of them' },
		{ name: 'A', description: 'n/a' },
	]);
});

test.each([
	['account', 'changePassword', { currentPassword: 'demo-password', newPassword: 'new-password' }],
	['legacyAccount', 'update', { updateFields: { email: 'a@example.com' } }],
])("the operation %s.%s can't be an AI tool", async (resource, operation, parameters) => {
	const { error } = await world.askTool(resource, operation, parameters);
	expect(error?.message).toBe(
		"An AI agent can't use this operation as a tool. Use it in a regular node of the workflow instead, because it can lock the owner out of the account",
	);
	await world.expectNoRequest();
	const { errorItems } = await world.run(resource, operation, parameters);
	expect(errorItems).toEqual([]);
});

test('subscriber.export gives an AI agent at most 100 subscribers, and says how many there are', async () => {
	const body = ['email', ...Array.from({ length: 101 }, (_, n) => `${n}@example.com`)].join('\n');
	const headers = { 'content-type': 'text/csv' };
	await world.fault('/api/bio/*', { type: 'status', status: 200, body, headers });
	const { items } = await world.askTool('subscriber', 'export', { bioPageId: byId(1) });
	expect(items).toHaveLength(101);
	expect(items[100].json.note).toContain('101');
});
