/** Tests the request of each operation that sends a request: the request has all fields except empty fields. */
import { sent, requested } from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';
const [a, b] = ['https://a.example', 'https://b.example'];
const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
/** Returns a resource mapper as the editor stores it. */
const mapper = (value: object, schema: unknown[] = []) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema,
});
const column = (id: string, type: string) => ({ id, displayName: id, type });

const currentPassword = 'demo-password';
const [linkId, bioPageId, qrCodeId, campaignId] = Array<object>(4).fill(byId(1));
const [channelId, pixelId, domainId] = [byId(1), byId(2), byId(2)];
const [legacyCampaignId, legacyDomainId] = [byId(2), byId(2)];
const block = { bioPageId, blockKey: byId('shop') };
const content = { title: 'Docs', url };
const typed = { url: ' u ', autoplay: 'false', startAt: '0', tags: '["a"]', no: null, x: 5 };
const columns = [
	column('url', 'string'),
	column('autoplay', 'boolean'),
	column('startAt', 'number'),
	column('tags', 'array'),
	column('no', 'string'),
];

/** Cases by operation and request: the parameters, the sent body, and 'refused' if the sandbox refuses it. */
const requests: Record<string, Array<[parameters: object, body?: object, refused?: 'refused']>> = {
	'account.get: GET /api/account': [[{}]],
	'account.getUsage: GET /api/account/stats': [[{}]],
	'account.checkQuota: GET /api/account/stats': [[{ quota: 'qrs', needed: 1 }]],
	'account.update: PUT /api/account/update': [
		[{ updateFields: { name: 'Shop', email: '' } }, { name: 'Shop' }],
	],
	'account.changePassword: PUT /api/account/password': [
		[
			{ currentPassword, newPassword: ' long enough ' },
			{ current: currentPassword, password: ' long enough ', confirmPassword: ' long enough ' },
		],
	],
	'analytics.getLinkCountries: GET /api/url/1/stats/countries': [[{ linkId }]],
	'analytics.getLinkReferrers: GET /api/url/1/stats/referrers': [[{ linkId }]],
	'analytics.getLinkBrowsers: GET /api/url/1/stats/browsers': [[{ linkId }]],
	'analytics.getLinkPlatforms: GET /api/url/1/stats/platforms': [[{ linkId }]],
	'analytics.getLinkVariants: GET /api/url/1/stats/variants': [[{ linkId }]],
	'apiKey.getAll: GET /api/account/apikeys': [[{ limit: 1 }]],
	'apiKey.create: POST /api/account/apikeys/add': [
		[{ name: 'A', additionalFields: { scopes: [''] } }, { name: 'A' }],
		[
			{ name: 'A', additionalFields: { scopes: 'qr:read, qr:write' } },
			{ name: 'A', scopes: ['qr:read', 'qr:write'] },
		],
	],
	'bioBlock.create: POST /api/bio/1/block': [
		[
			{ bioPageId, type: 'link', blockFields: mapper({ ...content, icon: '' }) },
			{ type: 'link', content },
		],
		[
			{ bioPageId, type: 'link', blockFields: mapper(content), additionalFields: { position: 0 } },
			{ type: 'link', content, position: 0 },
		],
		[
			{ bioPageId, type: 'text', contentMode: 'json', content: '{"text": "Hi", "n": [1]}' },
			{ type: 'text', content: { text: 'Hi', n: [1] } },
			'refused',
		],
		[
			{
				bioPageId,
				type: 'custom',
				customType: ' video ',
				contentMode: 'json',
				content: '={{ ({ url: "https://example.com/v" }) }}',
			},
			{ type: 'video', content: { url: 'https://example.com/v' } },
		],
		[
			{ bioPageId, type: 'divider' },
			{ type: 'divider', content: {} },
		],
		[
			{ bioPageId, type: 'custom', customType: 'video', blockFields: mapper(typed, columns) },
			{ type: 'video', content: { url: 'u', autoplay: false, startAt: 0, tags: ['a'], x: 5 } },
			'refused',
		],
	],
	'bioBlock.update: PUT /api/bio/1/block/shop': [
		[{ ...block, blockFields: mapper(content) }, { content }],
		[{ ...block, contentMode: 'json', content }, { content }],
	],
	'bioBlock.delete: DELETE /api/bio/1/block/shop': [[block]],
	'bioPage.create: POST /api/bio/add': [
		[
			{ name: ' Ada ', slug: 'ada', additionalFields: { bio: 'Sums', avatar: '', theme: 'paper' } },
			{ name: 'Ada', slug: 'ada', bio: 'Sums', theme: 'paper' },
		],
	],
	'bioPage.get: GET /api/bio/1': [[{ bioPageId }]],
	'bioPage.delete: DELETE /api/bio/1/delete': [[{ bioPageId }]],
	'bioPage.update: PUT /api/bio/1/update': [
		[
			{ bioPageId, updateFields: { name: 'New', seoTitle: 'T', seoDescription: 'D' } },
			{ name: 'New', seo: { title: 'T', description: 'D' } },
		],
		[{ bioPageId, updateFields: { seoTitle: 'T', seoDescription: '' } }, { seo: { title: 'T' } }],
		[{ bioPageId, updateFields: { avatar: a } }, { avatar: a }],
	],
	'bioPage.generate: POST /api/bio/1/ai-generate': [
		[{ bioPageId, prompt: 'A bakery' }, { prompt: 'A bakery' }],
	],
	'bioPage.setDomain: PUT /api/bio/1/domain': [
		[{ bioPageId, domain: 'me.example.com' }, { domain: 'me.example.com' }],
	],
	'bioPage.getBlockTypes: GET /api/bio/widgets': [[{}]],
	'bioPage.getPublic: GET /api/bio/public/demo': [[{ slug: 'demo' }]],
	'campaign.create: POST /api/campaign/add': [
		[{ name: 'Autumn' }, { name: 'Autumn' }],
		[
			{ name: 'Autumn', additionalFields: { description: 'Leaves' } },
			{ name: 'Autumn', description: 'Leaves' },
		],
	],
	'campaign.get: GET /api/campaign/1': [[{ campaignId }]],
	'campaign.delete: DELETE /api/campaign/1/delete': [[{ campaignId }]],
	'campaign.update: PUT /api/campaign/1/update': [
		[{ campaignId, updateFields: { name: 'Autumn', description: '' } }, { name: 'Autumn' }],
	],
	'channel.create: POST /v3/api/channel/add': [
		[{ name: 'Press' }, { name: 'Press' }],
		[
			{ name: 'P', additionalFields: { color: 'a1b2c3', description: 'News', starred: false } },
			{ name: 'P', color: '#a1b2c3', description: 'News', starred: false },
		],
	],
	'channel.update: PUT /v3/api/channel/1/update': [
		[
			{ channelId, updateFields: { name: 'P', color: '#abc', description: '', starred: 'true' } },
			{ name: 'P', color: '#abc', starred: true },
		],
	],
	'channel.delete: DELETE /v3/api/channel/1/delete': [[{ channelId }]],
	'channel.assignItem: POST /v3/api/channel/1/assign/qr/2': [
		[{ channelId, itemType: 'qr', itemId: 2 }],
		[{ channelId, itemType: 'qr', itemId: byId(2) }],
	],
	'channel.assignItem: POST /v3/api/channel/1/assign/links/2': [
		[{ channelId, itemId: '2' }],
		[{ channelId, itemType: 'links', itemId: byId(2) }],
	],
	'channel.assignItem: POST /v3/api/channel/1/assign/bio/1': [
		[{ channelId, itemType: 'bio', itemId: byId(1) }],
	],
	'ctaOverlay.getAll: GET /v3/api/overlay?page=1&limit=50': [[{}]],
	'splashPage.getAll: GET /v3/api/splash?page=1&limit=50': [[{}]],
	'domain.create: POST /api/domain/add': [
		[{ domain: ' go.shop.example ' }, { domain: 'go.shop.example' }],
	],
	'domain.get: GET /api/domain/2': [[{ domainId }]],
	'domain.delete: DELETE /api/domain/2/delete': [[{ domainId }]],
	'domain.getAll: GET /api/domains': [[{}]],
	'file.getAll: GET /v3/api/files?name=photo&page=1&limit=7': [
		[{ limit: 7, filters: { name: 'photo' } }],
	],
	'legacyAccount.get: GET /v3/api/account': [[{}]],
	'legacyAccount.update: PUT /v3/api/account/update': [
		[
			{ updateFields: { email: ' new@example.com ', password: ' with spaces ' } },
			{ email: 'new@example.com', password: ' with spaces ' },
		],
		[{ updateFields: { email: 'new@example.com', password: '' } }, { email: 'new@example.com' }],
	],
	'legacyCampaign.create: POST /v3/api/campaign/add': [
		[{}, {}],
		[
			{ additionalFields: { name: 'Autumn', slug: 'autumn', public: false } },
			{ name: 'Autumn', slug: 'autumn', public: false },
		],
	],
	'legacyCampaign.update: PUT /v3/api/campaign/2/update': [
		[{ legacyCampaignId, name: 'Autumn' }, { name: 'Autumn' }],
		[
			{ legacyCampaignId, name: 'Autumn', updateFields: { slug: 'autumn', public: 'true' } },
			{ name: 'Autumn', slug: 'autumn', public: true },
		],
	],
	'legacyCampaign.delete: DELETE /v3/api/campaign/2/delete': [[{ legacyCampaignId }]],
	'legacyCampaign.assignLink: POST /v3/api/campaign/2/assign/3': [
		[{ legacyCampaignId, linkId: byId(3) }],
	],
	'legacyDomain.create: POST /v3/api/domain/add': [
		[{ domain: ' https://go.shop.example ' }, { domain: 'https://go.shop.example' }],
		[
			{ domain: 'http://c.example', additionalFields: { redirectRoot: a, redirect404: b } },
			{ domain: 'http://c.example', redirectroot: a, redirect404: b },
		],
	],
	'legacyDomain.update: PUT /v3/api/domain/2/update': [
		[{ legacyDomainId, updateFields: { redirectRoot: a, redirect404: '' } }, { redirectroot: a }],
		[{ legacyDomainId, updateFields: { redirect404: b } }, { redirect404: b }],
	],
	'legacyDomain.delete: DELETE /v3/api/domain/2/delete': [[{ legacyDomainId }]],
	'link.create: POST /api/url/add': [
		[{ url: ` ${url} ` }, { url }],
		[
			{
				url,
				additionalFields: {
					alias: ' ',
					campaignId: '',
					domain: '={{ $json.none }}',
					expiry: null,
					maxClicks: 0,
					password: '',
					utm: {},
				},
			},
			{ url, maxClicks: 0 },
			'refused',
		],
	],
	'link.createOnce: POST /v1/links': [
		[{ url, idempotencyKey: 'a' }, { url }],
		[
			{ url, idempotencyKey: 'a', additionalFields: { slug: 'own' } },
			{ slug: 'own', url },
		],
	],
	'link.get: GET /api/url/2': [[{ linkId: byId(2) }], [{ linkId: fromList('2') }], [{ linkId: 2 }]],
	'link.delete: DELETE /api/url/2/delete': [[{ linkId: byId(' 2 ') }]],
	'link.getAll: GET /api/urls?page=1&limit=3': [[{ limit: 3 }]],
	'link.update: PUT /api/url/2/update': [[{ linkId: byId(2), updateFields: { url } }, { url }]],
	'pixel.create: POST /v3/api/pixel/add': [
		[
			{ type: 'bing', name: 'Shop', tag: 123 },
			{ type: 'bing', name: 'Shop', tag: '123' },
		],
	],
	'pixel.update: PUT /v3/api/pixel/2/update': [
		[{ pixelId, tag: 'T-1' }, { tag: 'T-1' }],
		[
			{ pixelId, tag: 'T-1', updateFields: { name: 'Shop', type: 'bing' } },
			{ tag: 'T-1', name: 'Shop' },
		],
	],
	'pixel.delete: DELETE /v3/api/pixel/2/delete': [[{ pixelId }]],
	'qrCode.create: POST /api/qr/add': [
		[
			{ name: ' Menu ', url, downloadImage: false },
			{ name: 'Menu', url },
		],
		[
			{
				name: 'A',
				url,
				downloadImage: false,
				additionalFields: {
					background: '#FFF',
					errorCorrection: 'H',
					foreground: '#000080',
					logo: a,
					margin: 0,
					size: '={{ 200 + 50 }}',
				},
			},
			{
				name: 'A',
				url,
				background: '#FFF',
				errorCorrection: 'H',
				foreground: '#000080',
				logo: a,
				margin: 0,
				size: 250,
			},
		],
		[
			{
				name: 'B',
				url,
				downloadImage: false,
				additionalFields: { foreground: '', errorCorrection: '', logo: '', size: null },
			},
			{ name: 'B', url },
		],
	],
	'qrCode.get: GET /api/qr/1': [[{ qrCodeId }], [{ qrCodeId: fromList('1') }]],
	'qrCode.delete: DELETE /api/qr/1/delete': [[{ qrCodeId }]],
	'qrCode.getAll: GET /api/qrs?page=1&limit=3': [[{ limit: 3 }]],
	'qrCode.getAll: GET /api/qrs?search=post&page=1&limit=100': [
		[{ returnAll: true, filters: { search: 'post' } }],
	],
	'qrCode.update: PUT /api/qr/1/update': [
		[
			{ qrCodeId, updateFields: { name: 'New', foreground: '1a2B3c', background: '', size: 10 } },
			{ name: 'New', foreground: '#1a2B3c', size: 10 },
		],
	],
	'qrCode.download: GET /api/qr/1/download?format=svg&size=90': [
		[{ qrCodeId, format: 'svg', imageSize: 90 }],
	],
	'qrCode.download: GET /api/qr/1/download?format=png&size=1024': [[{ qrCodeId }]],
	'qrCode.createArtistic: POST /api/qr/1/artistic': [
		[
			{ qrCodeId, style: 'watercolor', prompt: ' a harbor ' },
			{ style: 'watercolor', prompt: 'a harbor' },
		],
		[{ qrCodeId, style: '={{ "pixel" }}' }, { style: 'pixel' }],
		[{ qrCodeId, style: 'custom', customStyle: 'mosaic', prompt: '' }, { style: 'mosaic' }],
	],
	'qrCode.createMany: POST /api/qr/bulk': [
		[
			{ name: 'One', url, downloadImage: false, ifNameExists: 'create' },
			{ qrs: [{ name: 'One', url }] },
		],
	],
	'subscriber.getAll: GET /api/bio/1/subscribers?page=1&limit=50': [[{ bioPageId }]],
	'subscriber.export: GET /api/bio/1/subscribers/export': [
		[{ bioPageId }],
		[{ bioPageId, outputAs: 'items' }],
	],
	'webhook.getEventTypes: GET /api/webhooks/events': [[{}]],
};

