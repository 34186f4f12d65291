/** Values that are refused before anything is sent. */
import { getJson, sent } from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';
/** n8n itself stops a required field that is plainly empty; an expression may turn out so. */
const EMPTY = '={{ "" }}';
const [blockKey, page] = [byId('shop'), { bioPageId: byId(1) }];
/** A resource mapper as the editor stores it. */
const blockFields = (value: unknown, ...schema: object[]) => ({
	blockFields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
});
const json = (content: unknown) => ({ contentMode: 'json', content });
const height = { id: 'height', displayName: 'height', type: 'number' };
const title = { id: 'title', displayName: 'Title', type: 'string', required: true };

/** Parameters in which there is nothing wrong. */
const good: Record<string, object> = {
	account: { currentPassword: 'demo-password' },
	bioBlock: { ...page, blockKey },
	bioPage: { ...page, name: 'Page', slug: 'page' },
	link: { url, linkId: byId(1), alias: 'x', idempotencyKey: 'a' },
	qrCode: { name: 'A', url, qrCodeId: byId(1) },
	legacyDomain: { domain: 'https://go.example.com' },
	webhook: { url: 'https://n8n.example.com/webhook/1', events: ['link.clicked'] },
};

type Refusal = [wrong: object, error: string];
const notUrl = (label: string, toWrong: (given: string) => object): Refusal[] => [
	[toWrong('example.com/a'), `'${label}' must be a whole URL, e.g. https://example.com/page`],
	[toWrong('={{ "https://a.example\\nhttps://b.example" }}'), `'${label}' must be one URL`],
	[toWrong('https://example.com/my page'), `'${label}' must be one URL without spaces`],
];
const numbers = (where: string, field: string, label: string): Refusal[] => [
	[{ [where]: { [field]: 'many' } }, `'${label}' must be a number`],
	[{ [where]: { [field]: 1.5 } }, `'${label}' must be a whole number`],
];
const limits: Refusal[] = [
	[{ limit: -1 }, "'Limit' must be 1 or more"],
	[{ limit: 0 }, "'Limit' must be 1 or more"],
	[{ limit: 2.5 }, "'Limit' must be a whole number"],
	[{ limit: 'all' }, "'Limit' must be a number"],
];
const notChosen: Refusal = [
	{ includeInputFields: '={{ "yes" }}' },
	"'Include Input Fields' must be true or false",
];
const colors = (where: string) =>
	['red', '#12', '#12345678', 'rgb(0, 0, 0)', 7].map(
		(foreground): Refusal => [
			{ [where]: { foreground } },
			"'Foreground Color' must be a hex color, e.g. #1A2B3C",
		],
	);
/** Expressions in fields that are set to Fixed, which n8n leaves as they are. */
const fixed: Refusal[] = [
	[{ url: '{{ $json.url }}' }, "'URL' holds an expression, but is set to Fixed"],
	[{ url: "https://example.com/{{ $('Rows').item.json.n }}" }, "'URL' holds an expression"],
	[{ additionalFields: { alias: 'a{{$json.n}}' } }, "'Additional Fields' holds an expression"],
];
const nothing = "'Update Fields' is empty, so there is nothing to change";

