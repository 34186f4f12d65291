import { getField, getJson, toText } from '../support/sent.mts';
import { byId, useWorld } from '../support/world.mts';
import { table } from '../support/table.mts';

const world = useWorld();

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
	'1\u00002',
	'1\u202e2',
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
	'the operation %s.%s requests no other endpoint, even with a malicious ID',
	async (resource, operation, field, more, route) => {
		const ids = hostileIds.map((id) => ({ json: { id } }));
		const { items, errorItems } = await world.run(
			resource,
			operation,
			{ [field]: byId('={{ $json.id }}'), ...more },
			{ items: ids },
		);
		expect([items.length, errorItems.length]).toEqual([0, hostileIds.length]);
		const asked = (await world.requests()).map(({ path }) => path);
		// Text that isn't an ID may be an alias or a short URL, which the node looks up in a list.
		const lists = ['/api/urls', '/api/qrs'];
		const isAllowed = (path: string) => route.test(path) || lists.includes(path);
		expect(asked.filter((path) => !isAllowed(path))).toEqual([]);
		for (const { json } of errorItems) {
			expect(toText(json.error).length).toBeGreaterThan(5);
			expect(toText(json.error).length + toText(json.message).length).toBeLessThan(40_000);
		}
		expect(await world.all('/api/urls', 'urls')).toHaveLength(6);
	},
);

test.each([
	'x'.repeat(10_240),
	'"\\\u2028\u2029\t',
	'😀'.repeat(2_000),
	'</script>',
	'${7*7}',
	"'; DROP TABLE",
])('text %j in a field is sent unchanged or refused', async (text) => {
	const items = [{ json: { text } }];
	const result = await world.run('campaign', 'create', { name: '={{ $json.text }}' }, { items });
	expect(result.items.length + result.errorItems.length).toBe(1);
	for (const { json } of result.items) expect(json.name).toBe(text.trim());
});

test("__proto__ in JSON input or a collection doesn't change the prototype of other objects", async () => {
	// Two closing braces in a row would end the expression.
	const hostile =
		'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 2} }, "text": "x"}';
	const results = [];
	for (const content of [hostile, `={{ JSON.parse('${hostile}') }}`]) {
		const block = { bioPageId: byId(1), type: 'text', contentMode: 'json', content };
		results.push(await world.run('bioBlock', 'create', block));
	}
	const additionalFields = `={{ JSON.parse('{"__proto__": {"polluted": 4}, "alias": "plain"}') }}`;
	const url = 'https://example.com';
	results.push(await world.run('link', 'create', { url, additionalFields }));
	const body = '{"error":0,"data":{"id":1,"__proto__":{"polluted":3},"alias":"own"}}';
	await world.fault('/api/url/:id', { type: 'wrongJson', body });
	results.push(await world.run('link', 'get', { linkId: byId(1) }));
	const inherited: string[] = [];
	for (const own of [{}, [], () => {}]) for (const name in own) inherited.push(name);
	expect(inherited).toEqual([]);
	expect(({} as { polluted?: number }).polluted).toBeUndefined();
	// Link Platform refuses the blocks, whose type has no such fields; the links are created and read.
	const outcomes = results.map(({ items, errorItems }) => [items.length, errorItems.length]);
	expect(outcomes).toEqual([
		[0, 1],
		[0, 1],
		[1, 0],
		[1, 0],
	]);
});

test.each(table`
	n8n's Custom API Call | __CUSTOM_API_CALL__ | __CUSTOM_API_CALL__
	an operation of an unknown resource | nowhere | get
	an unknown operation | link | fly
	a resource named like a property of every object | constructor | name
	an operation named like a property of every object | link | constructor
	an operation expression without a value | link | ={{ undefined }}
`)('every item of %s goes to the error output with a message', async (_, resource, operation) => {
	const items = [1, 2].map((n) => ({ json: { n } }));
	const result = await world.run(resource, operation, {}, { items });
	expect(result.items).toEqual([]);
	expect(getJson(result.errorItems)).toEqual(
		[1, 2].map((n) => ({
			n,
			error: expect.stringMatching(/^The resource ".*" has no operation ".*"$/),
			message: expect.stringContaining('HTTP Request node with this credential'),
			details: { httpCode: null, reason: 'input' },
		})),
	);
	const stopped = await world.run(resource, operation, {}, { items, onError: 'stopWorkflow' });
	expect([stopped.status, stopped.error?.message]).toEqual([
		'error',
		expect.stringContaining('has no operation'),
	]);
	await world.expectNoRequest();
});

const NO_LIST = 'Link Platform returned no list';
const NO_RECORD = 'Link Platform returned no record';
const REFUSED = 'Link Platform refused the request (status 200)';

const TEXT = '{"error":0,"data":{"urls":"none"}}';
const MIXED = '{"error":0,"data":{"urls":[null,1,"x",[]]}}';
const DEEP = `${'['.repeat(5000)}${']'.repeat(5000)}`;

test.each([
	['a message and an empty list', 'get', '{"message":"Gone","data":[]}', [`${NO_RECORD}: Gone`]],
	['a string for a list', 'getAll', TEXT, [`${NO_LIST}: ${TEXT}`]],
	["a list whose entries aren't records", 'getAll', MIXED, [`${NO_LIST}: ${MIXED}`]],
	['an object as error', 'get', '{"error":{},"data":{}}', [REFUSED]],
	['5,000 lists nested in each other', 'get', DEEP, [NO_RECORD]],
])(
	'a response that is %s makes link.%s return one error',
	async (_shape, operation, body, failures) => {
		await world.fault('/api/*', { type: 'wrongJson', body });
		const parameters = operation === 'get' ? { linkId: byId(1) } : { returnAll: true };
		const { status, items, errorItems } = await world.run('link', operation, parameters);
		expect(status).toBe('success');
		expect(items).toEqual([]);
		expect(getField(errorItems, 'error')).toEqual(failures);
	},
);