const rows = Object.entries(requests).flatMap(([name, cases]) =>
	cases.map(([parameters, body, refused]) => ({ name, parameters, body, refused })),
);

test.each(rows)(
	'only the expected request is sent by $name for $parameters',
	async ({ name, parameters, body, refused }) => {
		const [, resource, operation, request] = /^(\w+)\.(\w+): (.+)$/.exec(name)!;
		const { errorItems } = await world.run(resource, operation, { ...parameters });
		expect(errorItems).toHaveLength(refused ? 1 : 0);
		const [asked, ...others] = await sent(world);
		const query = Object.entries(asked.query ?? {}).map((pair) => pair.join('='));
		expect([asked.request, ...(query.length ? [query.join('&')] : [])].join('?')).toBe(request);
		expect([asked.body, others]).toEqual([body, []]);
	},
);

test('channel.assignItem looks up a short URL only among records of the chosen item type', async () => {
	const itemId = byUrl(`${world.url}/launch`);
	await world.run('channel', 'assignItem', { channelId, itemType: 'links', itemId });
	expect((await sent(world)).at(-1)?.request).toBe('POST /v3/api/channel/1/assign/links/1');
	await world.forget();
	const qr = await world.run('channel', 'assignItem', { channelId, itemType: 'qr', itemId });
	expect(qr.errorItems[0].json.error).toMatch(/^No QR code has the short URL .* \(2 read\)$/);
	expect(await requested(world)).toEqual(['GET /api/qrs']);
});
