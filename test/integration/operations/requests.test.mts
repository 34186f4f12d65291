/** Tests the request of each operation that sends a request: the request has all fields except empty fields. */
import { sent, requested } from '../../support/sent.mts';
import { table } from '../../support/table.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

/**
 * The operation and its request, the parameters, the sent body, and 'refused' if the sandbox refuses it. A plain ID is
 * entered in the mode By ID, and block fields are the values of a resource mapper, with the types of its columns.
 */
const rows = table<[name: string, parameters: Parameters, body?: object, refused?: string]>`
	account.get: GET /api/account | {}
	account.getUsage: GET /api/account/stats | {}
	account.checkQuota: GET /api/account/stats | {"quota": "qrs", "needed": 1}
	account.update: PUT /api/account/update | {"updateFields": {"name": "Shop", "email": ""}} | {"name": "Shop"}
	account.changePassword: PUT /api/account/password | {"currentPassword": "demo-password", "newPassword": " long enough "} | {"current": "demo-password", "password": " long enough ", "confirmPassword": " long enough "}
	analytics.getLinkCountries: GET /api/url/1/stats/countries | {"linkId": 1}
	analytics.getLinkReferrers: GET /api/url/1/stats/referrers | {"linkId": 1}
	analytics.getLinkBrowsers: GET /api/url/1/stats/browsers | {"linkId": 1}
	analytics.getLinkPlatforms: GET /api/url/1/stats/platforms | {"linkId": 1}
	analytics.getLinkVariants: GET /api/url/1/stats/variants | {"linkId": 1}
	apiKey.getAll: GET /api/account/apikeys | {"limit": 1}
	apiKey.create: POST /api/account/apikeys/add | {"name": "A", "additionalFields": {"scopes": [""]}} | {"name": "A"}
	apiKey.create: POST /api/account/apikeys/add | {"name": "A", "additionalFields": {"scopes": "qr:read, qr:write"}} | {"name": "A", "scopes": ["qr:read", "qr:write"]}
	bioBlock.create: POST /api/bio/1/block | {"bioPageId": 1, "type": "link", "blockFields": {"values": {"title": "Docs", "url": "https://a.example", "icon": ""}}} | {"type": "link", "content": {"title": "Docs", "url": "https://a.example"}}
	bioBlock.create: POST /api/bio/1/block | {"bioPageId": 1, "type": "link", "blockFields": {"values": {"title": "Docs", "url": "https://a.example"}}, "additionalFields": {"position": 0}} | {"type": "link", "content": {"title": "Docs", "url": "https://a.example"}, "position": 0}
	bioBlock.create: POST /api/bio/1/block | {"bioPageId": 1, "type": "text", "contentMode": "json", "content": "{\"text\": \"Hi\", \"n\": [1]}"} | {"type": "text", "content": {"text": "Hi", "n": [1]}} | refused
	bioBlock.create: POST /api/bio/1/block | {"bioPageId": 1, "type": "custom", "customType": " video ", "contentMode": "json", "content": "={{ ({ url: \"https://example.com/v\" }) }}"} | {"type": "video", "content": {"url": "https://example.com/v"}}
	bioBlock.create: POST /api/bio/1/block | {"bioPageId": 1, "type": "divider"} | {"type": "divider", "content": {}}
	bioBlock.create: POST /api/bio/1/block | {"bioPageId": 1, "type": "custom", "customType": "video", "blockFields": {"values": {"url": " u ", "autoplay": "false", "startAt": "0", "tags": "[\"a\"]", "no": null, "x": 5}, "types": {"url": "string", "autoplay": "boolean", "startAt": "number", "tags": "array", "no": "string"}}} | {"type": "video", "content": {"url": "u", "autoplay": false, "startAt": 0, "tags": ["a"], "x": 5}} | refused
	bioBlock.update: PUT /api/bio/1/block/shop | {"bioPageId": 1, "blockKey": "shop", "blockFields": {"values": {"title": "Docs", "url": "https://a.example"}}} | {"content": {"title": "Docs", "url": "https://a.example"}}
	bioBlock.update: PUT /api/bio/1/block/shop | {"bioPageId": 1, "blockKey": "shop", "contentMode": "json", "content": {"title": "Docs", "url": "https://a.example"}} | {"content": {"title": "Docs", "url": "https://a.example"}}
	bioBlock.delete: DELETE /api/bio/1/block/shop | {"bioPageId": 1, "blockKey": "shop"}
	bioPage.create: POST /api/bio/add | {"name": " Ada ", "slug": "ada", "additionalFields": {"bio": "Sums", "avatar": "", "theme": "paper"}} | {"name": "Ada", "slug": "ada", "bio": "Sums", "theme": "paper"}
	bioPage.get: GET /api/bio/1 | {"bioPageId": 1}
	bioPage.delete: DELETE /api/bio/1/delete | {"bioPageId": 1}
	bioPage.update: PUT /api/bio/1/update | {"bioPageId": 1, "updateFields": {"name": "New", "seoTitle": "T", "seoDescription": "D"}} | {"name": "New", "seo": {"title": "T", "description": "D"}}
	bioPage.update: PUT /api/bio/1/update | {"bioPageId": 1, "updateFields": {"seoTitle": "T", "seoDescription": ""}} | {"seo": {"title": "T"}}
	bioPage.update: PUT /api/bio/1/update | {"bioPageId": 1, "updateFields": {"avatar": "https://a.example"}} | {"avatar": "https://a.example"}
	bioPage.generate: POST /api/bio/1/ai-generate | {"bioPageId": 1, "prompt": "A bakery"} | {"prompt": "A bakery"}
	bioPage.setDomain: PUT /api/bio/1/domain | {"bioPageId": 1, "domain": "me.example.com"} | {"domain": "me.example.com"}
	bioPage.getBlockTypes: GET /api/bio/widgets | {}
	bioPage.getPublic: GET /api/bio/public/demo | {"slug": "demo"}
	campaign.create: POST /api/campaign/add | {"name": "Autumn"} | {"name": "Autumn"}
	campaign.create: POST /api/campaign/add | {"name": "Autumn", "additionalFields": {"description": "Leaves"}} | {"name": "Autumn", "description": "Leaves"}
	campaign.get: GET /api/campaign/1 | {"campaignId": 1}
	campaign.delete: DELETE /api/campaign/1/delete | {"campaignId": 1}
	campaign.update: PUT /api/campaign/1/update | {"campaignId": 1, "updateFields": {"name": "Autumn", "description": ""}} | {"name": "Autumn"}
	channel.create: POST /v3/api/channel/add | {"name": "Press"} | {"name": "Press"}
	channel.create: POST /v3/api/channel/add | {"name": "P", "additionalFields": {"color": "a1b2c3", "description": "News", "starred": false}} | {"name": "P", "color": "#a1b2c3", "description": "News", "starred": false}
	channel.update: PUT /v3/api/channel/1/update | {"channelId": 1, "updateFields": {"name": "P", "color": "#abc", "description": "", "starred": "true"}} | {"name": "P", "color": "#abc", "starred": true}
	channel.delete: DELETE /v3/api/channel/1/delete | {"channelId": 1}
	channel.assignItem: POST /v3/api/channel/1/assign/qr/2 | {"channelId": 1, "itemType": "qr", "itemId": 2}
	channel.assignItem: POST /v3/api/channel/1/assign/links/2 | {"channelId": 1, "itemType": "links", "itemId": 2}
	channel.assignItem: POST /v3/api/channel/1/assign/bio/1 | {"channelId": 1, "itemType": "bio", "itemId": 1}
	ctaOverlay.getAll: GET /v3/api/overlay?page=1&limit=50 | {}
	splashPage.getAll: GET /v3/api/splash?page=1&limit=50 | {}
	domain.create: POST /api/domain/add | {"domain": " go.shop.example "} | {"domain": "go.shop.example"}
	domain.get: GET /api/domain/2 | {"domainId": 2}
	domain.delete: DELETE /api/domain/2/delete | {"domainId": 2}
	domain.getAll: GET /api/domains | {}
	file.getAll: GET /v3/api/files?name=photo&page=1&limit=7 | {"limit": 7, "filters": {"name": "photo"}}
	legacyAccount.get: GET /v3/api/account | {}
	legacyAccount.update: PUT /v3/api/account/update | {"updateFields": {"email": " new@example.com ", "password": " with spaces "}} | {"email": "new@example.com", "password": " with spaces "}
	legacyAccount.update: PUT /v3/api/account/update | {"updateFields": {"email": "new@example.com", "password": ""}} | {"email": "new@example.com"}
	legacyCampaign.create: POST /v3/api/campaign/add | {} | {}
	legacyCampaign.create: POST /v3/api/campaign/add | {"additionalFields": {"name": "Autumn", "slug": "autumn", "public": false}} | {"name": "Autumn", "slug": "autumn", "public": false}
	legacyCampaign.update: PUT /v3/api/campaign/2/update | {"legacyCampaignId": 2, "name": "Autumn"} | {"name": "Autumn"}
	legacyCampaign.update: PUT /v3/api/campaign/2/update | {"legacyCampaignId": 2, "name": "Autumn", "updateFields": {"slug": "autumn", "public": "true"}} | {"name": "Autumn", "slug": "autumn", "public": true}
	legacyCampaign.delete: DELETE /v3/api/campaign/2/delete | {"legacyCampaignId": 2}
	legacyCampaign.assignLink: POST /v3/api/campaign/2/assign/3 | {"legacyCampaignId": 2, "linkId": 3}
	legacyDomain.create: POST /v3/api/domain/add | {"domain": " https://go.shop.example "} | {"domain": "https://go.shop.example"}
	legacyDomain.create: POST /v3/api/domain/add | {"domain": "http://c.example", "additionalFields": {"redirectRoot": "https://a.example", "redirect404": "https://b.example"}} | {"domain": "http://c.example", "redirectroot": "https://a.example", "redirect404": "https://b.example"}
	legacyDomain.update: PUT /v3/api/domain/2/update | {"legacyDomainId": 2, "updateFields": {"redirectRoot": "https://a.example", "redirect404": ""}} | {"redirectroot": "https://a.example"}
	legacyDomain.update: PUT /v3/api/domain/2/update | {"legacyDomainId": 2, "updateFields": {"redirect404": "https://b.example"}} | {"redirect404": "https://b.example"}
	legacyDomain.delete: DELETE /v3/api/domain/2/delete | {"legacyDomainId": 2}
	link.create: POST /api/url/add | {"url": " https://a.example "} | {"url": "https://a.example"}
	link.create: POST /api/url/add | {"url": "https://a.example", "additionalFields": {"alias": " ", "campaignId": "", "domain": "={{ $json.none }}", "expiry": null, "maxClicks": 0, "password": "", "utm": {}}} | {"url": "https://a.example", "maxClicks": 0} | refused
	link.createOnce: POST /v1/links | {"url": "https://a.example", "idempotencyKey": "a"} | {"url": "https://a.example"}
	link.createOnce: POST /v1/links | {"url": "https://a.example", "idempotencyKey": "a", "additionalFields": {"slug": "own"}} | {"slug": "own", "url": "https://a.example"}
	link.get: GET /api/url/2 | {"linkId": 2}
	link.get: GET /api/url/2 | {"linkId": {"__rl": true, "mode": "list", "value": "2"}}
	link.delete: DELETE /api/url/2/delete | {"linkId": " 2 "}
	link.getAll: GET /api/urls?page=1&limit=3 | {"limit": 3}
	link.update: PUT /api/url/2/update | {"linkId": 2, "updateFields": {"url": "https://a.example"}} | {"url": "https://a.example"}
	pixel.create: POST /v3/api/pixel/add | {"type": "bing", "name": "Shop", "tag": 123} | {"type": "bing", "name": "Shop", "tag": "123"}
	pixel.update: PUT /v3/api/pixel/2/update | {"pixelId": 2, "tag": "T-1"} | {"tag": "T-1"}
	pixel.update: PUT /v3/api/pixel/2/update | {"pixelId": 2, "tag": "T-1", "updateFields": {"name": "Shop", "type": "bing"}} | {"tag": "T-1", "name": "Shop"}
	pixel.delete: DELETE /v3/api/pixel/2/delete | {"pixelId": 2}
	qrCode.create: POST /api/qr/add | {"name": " Menu ", "url": "https://a.example", "downloadImage": false} | {"name": "Menu", "url": "https://a.example"}
	qrCode.create: POST /api/qr/add | {"name": "A", "url": "https://a.example", "downloadImage": false, "additionalFields": {"background": "#FFF", "errorCorrection": "H", "foreground": "#000080", "logo": "https://a.example", "margin": 0, "size": "={{ 200 + 50 }}"}} | {"name": "A", "url": "https://a.example", "background": "#FFF", "errorCorrection": "H", "foreground": "#000080", "logo": "https://a.example", "margin": 0, "size": 250}
	qrCode.create: POST /api/qr/add | {"name": "B", "url": "https://a.example", "downloadImage": false, "additionalFields": {"foreground": "", "errorCorrection": "", "logo": "", "size": null}} | {"name": "B", "url": "https://a.example"}
	qrCode.get: GET /api/qr/1 | {"qrCodeId": 1}
	qrCode.get: GET /api/qr/1 | {"qrCodeId": {"__rl": true, "mode": "list", "value": "1"}}
	qrCode.delete: DELETE /api/qr/1/delete | {"qrCodeId": 1}
	qrCode.getAll: GET /api/qrs?page=1&limit=3 | {"limit": 3}
	qrCode.getAll: GET /api/qrs?search=post&page=1&limit=100 | {"returnAll": true, "filters": {"search": "post"}}
	qrCode.update: PUT /api/qr/1/update | {"qrCodeId": 1, "updateFields": {"name": "New", "foreground": "1a2B3c", "background": "", "size": 10}} | {"name": "New", "foreground": "#1a2B3c", "size": 10}
	qrCode.download: GET /api/qr/1/download?format=svg&size=90 | {"qrCodeId": 1, "format": "svg", "imageSize": 90}
	qrCode.download: GET /api/qr/1/download?format=png&size=1024 | {"qrCodeId": 1}
	qrCode.createArtistic: POST /api/qr/1/artistic | {"qrCodeId": 1, "style": "watercolor", "prompt": " a harbor "} | {"style": "watercolor", "prompt": "a harbor"}
	qrCode.createArtistic: POST /api/qr/1/artistic | {"qrCodeId": 1, "style": "={{ \"pixel\" }}"} | {"style": "pixel"}
	qrCode.createArtistic: POST /api/qr/1/artistic | {"qrCodeId": 1, "style": "custom", "customStyle": "mosaic", "prompt": ""} | {"style": "mosaic"}
	qrCode.createMany: POST /api/qr/bulk | {"name": "One", "url": "https://a.example", "downloadImage": false, "ifNameExists": "create"} | {"qrs": [{"name": "One", "url": "https://a.example"}]}
	subscriber.getAll: GET /api/bio/1/subscribers?page=1&limit=50 | {"bioPageId": 1}
	subscriber.export: GET /api/bio/1/subscribers/export | {"bioPageId": 1}
	subscriber.export: GET /api/bio/1/subscribers/export | {"bioPageId": 1, "outputAs": "items"}
	webhook.getEventTypes: GET /api/webhooks/events | {}
`;

