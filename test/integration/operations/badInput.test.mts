/** Tests values that the node refuses before it sends a request. Values of a wrong type are in wrongValues.test.mts. */
import { getJson, sent } from '../../support/sent.mts';
import { table } from '../../support/table.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';
/** An expression that returns an empty string. Without an expression, n8n itself refuses an empty required field. */
const EMPTY = '={{ "" }}';
const [blockKey, page] = [byId('shop'), { bioPageId: byId(1) }];
/** Returns the parameters with a resource mapper as the editor stores it. */
const blockFields = (value: unknown, ...schema: object[]) => ({
	blockFields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
});
const height = { id: 'height', displayName: 'height', type: 'number' };
const title = { id: 'title', displayName: 'Title', type: 'string', required: true };

/** Valid parameters by resource. */
const good: Record<string, object> = {
	account: { currentPassword: 'demo-password' },
	bioBlock: { ...page, blockKey },
	bioPage: { ...page, name: 'Page', slug: 'page' },
	link: { url, linkId: byId(1), alias: 'x', idempotencyKey: 'a' },
	qrCode: { name: 'A', url, qrCodeId: byId(1) },
	legacyDomain: { domain: 'https://go.example.com' },
	webhook: { url: 'https://n8n.example.com/webhook/1', events: ['link.clicked'] },
};

