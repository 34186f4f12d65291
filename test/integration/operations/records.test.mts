/** Tests behavior that the resources share: lists, life cycles, refusals and pickers. */
import {
	getFailure,
	getField,
	getJson,
	getPairs,
	getRecord,
	keyWith,
	sent,
	toItems,
} from '../../support/sent.mts';
import type { SettingsPatch } from '../../../packages/sandbox/settings.mts';
import { byId, useWorld } from '../../support/world.mts';
import { table } from '../../support/table.mts';

const world = useWorld();

const run = async (
	name: string,
	parameters: object = {},
	more: Parameters<typeof world.run>[3] = {},
) => {
	const [resource, operation] = name.split('.');
	return await world.run(resource, operation, { ...parameters }, more);
};
const page = { bioPageId: byId(1) };

const noClicks = { linkId: byId(3) };

test.each<[string, string | object, number, object?]>([
	['bioPage.getAll', 'bios', 2],
	['campaign.getAll', { name: 'A' }, 2],
	['channel.getAll', 'channels', 2],
	['ctaOverlay.getAll', 'overlays', 2],
	['file.getAll', 'files', 2],
	['legacyCampaign.getAll', {}, 2],
	['legacyDomain.getAll', { domain: '=https://d{{ $itemIndex }}.example.com' }, 1],
	['pixel.getAll', 'pixels', 2],
	['qrCode.getAll', 'qrs', 2],
	['splashPage.getAll', 'splash', 2],
	['subscriber.getAll', 'subscribers', 3, page],
])(
	'the operation %s reads all pages, or only the pages that the limit requires',
	async (name, more, count, parameters = {}) => {
		const added = toItems(Array.from({ length: 5 }, () => ({})));
		if (typeof more === 'string') await world.fill(more, added.length);
		else await run(name.replace('getAll', 'create'), more, { items: added });
		await world.change({ maxPageSize: 3 });
		await world.forget();
		const all = await run(name, { ...parameters, returnAll: true });
		expect(all.items).toHaveLength(count + added.length);
		expect(new Set(getField(all.items, 'id')).size).toBe(count + added.length);
		expect(new Set(getPairs(all.items))).toEqual(new Set([0]));
		expect((await sent(world)).map(({ query }) => query)).toEqual(
			Array.from({ length: Math.ceil(all.items.length / 3) }, (_, n) => ({
				page: String(n + 1),
				limit: '100',
			})),
		);
		const some = await run(name, { ...parameters, limit: 4 });
		expect(getJson(some.items)).toEqual(getJson(all.items).slice(0, 4));
	},
);

const all = { returnAll: true };
const none = { ...all, filters: { search: 'none' } };
const ofLaunch = { name: 'A', url: 'https://example.com/launch', downloadImage: false };
const header = { pace: { sendKeyAs: 'header' } };
const taken = 'The name "Poster" is already taken.';
const message = 'The link has been created.';

test.each<[SettingsPatch, string, object, object[], object?]>([
	[{ emptyMaxpage: 0 }, 'link.getAll', none, []],
	[{ listOrder: 'newest' }, 'link.getAll', { limit: 2 }, [{ id: 6 }, { id: 5 }]],
	[{ extraFields: true }, 'link.get', { linkId: byId(1) }, [{ id: 1, tags: ['print', 'spring'] }]],
	[{ keyHeaders: 'x-api-key' }, 'link.get', { linkId: byId(1) }, [{ id: 1 }], header],
	[{ qrSharedLinks: true }, 'qrCode.create', ofLaunch, [{ id: 3, url: '/launch' }]],
	[{ qrNames: 'unique' }, 'qrCode.create', { ...ofLaunch, name: 'Poster' }, [{ error: taken }]],
	[{ creations: 'message' }, 'link.create', { url: ofLaunch.url }, [{ success: true, message }]],
])(
	'Link Platform with the settings %j makes the operation %s with the parameters %j return %j',
	async (settings, name, parameters, records, more = {}) => {
		await world.change(settings);
		const { items, errorItems } = await run(name, parameters, more);
		const shown = JSON.stringify(getJson([...items, ...errorItems])).replaceAll(world.url, '');
		expect(JSON.parse(shown)).toMatchObject(records);
	},
);

test.each(['link.getAll', 'bioPage.getAll', 'campaign.getAll', 'channel.getAll', 'file.getAll'])(
	'the operation %s returns the same records if the list has another name in the response',
	async (name) => {
		const expected = getJson((await run(name, { returnAll: true })).items);
		await world.change({ collections: 'other' });
		expect(getJson((await run(name, { returnAll: true })).items)).toEqual(expected);
	},
);

test.each([
	['analytics.getLinkClicks', noClicks],
	['analytics.getLinkBrowsers', noClicks],
	['analytics.getLinkActivity', noClicks],
	['channel.getItems', { channelId: byId(2), returnAll: true }],
	['file.getAll', { filters: { name: 'no such file' } }],
	['qrCode.getAll', { filters: { search: 'nothing of the kind' } }],
	['subscriber.getAll', { bioPageId: byId(2), returnAll: true }],
])('the operation %s returns no items if there are no records: %j', async (name, parameters) => {
	const { items, errorItems } = await run(name, parameters);
	expect([items, errorItems]).toEqual([[], []]);
});