const refusals: Record<string, Refusal[]> = {
	'account.update': [[{ updateFields: {} }, nothing]],
	'account.checkQuota': [
		...['={{ -1 }}', '={{ 1.5 }}', '={{ "many" }}'].map(
			(needed): Refusal => [{ needed }, "'Needed' must be"],
		),
		[{ needed: '={{ null }}' }, "'Needed' is empty"],
	],
	'apiKey.create': [[{ name: '={{ $json.none }}' }, "'Name' is empty"]],
	'bioBlock.create': [
		[{ bioPageId: byId(EMPTY), type: 'divider' }, "'Bio Page' is empty"],
		[{ type: 'custom', customType: EMPTY }, "'Custom Type' is empty"],
		[{ type: 'tune' }, "'Type' must be one of"],
		[json('{\n"title": "a",\n}'), "'Content' is not valid JSON (line 3)"],
		[json('["a"]'), "'Content' must be a JSON object (got array)"],
		[blockFields({ height: '={{ "tall" }}' }, height), "'height' must be a number"],
		[blockFields({ title: EMPTY, url: 'x' }, title), "'Title' is empty"],
		[blockFields('x'), "'Block Fields' must be"],
		[{ type: 'divider', additionalFields: { position: -1 } }, "'Position' must be 0 or more"],
	],
	'bioBlock.update': [
		[json(''), "'Content' is empty"],
		[json('{}'), "'Content' is empty, so there is nothing to change"],
		[blockFields({ title: '' }), "'Block Fields' is empty, so there is nothing to change"],
		[{}, "'Block Fields' is empty"],
		[{ blockKey: byId(' '), ...json({ title: 'a' }) }, "'Block' is empty"],
	],
	'bioBlock.delete': [[{ blockKey: byId('..') }, "'Block' is"]],
	'bioBlock.reorder': [
		[{ order: EMPTY }, "'Order' is empty"],
		[{ order: '[]' }, "'Order' is empty"],
		[{ order: '["a",' }, "'Order' is not valid JSON"],
		[{ order: '[{"key": "a"}]' }, "'Order' must be a list of text values"],
	],
	'bioPage.get': [[{ bioPageId: byId(EMPTY) }, "'Bio Page' is empty"]],
	'bioPage.delete': [[{ bioPageId: byId('..') }, "'Bio Page' is"]],
	'bioPage.update': [
		...notUrl('Avatar', (avatar) => ({ updateFields: { avatar } })),
		[{ updateFields: {} }, nothing],
		[{ updateFields: { name: '' } }, nothing],
	],
	'bioPage.generate': [[{ prompt: EMPTY }, "'Prompt' is empty"]],
	'bioPage.setDomain': [[{ domain: EMPTY }, "'Domain' is empty"]],
	'bioPage.create': [
		...notUrl('Avatar', (avatar) => ({ additionalFields: { avatar } })),
		[{ name: EMPTY }, "'Name' is empty"],
		...([
			['{"type": "text"}', "'Blocks' must be a JSON array (got object)"],
			['"text"', "'Blocks' must be a JSON array (got string)"],
			['7', "'Blocks' must be a JSON array (got number)"],
			['={{ "null" }}', "'Blocks' must be a JSON array (got null)"],
			['[{"type": "text",}]', "'Blocks' is not valid JSON"],
			['[{"type": "divider"}, {"content": {}}]', "Entry 2 of 'Blocks' has no 'type'"],
			['[{"type": " "}]', "Entry 1 of 'Blocks' has no 'type'"],
			['[{"type": 7}]', "Entry 1 of 'Blocks' has no 'type'"],
			['["text"]', "Entry 1 of 'Blocks' has no 'type'"],
			[
				'[{"type": "text", "content": "x"}]',
				"The 'content' of entry 1 of 'Blocks' must be an object",
			],
			[
				'[{"type": "text", "content": ["a"]}]',
				"The 'content' of entry 1 of 'Blocks' must be an object",
			],
		].map(([blocks, error]) => [{ additionalFields: { blocks } }, error]) as Refusal[]),
	],
	'bioPage.duplicate': [
		[{ name: EMPTY }, "'Name' is empty"],
		[{ slug: '={{ null }}' }, "'Alias' is empty"],
		[{ bioPageId: byId(EMPTY) }, "'Bio Page' is empty"],
		[{ bioPageId: byId('..') }, "'Bio Page' is"],
	],
	'bioPage.getAll': limits,
	'campaign.getAll': limits,
	'channel.create': [
		[{ name: 'A', additionalFields: { color: 'red' } }, "'Color' must be a hex color"],
	],
	'ctaOverlay.getAll': limits,
	'splashPage.getAll': limits,
	'legacyAccount.update': [[{ updateFields: { email: '' } }, nothing]],
	'link.create': [
		[{ url: EMPTY }, "'URL' is empty"],
		[{ url: '={{ $json.nothing }}' }, "'URL' is empty"],
		[{ url: '={{ ({ a: 1 }) }}' }, "'URL' must be text"],
		...notUrl('URL', (given) => ({ url: given })),
		...fixed,
		...numbers('additionalFields', 'maxClicks', 'Max Clicks'),
		[{ additionalFields: { maxClicks: -1 } }, "'Max Clicks' must be 0 or more"],
		[{ additionalFields: { maxClicks: true } }, "'Max Clicks' must be a number"],
		[{ additionalFields: { expiry: 'soon' } }, "'Expiry' must be a date"],
		[{ additionalFields: { expiry: '2031-02-30' } }, "'Expiry' must be a date"],
		// The last entry of a dropdown that is too long is no campaign.
		[
			{ additionalFields: { campaignId: 'not listed' } },
			"'Campaign Name or ID' must be the ID of a campaign",
		],
		[
			{ additionalFields: { utm: { values: { source: '={{ "\\ud800" }}' } } } },
			"'Source' must be text",
		],
		[
			{ additionalFields: { utm: { values: { source: '={{ ({ a: 1 }) }}' } } } },
			"'Source' must be text",
		],
	],
	'link.createOnce': [
		[{ url: '={{ " " }}' }, "'URL' is empty"],
		[{ idempotencyKey: EMPTY }, "'Idempotency Key' is empty"],
		[{ idempotencyKey: '={{ $json.orderNumber }}' }, "'Idempotency Key' is empty"],
		...notUrl('URL', (given) => ({ url: given })),
	],
	'link.update': [
		[{ updateFields: {} }, nothing],
		...notUrl('URL', (given) => ({ updateFields: { url: given } })),
		[{ updateFields: { alias: '' } }, nothing],
		[{ linkId: byId('={{ [][0] }}'), updateFields: { url } }, "'Link' is empty"],
		[
			{ updateFields: { utm: { values: { source: 'x' } } } },
			"'UTM Parameters' can only be updated together with 'URL'",
		],
	],
	'link.get': [
		[{ linkId: byId('={{ $json.none }}') }, "'Link' is empty"],
		[{ linkId: byUrl(EMPTY) }, "'Link' is empty"],
	],
	'link.delete': [[{ linkId: byId('={{ null }}') }, "'Link' is empty"]],
	'link.upsert': [
		...notUrl('URL', (given) => ({ url: given })),
		[{ alias: EMPTY }, "'Alias' is empty"],
		[{ url: EMPTY }, "'URL' is empty"],
	],
	'link.getAll': [
		...limits,
		...([
			[{ minClicks: 5, maxClicks: 4 }, "'Min Clicks' (5) is greater than 'Max Clicks' (4)"],
			[
				{ createdAfter: '2026-02-02', createdBefore: '2026-02-01' },
				"'Created After' (2026-02-02) is not before 'Created Before' (2026-02-01)",
			],
			[
				{ createdAfter: '2026-02-01', createdBefore: '2026-02-01' },
				"'Created After' (2026-02-01) is not before 'Created Before' (2026-02-01)",
			],
			[{ minClicks: -1 }, "'Min Clicks' must be 0 or more"],
			[{ maxClicks: '={{ "few" }}' }, "'Max Clicks' must be a number"],
			[{ createdAfter: '={{ "2026-02-30" }}' }, "'Created After' must be a date"],
			[{ createdBefore: '={{ [] }}' }, "'Created Before' must be a date"],
			[{ search: '={{ ({}) }}' }, "'Search' must be text"],
		].map(([filters, error]) => [{ filters }, error]) as Refusal[]),
	],
	'link.waitForClick': [
		[
			{ timeoutAmount: 1, timeoutUnit: 'minutes' },
			"'Wait Up To' must be between 2 minutes and 365 days (got 1 minute)",
		],
		[{ timeoutAmount: 0.03, timeoutUnit: 'hours' }, '365 days (got 0.03 hours)'],
		[{ timeoutAmount: 366 }, '365 days (got 366 days)'],
		[{ timeoutAmount: '={{ "soon" }}' }, "'Wait Up To'"],
		[{ timeoutUnit: '={{ "weeks" }}' }, "'Unit'"],
		[{ ifAlready: '={{ "maybe" }}' }, "'If Already Clicked'"],
		[{ linkId: byId(EMPTY) }, "'Link' is empty"],
	],
	'qrCode.create': [
		[{ name: EMPTY }, "'Name' is empty"],
		[{ url: EMPTY }, "'URL' is empty"],
		[{ url: 'example.com/a' }, "'URL' must be a whole URL"],
		[{ name: '={{ ["a"] }}' }, "'Name' must be text"],
		...numbers('additionalFields', 'size', 'Size in Account (Pixels)'),
		[{ additionalFields: { size: 0 } }, "'Size in Account (Pixels)' must be 1 or more"],
		[{ additionalFields: { margin: -1 } }, "'Margin' must be 0 or more"],
		[{ additionalFields: { background: '#12' } }, "'Background Color' must be a hex"],
		[
			{ additionalFields: { errorCorrection: 'X' } },
			"'Error Correction' must be one of H, L, M, Q",
		],
		[{ downloadImage: true, imageSize: 0 }, "'Image Size (Pixels)' must be 1 or more"],
		[{ downloadImage: true, format: '={{ "gif" }}' }, "'Format' must be one of"],
		[{ downloadImage: '={{ "yes" }}' }, "'Download Image' must be true or false"],
		...[notChosen, ...colors('additionalFields')],
	],
	'qrCode.createMany': [
		[{ name: EMPTY }, "'Name' is empty"],
		[{ url: 'example.com/a' }, "'URL' must be a whole URL"],
		[{ additionalFields: { batchSize: 0 } }, "'Batch Size' must be 1 or more"],
		[{ additionalFields: { batchSize: 'many' } }, "'Batch Size' must be a number"],
		[{ skipExisting: '={{ "yes" }}' }, "'Skip Existing' must be true or false"],
		[{ downloadImage: true, imageSize: 'big' }, "'Image Size (Pixels)' must be a"],
		...[notChosen, ...colors('additionalFields')],
	],
	'qrCode.download': [
		[{ imageSize: 'big' }, "'Image Size (Pixels)' must be a number"],
		[{ qrCodeId: byId(EMPTY) }, "'QR Code' is empty"],
		notChosen,
	],
	'qrCode.get': [
		[
			{ output: '={{ "short" }}' },
			`'Output' must be one of raw, selected, simplified (got "short")`,
		],
	],
	'qrCode.createArtistic': [
		[{ style: '={{ "oil" }}' }, "'Style' must be one of"],
		[{ style: '={{ "custom" }}' }, "'Custom Style' is empty"],
		[{ style: 'custom', customStyle: EMPTY }, "'Custom Style' is empty"],
	],
	'qrCode.update': [
		[{ updateFields: {} }, nothing],
		[{ updateFields: { size: 0 } }, "'Size in Account (Pixels)' must be 1 or more"],
		...colors('updateFields'),
	],
	'qrCode.getAll': limits,
	'legacyDomain.create': [
		...notUrl('Domain', (domain) => ({ domain })),
		...notUrl('Root Redirect', (redirectRoot) => ({ additionalFields: { redirectRoot } })),
		...notUrl('Not Found Redirect', (redirect404) => ({ additionalFields: { redirect404 } })),
	],
	'webhook.create': [
		...['={{ [] }}', EMPTY].map((events): Refusal => [{ events }, "'Event Names or IDs' is empty"]),
		...notUrl('URL', (given) => ({ url: given })),
	],
	'webhook.waitForEvent': ['={{ [] }}', EMPTY].map((events) => [{ events }, 'is empty']),
	'webhook.ensureActive': [
		...notUrl('URL', (given) => ({ url: given })),
		[{ url: 'ftp://n8n.example.com/' }, "'URL' must begin with https:// or http://"],
	],
	'webhook.cleanUp': [EMPTY, '={{ "  " }}', '={{ null }}'].map((urlPrefix) => [
		{ urlPrefix, dryRun: false },
		"'URL Prefix' is empty",
	]),
};

const rows = Object.entries(refusals).flatMap(([name, cases]) =>
	cases.map(([wrong, error]) => ({ name, wrong, error })),
);

test.each(rows)('$name refuses $wrong: $error', async ({ name, wrong, error }) => {
	const [resource, operation] = name.split('.');
	const parameters = { ...good[resource], ...wrong };
	const { items, errorItems } = await world.run(resource, operation, parameters);
	expect(items).toEqual([]);
	expect(getJson(errorItems)).toEqual([
		{
			error: expect.stringContaining(error),
			message: expect.stringMatching(/\w/),
			details: { httpCode: null },
		},
	]);
	expect(await sent(world)).toEqual([]);
});

test('curly brackets that a row contains are an ordinary text', async () => {
	const name = '={{ "{" + "{ $json.name }" + "}" }}';
	const { items } = await world.run('qrCode', 'create', { ...good.qrCode, name });
	expect(items).toHaveLength(1);
	expect(await sent(world)).toMatchObject([{ body: { name: '{{ $json.name }}' } }]);
});