const rows: Array<[name: string, wrong: object, error: string]> = [
	...table<[string, object, string]>`
		account.update | {"updateFields": {}} | 'Update Fields' is empty, so there is nothing to change
		account.checkQuota | {"needed": "={{ 1.5 }}"} | 'Needed' must be
		account.checkQuota | {"needed": "={{ null }}"} | 'Needed' is empty
		bioBlock.create | {"type": "custom", "customType": "={{ \"\" }}"} | 'Custom Type' is empty
		bioBlock.create | {"type": "tune"} | 'Type' must be one of
		bioBlock.create | {"contentMode": "json", "content": "{\n\"title\": \"a\",\n}"} | 'Content' is not valid JSON:
		bioBlock.create | {"contentMode": "json", "content": "[\"a\"]"} | 'Content' must be a JSON object (got array)
		bioBlock.update | {"contentMode": "json", "content": ""} | 'Content' is empty
		bioBlock.update | {"contentMode": "json", "content": "{}"} | 'Content' is empty, so there is nothing to change
		bioBlock.update | {} | 'Block Fields' is empty, so there is nothing to change
		bioBlock.reorder | {"order": "[]"} | 'Order' is empty
		bioPage.getPublic | {"slug": "../url/7"} | 'Alias' must not contain #, ?, \
		bioPage.update | {"updateFields": {"name": ""}} | 'Update Fields' is empty, so there is nothing to change
		bioPage.create | {"slug": "a/../b"} | 'Alias' must not contain #, ?, \
		bioPage.create | {"additionalFields": {"blocks": "{\"type\": \"text\"}"}} | 'Blocks' must be a JSON array
		bioPage.create | {"additionalFields": {"blocks": "={{ \"null\" }}"}} | 'Blocks' must be a JSON array
		bioPage.create | {"additionalFields": {"blocks": "[{\"type\": \"divider\"}, {\"content\": {}}]"}} | Entry 2 of 'Blocks' must have a 'type'
		bioPage.create | {"additionalFields": {"blocks": "[{\"type\": \"text\", \"content\": \"x\"}]"}} | Entry 1 of 'Blocks' must have a 'type'
		legacyAccount.update | {"updateFields": {"email": ""}} | 'Update Fields' is empty, so there is nothing to change
		file.upload | {"additionalFields": {"custom": "price list#1"}} | 'Alias' must not contain #, ?, \
		legacyCampaign.create | {"additionalFields": {"slug": "a%23b"}} | 'Rotator Alias' must not contain #, ?, \
		link.getAll | {"filters": {"domain": "={{ 3 }}"}} | 'Domain Name or ID' must be the name of a domain
		link.create | {"additionalFields": {"domain": "3"}} | 'Domain Name or ID' must be the name of a domain
		link.create | {"url": "{{ $json.url }}"} | 'URL' holds an expression, but is set to Fixed
		link.create | {"url": "https://example.com/{{ $('Rows').item.json.n }}"} | 'URL' holds an expression
		link.create | {"additionalFields": {"alias": "a{{$json.n}}"}} | 'Additional Fields' holds an expression
		link.create | {"additionalFields": {"maxClicks": 1.5}} | 'Max Clicks' must be a whole number
		link.create | {"additionalFields": {"campaignId": "not listed"}} | 'Campaign Name or ID' must be the ID of a campaign
		link.create | {"additionalFields": {"utm": {"values": {"source": "={{ \"\\ud800\" }}"}}}} | 'Source' has characters that could not be read
		link.update | {"updateFields": {"alias": ""}} | 'Update Fields' is empty, so there is nothing to change
		link.update | {"updateFields": {"utm": {"values": {"source": "x"}}}} | 'UTM Parameters' can only be updated together with 'URL'
		link.waitForClick | {"timeoutAmount": 1, "timeoutUnit": "minutes"} | 'Wait Up To' must be between 2 minutes and 365 days (got 1 minutes)
		link.waitForClick | {"timeoutAmount": 0.03, "timeoutUnit": "hours"} | 365 days (got 0.03 hours)
		link.waitForClick | {"timeoutAmount": 366} | 365 days (got 366 days)
		link.waitForClick | {"timeoutAmount": 10, "timeoutUnit": "minutes", "ignoreFirst": 10} | 'Ignore First (Minutes)' (10) must be shorter than 'Wait Up To'
		qrCode.createArtistic | {"style": "custom", "customStyle": "={{ \"\" }}"} | 'Custom Style' is empty
		qrCode.update | {"updateFields": {}} | 'Update Fields' is empty, so there is nothing to change
		webhook.create | {"events": "={{ [] }}"} | 'Event Names or IDs' is empty
	`,
	[
		'bioBlock.create',
		blockFields({ height: '={{ "tall" }}' }, height),
		"'height' must be a number",
	],
	['bioBlock.create', blockFields({ title: EMPTY, url: 'x' }, title), "'Title' is empty"],
	['bioBlock.create', blockFields('x'), "'Block Fields' must be"],
	['bioBlock.update', blockFields({ title: '' }), "'Block Fields' is empty, so there is nothing"],
	[
		'bioBlock.update',
		{ blockKey: byId(' '), contentMode: 'json', content: { title: 'a' } },
		"'Block' is empty",
	],
	['link.get', { linkId: byUrl(EMPTY) }, "'Link' is empty"],
];

test.each(rows)('the operation %s rejects %j with the error: %s', async (name, wrong, error) => {
	const [resource, operation] = name.split('.');
	const parameters = { ...good[resource], ...wrong };
	const { items, errorItems } = await world.run(resource, operation, parameters);
	expect(items).toEqual([]);
	expect(getJson(errorItems)).toEqual([
		{
			error: expect.stringContaining(error),
			message: expect.stringMatching(/\w/),
			details: {
				httpCode: null,
				reason: error.endsWith('is empty') ? 'input.empty' : 'input',
				...(error.includes('is empty') && { field: expect.any(String) }),
			},
		},
	]);
	await world.expectNoRequest();
});

test('curly brackets that an expression returns are sent as plain text', async () => {
	const name = '={{ "{" + "{ $json.name }" + "}" }}';
	const parameters = { ...good.qrCode, name, downloadImage: false };
	const { items } = await world.run('qrCode', 'create', parameters);
	expect(items).toHaveLength(1);
	expect(await sent(world)).toMatchObject([{ body: { name: '{{ $json.name }}' } }]);
});