interface Parameters extends Record<string, unknown> {
	blockFields?: { values: object; types?: Record<string, string> };
}

/** Returns parameters as the editor stores them. */
function toStored({ blockFields, ...plain }: Parameters) {
	const stored = Object.entries(plain).map(([name, value]) => {
		const isId = /(Id|^blockKey)$/.test(name) && typeof value !== 'object';
		return [name, isId ? byId(value) : value];
	});
	const { values: value, types = {} } = blockFields ?? {};
	const schema = Object.entries(types).map(([id, type]) => ({ id, displayName: id, type }));
	const mapper = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	return {
		...Object.fromEntries(stored),
		...(blockFields && { blockFields: mapper }),
	} as Parameters;
}

test.each(rows)(
	'only the expected request is sent by %s for %j',
	async (...[name, parameters, body, refused]) => {
		const [, resource, operation, request] = /^(\w+)\.(\w+): (.+)$/.exec(name)!;
		const { errorItems } = await world.run(resource, operation, toStored(parameters));
		expect(errorItems).toHaveLength(refused ? 1 : 0);
		const [asked, ...others] = await sent(world);
		const query = Object.entries(asked.query ?? {}).map((pair) => pair.join('='));
		expect([asked.request, ...(query.length ? [query.join('&')] : [])].join('?')).toBe(request);
		expect([asked.body, others]).toEqual([body, []]);
	},
);

test('an ID that was saved without a mode is sent', async () => {
	await world.run('link', 'get', { linkId: 2 });
	for (const itemType of [undefined, 'qr'])
		await world.run('channel', 'assignItem', { channelId: 1, itemType, itemId: '2' });
	expect(await requested(world)).toEqual([
		'GET /api/url/2',
		'POST /v3/api/channel/1/assign/links/2',
		'POST /v3/api/channel/1/assign/qr/2',
	]);
});

test('channel.assignItem looks up a short URL only among records of the chosen item type', async () => {
	const itemId = byUrl(`${world.url}/launch`);
	await world.run('channel', 'assignItem', { channelId: byId(1), itemType: 'links', itemId });
	expect((await sent(world)).at(-1)?.request).toBe('POST /v3/api/channel/1/assign/links/1');
	await world.forget();
	const qr = await world.run('channel', 'assignItem', {
		channelId: byId(1),
		itemType: 'qr',
		itemId,
	});
	expect(qr.errorItems[0].json.error).toMatch(/^No QR code has the short URL .* \(2 read\)$/);
	expect(await requested(world)).toEqual(['GET /api/qrs']);
});
