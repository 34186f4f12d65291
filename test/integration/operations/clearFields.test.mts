/** Tests Clear Fields: which requests empty a field, and which input the node refuses. */
import { getFailure, getField, getJson, getRecord, sent, written } from '../../support/sent.mts';
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
	'the operation %s.update clears text fields with an empty string, and numbers, dates and IDs with null',
	async (name, id, clearFields, body) => {
		const run = await world.run(name, 'update', { ...id, clearFields });
		expect(getJson(run.errorItems)).toEqual([]);
		expect((await sent(world)).map((one) => 'body' in one && one.body)).toEqual([body]);
	},
);

test('link.update sets some fields and clears others, even if an expression selects the fields to clear', async () => {
	await world.run('link', 'update', {
		...link,
		updateFields: { url: 'https://example.com/new', password: '' },
		clearFields: '={{ "expiry, password" }}',
	});
	const [{ body }] = (await sent(world)) as Array<{ body: unknown }>;
	expect(body).toEqual({ url: 'https://example.com/new', expiry: null, password: '' });
});

test.each([
	[
		"a field that 'Update Fields' also sets",
		{ updateFields: { password: 'x' }, clearFields: ['password'] },
		/'Password'.*both/,
	],
	['an unknown field', { clearFields: ['url'] }, /'Clear Fields' must be one of .*password.*"url"/],
	['no field at all', { clearFields: [] }, /'Update Fields' is empty/],
])('link.update rejects clearing %s before any request is sent', async (_, parameters, message) => {
	const { errorItems } = await world.run('link', 'update', { ...link, ...parameters });
	expect(getField(errorItems, 'error')).toEqual([expect.stringMatching(message)]);
	await world.expectNoRequest();
});

test('bioPage.update can set the SEO title while it clears the SEO description', async () => {
	const updateFields = { seoTitle: 'New' };
	const parameters = { ...bioPage, updateFields, clearFields: ['seoDescription'] };
	await world.run('bioPage', 'update', parameters);
	expect(await sent(world)).toMatchObject([{ body: { seo: { title: 'New', description: '' } } }]);
});

describe('link.upsert: If Exists', () => {
	const upsert = (parameters: object, more = {}) =>
		world.run(
			'link',
			'upsert',
			{ alias: 'guide', url: 'https://example.com/new', ...parameters },
			more,
		);

	test.each([
		['update', 'https://example.com/new', 1],
		['skip', 'https://example.com/Guide%20für/alle?lang=en', 0],
	])(
		'link.upsert with If Exists set to "%s" returns an existing link with the target %s',
		async (ifExists, longurl, count) => {
			expect(getRecord(await upsert({ ifExists }))).toMatchObject({
				id: 2,
				longurl,
				created: false,
			});
			expect(await written(world)).toHaveLength(count);
		},
	);

	test('link.upsert with If Exists set to "fail" rejects an existing alias, and names the link that has it', async () => {
		expect(getFailure(await upsert({ ifExists: 'fail' })).error).toBe(
			'A link with the alias "guide" already exists (ID 2)',
		);
		expect(await written(world)).toEqual([]);
	});

	test.each(['update', 'skip', 'fail'])(
		'link.upsert with If Exists set to "%s" creates a missing link and returns `created`: true',
		async (ifExists) => {
			expect(getRecord(await upsert({ alias: 'fresh', ifExists }))).toMatchObject({
				alias: 'fresh',
				created: true,
			});
		},
	);

	test('link.upsert with If Exists set to "fail" rejects the second of two items that have the same new alias', async () => {
		const items = [{ json: {} }, { json: {} }];
		const run = await upsert({ alias: 'twice', ifExists: 'fail' }, { items });
		expect(run.items).toHaveLength(1);
		expect(run.errorItems).toHaveLength(1);
	});
});