test.each(['domain', 'webhook', 'apiKey'])(
	"the operation %s.getAll applies the limit even though the list isn't paginated",
	async (resource) => {
		await world.newKey([]);
		for (const path of ['a', 'b']) {
			await run('webhook.create', {
				url: `https://n8n.example.com/${path}`,
				events: ['link.clicked'],
			});
		}
		await world.forget();
		expect((await run(`${resource}.getAll`, { limit: 1 })).items).toHaveLength(1);
		expect(await sent(world)).toEqual([{ request: expect.stringMatching(/^GET [^?]+$/) }]);
		expect((await run(`${resource}.getAll`, { returnAll: true })).items).toHaveLength(2);
	},
);

test('ctaOverlay.getAll reads overlays from the response property `overlays` or `overlay`', async () => {
	const legacy = { overlays: 'overlay' } as const;
	await world.change({ legacy, idsAsStrings: true, errorAs: 'boolean' });
	const { items } = await run('ctaOverlay.getAll');
	expect(getField(items, 'name')).toEqual(['Product 1 promo', 'Contact page']);
});

test.each([
	['analytics.getLinkCountries', { linkId: byId(99) }, 'There is no link with id 99.', "'Link' 99"],
	[
		'bioBlock.reorder',
		{ bioPageId: byId(99), order: 'a' },
		'There is no bio page',
		"'Bio Page' 99",
	],
	['channel.getItems', { channelId: byId(99) }, 'There is no channel', "'Channel' 99"],
	[
		'channel.assignItem',
		{ channelId: byId(99), itemType: 'links', itemId: byId(7) },
		'There is no channel',
		"'Channel' 99, 'Link' 7.",
	],
	[
		'legacyCampaign.assignLink',
		{ legacyCampaignId: byId(2), linkId: byId(99) },
		'There is no link with id 99.',
		"'Campaign' 2, 'Link' 99",
	],
])(
	'the operation %s with %j fails with an error that names the missing record',
	async (name, parameters, error, looked) => {
		expect(getFailure(await run(name, parameters))).toMatchObject({
			error: expect.stringContaining(error),
			message: expect.stringContaining(`Looked for ${looked}`),
			details: { httpCode: '404', reason: 'notFound' },
		});
	},
);

test.each([
	['account.update', { updateFields: { name: 'x' } }, ['account:read'], 'account:write'],
	['analytics.getLinkSummary', { linkId: byId(1) }, ['url:read'], 'stats:read'],
	['bioPage.delete', page, ['bio:read'], 'bio:write'],
	['campaign.create', { name: 'x' }, ['campaign:read'], 'campaign:write'],
	['domain.delete', { domainId: byId(2) }, ['domain:read'], 'domain:write'],
	['link.create', { url: 'https://example.com' }, ['url:read'], 'url:write'],
	['subscriber.export', page, ['url:read'], 'bio:read'],
	[
		'webhook.create',
		{ url: 'https://n8n.example.com/webhook/1', events: ['link.clicked'] },
		['webhook:read'],
		'webhook:write',
	],
])(
	'the operation %s with %j fails if the API key has only %j, and the error names the missing scope',
	async (name, parameters, scopes, needed) => {
		expect(getFailure(await run(name, parameters, await keyWith(world, scopes)))).toMatchObject({
			error: `This API key lacks the scope ${needed}.`,
			message: expect.stringContaining('scope'),
			details: { httpCode: '403', reason: 'key' },
		});
	},
);

test.each(table<[string, string, unknown[]]>`
	searchBioPages | DEMO | [{"name": "Demo page (1)", "value": "1", "url": "/bio/demo"}]
	searchCampaigns | spring | [{"name": "Spring launch (1)", "value": "1"}]
	searchChannels | soc | [{"name": "Social (1)", "value": "1"}]
	searchDomains | EXAMPLE | [{"name": "go.example.com", "value": "2"}]
	searchLegacyCampaigns | "" | [{"name": "Spring launch (1)", "value": "1", "url": "/u/demo/1"}, {"name": "Newsletter (2)", "value": "2", "url": "/u/demo/2"}]
	searchLegacyDomains | EXAMPLE | [{"name": "https://go.example.com", "value": "2", "url": "https://go.example.com"}]
	searchPixels | gtm | [{"name": "GTM pixel (1)", "value": "1"}]
	searchQrCodes | STER 2 | [{"name": "Poster 2 (2)", "value": "2", "url": "/poster-2"}]
`)('the dropdown method %s finds the records that match "%s"', async (method, filter, expected) => {
	const { results } = await world.engine.listSearch(method, { filter });
	const own = JSON.stringify(results).replaceAll(`"url":"${world.url}`, '"url":"');
	expect(JSON.parse(own)).toEqual(expected);
});

test.each([
	['searchBioPages', '/api/bios', 'bios'],
	['searchQrCodes', '/api/qrs', 'qrs'],
])('the dropdown method %s lists a record without a URL', async (method, path, name) => {
	await world.respond(path, { [name]: [{ id: 1, name: 'Ada' }], maxpage: 1 });
	const { results } = await world.engine.listSearch(method);
	expect(results).toEqual([{ name: 'Ada (1)', value: '1' }]);
});

test("dropdowns and reports show a campaign's name even if the response has it in the legacy field `domain`", async () => {
	await world.respond('/api/campaigns', { campaigns: [{ id: 1, domain: 'Fair' }], maxpage: 1 });
	const { results } = await world.engine.listSearch('searchCampaigns');
	expect(results).toEqual([{ name: 'Fair (1)', value: '1' }]);
	await world.respond('/api/campaign/1', { id: 1, domain: 'Fair' });
	const parameters = { reportOn: 'campaign', campaignId: byId(1) };
	expect(getRecord(await run('analytics.getReport', parameters))).toMatchObject({ name: 'Fair' });
});
