import { type Service, closeEngine, openService } from './scenarios.mts';
import { byId } from '../support/world.mts';

let service: Service;

beforeAll(async () => {
	service = await openService();
});
beforeEach(async () => await service.reset());
afterAll(async () => {
	await service.close();
	await closeEngine();
});

const hostileIds = [
	'../account',
	'..%2faccount',
	'1?x=y',
	'1#a',
	'%2e%2e',
	'%2e%2e%2faccount',
	'..',
	'.',
	'1/../2',
	'1/delete',
	'1\\..\\2',
	'1;x',
	'//evil.example/1',
	'1\r\nX-Evil: 1',
	'1 2',
	'1\u0000',
	'\u202e1',
	'１',
	'é',
	'😀',
	'x'.repeat(10_240),
	'\ud800',
	'__proto__',
	'constructor',
	'{{ 1 }}',
];
const routes: Array<[string, string, string, Record<string, unknown>, RegExp]> = [
	['link', 'get', 'linkId', {}, /^\/api\/url\/[^/]+$/],
	['link', 'delete', 'linkId', {}, /^\/api\/url\/[^/]+\/delete$/],
	[
		'link',
		'update',
		'linkId',
		{ updateFields: { url: 'https://example.com' } },
		/^\/api\/url\/[^/]+\/update$/,
	],
	['qrCode', 'download', 'qrCodeId', { format: 'png' }, /^\/api\/qr\/[^/]+\/download$/],
	['analytics', 'getLinkClicks', 'linkId', {}, /^\/api\/url\/[^/]+\/stats\/clicks$/],
	['webhook', 'delete', 'webhookId', {}, /^\/api\/webhooks\/subscribe\/[^/]+$/],
	['channel', 'delete', 'channelId', {}, /^\/v3\/api\/channel\/[^/]+\/delete$/],
];

test.each(routes)(
	'%s.%s: no id reaches another endpoint',
	async (resource, operation, field, more, route) => {
		const ids = hostileIds.map((id) => ({ json: { id } }));
		const { items, errorItems } = await service.run(
			resource,
			operation,
			{ [field]: byId('={{ $json.id }}'), ...more },
			{ items: ids },
		);
		expect([items.length, errorItems.length]).toEqual([0, hostileIds.length]);
		const asked = (await service.requests()).map(({ path }: { path: string }) => path);
		expect(asked.filter((path: string) => !route.test(path))).toEqual([]);
		for (const { json } of errorItems) {
			expect(String(json.error).length).toBeGreaterThan(5);
			expect(String(json.error).length + String(json.message).length).toBeLessThan(40_000);
		}
		expect(await service.all('/api/urls', 'urls')).toHaveLength(4);
	},
);

test('texts of any kind arrive as they are, or are refused', async () => {
	const texts = [
		'x'.repeat(10_240),
		'"\\\u2028\u2029\t',
		'😀'.repeat(2_000),
		'</script>',
		'${7*7}',
		"'; DROP TABLE",
	];
	const { items, errorItems } = await service.run(
		'campaign',
		'create',
		{ name: '={{ $json.text }}' },
		{ items: texts.map((text) => ({ json: { text } })) },
	);
	expect(items.length + errorItems.length).toBe(texts.length);
	for (const { json, pairedItem } of items) {
		const { item } = pairedItem as { item: number };
		expect(json.name).toBe(texts[item].trim());
	}
	const broken = await service.run('campaign', 'create', { name: '={{ "a\ud800b" }}' });
	expect(broken.errorItems[0].json.error).toContain(
		"'Name' must be a text without broken characters",
	);
});

test('__proto__ in JSON and collections changes nothing but itself', async () => {
	const content =
		'{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "text": "x"}';
	for (const value of [content, `={{ JSON.parse('${content}') }}`]) {
		await service.run('bioBlock', 'create', {
			bioPageId: byId(1),
			type: 'text',
			contentMode: 'json',
			content: value,
		});
	}
	await service.run('link', 'create', {
		url: 'https://example.com',
		additionalFields: '={{ JSON.parse(\'{"__proto__": {"polluted": true}, "alias": "plain"}\') }}',
	});
	await service.fault({
		path: '/api/url/:id',
		action: {
			type: 'wrongJson',
			body: '{"error":0,"data":{"id":1,"__proto__":{"polluted":true}}}',
		},
	});
	await service.run('link', 'get', { linkId: byId(1) });
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
	['[]', 'link', 'get'],
	['{"error":0,"data":[]}', 'link', 'get'],
	['{"error":0,"data":{"urls":{}}}', 'link', 'getAll'],
	['{"error":0,"data":{"urls":"none"}}', 'link', 'getAll'],
	['{"error":0,"data":{"urls":[null,1,"x",[]]}}', 'link', 'getAll'],
	['{"error":[],"data":{}}', 'link', 'get'],
	['{"error":{},"data":{}}', 'link', 'get'],
	['{"error":0,"data":null}', 'link', 'getAll'],
	[`${'['.repeat(5000)}${']'.repeat(5000)}`, 'link', 'get'],
	['true', 'link', 'getAll'],
])(
	'an answer of the wrong shape (%.40s) ends as items or as one failure',
	async (body, resource, operation) => {
		await service.fault({ path: '/api/*', action: { type: 'wrongJson', body } });
		const parameters = operation === 'get' ? { linkId: byId(1) } : { returnAll: true };
		const { status, items, errorItems } = await service.run(resource, operation, parameters);
		expect(status).toBe('success');
		expect(errorItems.length).toBeLessThanOrEqual(1);
		for (const { json } of items) expect(typeof json).toBe('object');
	},
	20_000,
);
