/** Clear Fields: what is sent to empty a field, and what is refused. */
import { getJson, sent, getField } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const link = { linkId: byId(1) };
const bioPage = { bioPageId: byId(1) };
const campaign = { campaignId: byId(1) };
const legacyDomain = { legacyDomainId: byId(2) };

test.each([
	[
		'link',
		link,
		['password', 'expiry', 'maxClicks', 'campaignId'],
		{ password: '', expiry: null, maxClicks: null, campaignId: null },
	],
	['campaign', campaign, ['description'], { description: '' }],
	[
		'bioPage',
		bioPage,
		['bio', 'avatar', 'seoTitle', 'seoDescription'],
		{ bio: '', avatar: '', seo: { title: '', description: '' } },
	],
	[
		'legacyDomain',
		legacyDomain,
		['redirectRoot', 'redirect404'],
		{ redirectroot: '', redirect404: '' },
	],
])(
	'%s sends an empty string, or null for a number, date or ID',
	async (name, id, clearFields, body) => {
		const run = await world.run(name, 'update', { ...id, clearFields });
		expect(getJson(run.errorItems)).toEqual([]);
		expect((await sent(world)).map((one) => 'body' in one && one.body)).toEqual([body]);
	},
);

test('some fields are set while others are cleared, even by an expression', async () => {
	await world.run('link', 'update', {
		...link,
		updateFields: { url: 'https://example.com/new', password: '' },
		clearFields: '={{ "expiry, password" }}',
	});
	const [{ body }] = (await sent(world)) as Array<{ body: unknown }>;
	expect(body).toEqual({ url: 'https://example.com/new', expiry: null, password: '' });
});

test('a link loses its password, expiry, click limit and campaign when they are cleared', async () => {
	const updateFields = { password: 'secret', expiry: '2031-12-31', maxClicks: 5, campaignId: 1 };
	await world.run('link', 'update', { ...link, updateFields });
	const clearFields = ['password', 'expiry', 'maxClicks', 'campaignId'];
	const { errorItems } = await world.run('link', 'update', { ...link, clearFields });
	expect(errorItems).toEqual([]);
	const page = await world.sandbox.visit('launch');
	expect(page.status).toBe(302);
	const campaignSummary = await world.run('analytics', 'getCampaignSummary', campaign);
	expect(campaignSummary.items[0].json.links).toBe(2);
});

test.each([
	[
		'a field that is also set',
		{ updateFields: { password: 'x' }, clearFields: ['password'] },
		/'Password'.*both/,
	],
	['an unknown field', { clearFields: ['url'] }, /'Clear Fields' must be one of .*password.*"url"/],
	['nothing', { clearFields: [] }, /'Update Fields' is empty/],
])('clearing %s is refused before anything is sent', async (_, parameters, message) => {
	const { errorItems } = await world.run('link', 'update', { ...link, ...parameters });
	expect(getField(errorItems, 'error')).toEqual([expect.stringMatching(message)]);
	expect(await sent(world)).toEqual([]);
});

test('SEO title and description of a bio page are set and cleared independently', async () => {
	const updateFields = { seoTitle: 'New' };
	const parameters = { ...bioPage, updateFields, clearFields: ['seoDescription'] };
	await world.run('bioPage', 'update', parameters);
	expect(await sent(world)).toMatchObject([{ body: { seo: { title: 'New', description: '' } } }]);
});

describe('ifExists of Create or Update', () => {
	const upsert = async (parameters: object, more = {}) =>
		await world.run(
			'link',
			'upsert',
			{ alias: 'guide', url: 'https://example.com/new', ...parameters },
			more,
		);
	const writes = async () =>
		(await sent(world)).filter(({ request }) => !request.startsWith('GET '));

	test.each([
		['update', 'https://example.com/new', 1],
		['skip', 'https://example.com/Guide%20für/alle?lang=en', 0],
	])(
		'link.upsert with If Exists %s returns the link with the target %s',
		async (ifExists, longurl, count) => {
			const { items } = await upsert({ ifExists });
			expect(getJson(items)).toMatchObject([{ id: 2, longurl, created: false }]);
			expect(await writes()).toHaveLength(count);
		},
	);

	test('link.upsert with If Exists fail refuses an existing alias, and names its link', async () => {
		const { errorItems } = await upsert({ ifExists: 'fail' });
		expect(errorItems[0].json.error).toBe('A link with the alias "guide" exists already (ID 2)');
		expect(await writes()).toEqual([]);
	});

	test.each(['update', 'skip', 'fail'])(
		'link.upsert with If Exists %s creates a missing link, and says so',
		async (ifExists) => {
			const { items } = await upsert({ alias: 'fresh', ifExists });
			expect(getJson(items)).toMatchObject([{ alias: 'fresh', created: true }]);
		},
	);

	test('link.upsert with If Exists fail refuses the second of two items with one new alias', async () => {
		const items = [{ json: {} }, { json: {} }];
		const run = await upsert({ alias: 'twice', ifExists: 'fail' }, { items });
		expect(run.items).toHaveLength(1);
		expect(run.errorItems).toHaveLength(1);
	});
});
