/** Tests that an operation never succeeds without the record that it requested. */
import { getJson, getRecord } from '../../support/sent.mts';
import { table } from '../../support/table.mts';
import { byId, useWorld } from '../../support/world.mts';
import { withJson, withStatus } from '../../support/faults.mts';

const world = useWorld();

const url = 'https://example.com/a';
const [linkId, bioPageId] = [byId(1), byId(1)];
type Call = [resource: string, operation: string, parameters: object];
const reads = table<Call>`
	link | get | {"linkId": 1}
	qrCode | get | {"qrCodeId": 1}
	bioPage | get | {"bioPageId": 1, "output": "raw"}
	bioPage | getPublic | {"slug": "ada"}
	bioPage | verifyDomain | {"bioPageId": 1}
	domain | get | {"domainId": 1}
	campaign | get | {"campaignId": 1}
	analytics | getLinkSummary | {"linkId": 1}
	analytics | getCampaignSummary | {"campaignId": 1}
	account | get | {}
	account | getUsage | {}
	account | checkQuota | {"quota": "urls", "needed": 1}
	legacyAccount | get | {}
`;
const file = { data: Buffer.from('a'), fileName: 'a.txt', mimeType: 'text/plain' };
const creations = table<Call>`
	link | create | {"url": "https://example.com/a"}
	link | createOnce | {"url": "https://example.com/a", "idempotencyKey": "a"}
	link | upsert | {"url": "https://example.com/a", "alias": "fresh"}
	qrCode | create | {"name": "A", "url": "https://example.com/a", "downloadImage": false}
	bioPage | create | {"name": "A", "slug": "a"}
	campaign | create | {"name": "A"}
	domain | create | {"domain": "a.example"}
	apiKey | create | {"name": "A"}
	channel | create | {"name": "A"}
	pixel | create | {"name": "A", "tag": "a"}
	legacyCampaign | create | {}
	legacyDomain | create | {"domain": "https://a.example"}
	file | upload | {}
`;

/** Responses without a record. More such responses are in `test/unit/answers.test.mts`. */
const NOTHING = [
	withJson({ error: 0, data: null }),
	withJson({ error: 0, data: {} }),
	withJson({}),
	withStatus(204),
];

/** Runs an operation whose requests are answered with `action`; for upsert, only POST requests are. */
async function run([resource, operation, parameters]: Call, action: object) {
	await world.reset();
	await world.sandbox.fault({ method: operation === 'upsert' ? 'POST' : undefined, action });
	const items = [{ json: {}, binary: { data: file } }];
	return await world.run(resource, operation, { ...parameters }, { items });
}

/**
 * Expects an operation to fail with this error for every response without a record, and to add the message of a
 * response that has a message and this data.
 */
async function expectToFail(call: Call, error: string, advice: string, data: object | null) {
	const details = expect.objectContaining({ httpCode: '200' }) as object;
	const said = withJson({ error: 0, data, message: 'No such record.' });
	for (const action of [...NOTHING, said]) {
		const words = action === said ? `${error}: No such record.` : error;
		const { items, errorItems } = await run(call, action);
		expect([action, items, getJson(errorItems)]).toEqual([
			action,
			[],
			[{ error: words, message: advice, details }],
		]);
	}
}

test.each(reads)(
	"the operation %s.%s fails with the response's message, if any, if the response contains no record",
	async (...read) => {
		const advice = "Check 'API URL' in the credential, and the ID of the record";
		await expectToFail(read, 'Link Platform returned no record', advice, null);
	},
);

test.each(creations)(
	'the operation %s.%s fails if the response contains neither a record with an ID nor only a message',
	async (...one) => {
		const advice = 'Check before you retry: the request may still have gone through';
		const error = "Link Platform didn't return the new record";
		await expectToFail(one, error, advice, { id: null, clicks: 0 });
	},
);

test.each(creations)(
	'the operation %s.%s succeeds if the response contains only a message',
	async (...one) => {
		const message = 'It was created.';
		const record = getRecord(await run(one, withJson({ error: 0, message })));
		const created = one[1] === 'upsert' ? { created: true } : {};
		expect(record).toEqual({ success: true, message, ...created });
	},
);

test('updates, assignments and similar writes succeed even without a message in the response', async () => {
	const silent = withJson({ error: 0 });
	const writes: Array<Call> = [
		['link', 'update', { linkId, updateFields: { url } }],
		['bioBlock', 'reorder', { bioPageId, order: 'a' }],
		['channel', 'assignItem', { channelId: byId(1), itemType: 'links', itemId: byId(1) }],
		['account', 'update', { updateFields: { name: 'A' } }],
		['bioPage', 'update', { bioPageId, updateFields: { name: 'A' } }],
		['webhook', 'create', { url, events: ['link.clicked'] }],
		['bioPage', 'generate', { bioPageId, prompt: 'A bakery' }],
		['bioPage', 'setDomain', { bioPageId, domain: 'me.example.com' }],
	];
	for (const write of writes) {
		expect([write, getRecord(await run(write, silent))]).toEqual([write, { success: true }]);
	}
});

test('link.waitForClick fails and deletes its webhook if Link Platform returns no record of the link', async () => {
	await world.respond('/api/url/1', null);
	const parameters = { linkId, ifAlready: 'wait' };
	const { error } = await world.fail('link', 'waitForClick', parameters);
	expect(error).toBe('Link Platform returned no record');
	expect(await world.webhooks()).toEqual([]);
});
