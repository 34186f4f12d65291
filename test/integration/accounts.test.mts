/** Tests credentials with expressions: each item of a run uses the account of its own client. */
import type { IDataObject } from 'n8n-workflow';
import { createClient } from '../../packages/sandbox/client.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { withJson } from '../support/faults.mts';
import { byId, byUrl, useWorld } from '../support/world.mts';
import { getField, getMessages, toItems } from '../support/sent.mts';

const world = useWorld();

const linkPlatformApi = () => ({ ...world.credential, apiKey: '={{ $json.key }}' });
const REFUSED = 'lp_refused_0123456789abcdef';

async function openAccounts(...settings: SettingsPatch[]) {
	const accounts = [];
	for (const patch of settings) {
		const address = await world.openAccount(patch);
		accounts.push({ ...createClient(address), key: address.apiKey });
	}
	return accounts;
}

type Account = Awaited<ReturnType<typeof openAccounts>>[number];

/** Runs an operation on rows that each contain the API key of their own account. */
async function run(
	resource: string,
	operation: string,
	parameters: Record<string, unknown>,
	rows: IDataObject[],
	more: Parameters<typeof world.run>[3] = {},
) {
	return await world.run(resource, operation, parameters, {
		items: toItems(rows),
		credentials: { linkPlatformApi: linkPlatformApi() },
		...more,
	});
}

const namesIn = async ({ all }: Pick<Account, 'all'>) =>
	(await all('/api/qrs', 'qrs')).map(({ name }) => name);
const madeIn = async ({ all }: Account) =>
	(await all('/api/urls', 'urls')).map(({ alias }) => String(alias));
const hintsOf = ({ hints }: { hints: Array<{ message: string }> }) => getMessages(hints);

/** Creates a link for each row. Returns the aliases of those that succeeded, and the alias and error of the others. */
async function create(rows: IDataObject[], more?: Parameters<typeof run>[4]) {
	const fields = { url: '={{ $json.url }}', additionalFields: { alias: '={{ $json.alias }}' } };
	const result = await run('link', 'create', fields, rows, more);
	const { items, errorItems } = result;
	const failed = errorItems.map(({ json: { alias, error } }) => [alias, error]);
	return { ...result, done: getField(items, 'alias'), failed };
}
/** Returns run options with other values of the credential. */
const withCredential = (values: object) => ({
	credentials: { linkPlatformApi: { ...linkPlatformApi(), ...values } },
});

const toRow = ({ key }: { key: string }, n: number) => ({
	key,
	url: `https://example.com/${n}`,
	alias: `row-${n}`,
});

test('a link is reused only in the account that it was created in', async () => {
	const [a, b] = await openAccounts({}, {});
	const rows = [a, b, a, b].map(({ key }, n) => ({
		key,
		url: `https://example.com/${[0, 1, 1, 0][n]}`,
	}));
	const parameters = { url: '={{ $json.url }}', ifUrlExists: 'reuse' };
	const { items } = await run('link', 'create', parameters, rows, { pace: { concurrency: 1 } });
	expect(getField(items, 'created')).toEqual([true, true, true, true]);
});

test('two spellings of the same API URL count as one account, so both rows get the same link', async () => {
	const { apiUrl } = world.credential;
	const rows = [{ api: apiUrl }, { api: apiUrl.replace('http:', 'HTTP:') }];
	const parameters = { url: 'https://example.com/x', ifUrlExists: 'reuse' };
	const more = withCredential({ ...world.credential, apiUrl: '={{ $json.api }}' });
	const result = await run('link', 'create', parameters, rows, more);
	expect(getField(result.items, 'created')).toEqual([true, false]);
	expect(hintsOf(result)).toEqual([]);
});

test("each link is created in the account of its item's API key, in input order, and a hint counts the accounts", async () => {
	const [a, b, c] = await openAccounts({}, {}, {});
	const rows = [a, b, c, b, a].map(toRow);
	const result = await create(rows);
	expect(result.items.map(({ json, pairedItem }) => [json.alias, pairedItem])).toEqual(
		rows.map(({ alias }, item) => [alias, { item }]),
	);
	for (const account of [a, b, c]) {
		const own = rows.filter(({ key }) => key === account.key).map(({ alias }) => alias);
		expect((await madeIn(account)).filter((alias) => alias.startsWith('row-'))).toEqual(own);
	}
	expect(hintsOf(result)).toEqual(['This run used 3 Link Platform accounts']);
	// The node reads the credential once per item, not again for each request of the item.
	expect(result.credentialReads).toBe(5);
});

test.each<[string, string]>([
	['falls back to another key', "={{ $json.key ?? 'A' }}"],
	['depends on the item index', "={{ $itemIndex < 5 ? 'A' : 'B' }}"],
])("each item uses its own API key if the credential's expression %s", async (_, expression) => {
	const [a, b] = await openAccounts({}, {});
	const apiKey = expression.replaceAll("'A'", `'${a.key}'`).replaceAll("'B'", `'${b.key}'`);
	const rows = Array.from({ length: 6 }, (_row, n) => ({
		...toRow(b, n),
		...(n < 5 && { key: undefined }),
	}));
	await create(rows, withCredential({ apiKey }));
	const made = await madeIn(b);
	expect(['row-5', 'row-0'].map((alias) => made.includes(alias))).toEqual([true, false]);
});

test("link.get, getAll and upsert look up the link of each item only in that item's account", async () => {
	const [a, b] = await openAccounts({}, {});
	const [ofA, ofB] = ['a', 'b'].map((path) => `https://example.com/${path}`);
	await a.call('/api/url/add', { url: ofA, alias: 'same' });
	await b.call('/api/url/add', { url: ofB, alias: 'same' });
	const toKeys = (...accounts: Account[]) => accounts.map(({ key }) => ({ key }));
	for (const [operation, parameters] of [
		['get', { linkId: byUrl('same') }],
		['getAll', { returnAll: true, filters: { search: 'same' } }],
	] as const) {
		const { items } = await run('link', operation, parameters, toKeys(b, a));
		expect(getField(items, 'longurl')).toEqual([ofB, ofA]);
	}
	const upsert = { alias: 'in-each', url: '=https://example.com/{{ $itemIndex }}' };
	await run('link', 'upsert', upsert, toKeys(a, b, b));
	for (const [account, item] of [
		[a, 0],
		[b, 2],
	] as const) {
		const written = (await account.all('/api/urls', 'urls')).filter(
			({ alias }) => alias === 'in-each',
		);
		expect(written.map(({ longurl }) => longurl)).toEqual([`https://example.com/${item}`]);
	}
});

test("an API URL from an item's expression is used for that item's requests, in the current and the legacy API", async () => {
	const [a] = await openAccounts({});
	const more = withCredential({ apiUrl: '={{ $json.at }}', legacyApiUrl: '={{ $json.at }}/v3' });
	const rows = [
		{ key: a.key, at: world.credential.apiUrl },
		{ key: world.credential.apiKey, at: ` ${world.credential.apiUrl}` },
		{ key: a.key, at: 'ftp://example.com' },
	];
	for (const [resource, operation, parameters] of [
		['bioPage', 'create', { name: 'Page', slug: 'own-page' }],
		['channel', 'create', { name: 'Own' }],
	] as const) {
		const { items, errorItems } = await run(resource, operation, parameters, rows, more);
		expect(items).toHaveLength(2);
		expect(getField(errorItems, 'error')).toEqual([
			"'API URL' in the credential is not a valid URL",
		]);
	}
	const [own, demo] = [await a.requests(), await world.requests()];
	expect([own.length, demo.length]).toEqual([2, 2]);
});

test('items that differ only in their Legacy API URL use their own legacy API', async () => {
	const { apiUrl } = world.credential;
	const rows = ['v3', 'gone'].map((path) => ({ legacy: `${apiUrl}/${path}` }));
	const more = withCredential({ ...world.credential, legacyApiUrl: '={{ $json.legacy }}' });
	const { items, errorItems } = await run('channel', 'create', { name: 'Own' }, rows, more);
	expect([items, errorItems].map(({ length }) => length)).toEqual([1, 1]);
});

test('a rejected API key fails only its own items, and the error never shows the key', async () => {
	const [a, b] = await openAccounts({}, {});
	const bad = { key: REFUSED };
	const { done, failed, errorItems } = await create([a, bad, b, bad].map(toRow));
	expect(done).toEqual(['row-0', 'row-2']);
	const rejected = 'API key rejected: The API key is not valid or has expired.';
	expect(failed).toEqual(['row-1', 'row-3'].map((alias) => [alias, rejected]));
	expect(JSON.stringify(errorItems.map(({ json: { key: _, ...json } }) => json))).not.toContain(
		REFUSED,
	);
});

test('a rejected API key stops the requests to all accounts if On Error is Stop Workflow', async () => {
	const [a] = await openAccounts({ latencyMs: 300 });
	const rows = [a, a, a, a, { key: REFUSED }, ...Array.from({ length: 30 }, () => a)].map(toRow);
	const { error } = await create(rows, { onError: 'stopWorkflow', pace: { concurrency: 2 } });
	expect(error?.message).toContain('API key rejected');
	expect((await a.requests()).length).toBeLessThanOrEqual(4);
});

test.each<[string, unknown, string]>([
	['nothing', undefined, "'API Key' in the credential is empty"],
	['an empty string', '', "'API Key' in the credential is empty"],
	['a list', ['a'], "'API Key' in the credential must be one line of text"],
])('an API key expression that returns %s fails its item', async (_, key, message) => {
	const [a] = await openAccounts({});
	const { done, failed } = await create([{ key: key as string }, a].map(toRow));
	expect([done, failed]).toEqual([['row-1'], [['row-0', message]]]);
});

test("a credential expression that n8n can't resolve for an item fails that item with n8n's own message", async () => {
	const [a] = await openAccounts({});
	const apiKey = '={{ $json.key ? $json.key : $("Nowhere").item.json.key }}';
	const { done, failed } = await create([a, { key: '' }].map(toRow), withCredential({ apiKey }));
	const message =
		"An expression in the credential failed for this item: Referenced node doesn't exist";
	expect([done, failed]).toEqual([['row-0'], [['row-1', message]]]);
});

test("an invalid 'Concurrency' from an item's credential fails only that item, even if others share its account", async () => {
	const [a] = await openAccounts({});
	const rows = ['5', 'many', '5'].map((pace, n) => ({ ...toRow(a, n), pace }));
	const { done, failed } = await create(rows, withCredential({ concurrency: '={{ $json.pace }}' }));
	expect(done).toEqual(['row-0', 'row-2']);
	expect(failed).toEqual([['row-1', expect.stringContaining("'Concurrency' in the credential")]]);
});

test('every error masks the API keys of all accounts used in the run', async () => {
	const [a, b] = await openAccounts({}, {});
	const rows = [a, b].map(toRow);
	// First, an error from Link Platform contains another client's key. Then a field contains both keys by mistake.
	await world.forget();
	await createClient({ url: a.credential.apiUrl, legacyUrl: '', apiKey: a.key }).fault({
		path: '/api/url/add',
		action: { type: 'status', status: 422, body: { error: 1, message: `Not with ${b.key}` } },
	});
	const { failed } = await create(rows);
	expect(failed).toEqual([['row-0', expect.stringContaining('Not with ***')]]);
	const wrong = await run('link', 'create', { url: `${a.key} ${b.key}` }, rows);
	expect(getField(wrong.errorItems, 'error')).toEqual(
		rows.map(() => expect.stringContaining('(got "*** ***…)')),
	);
});

test('the output masks the API keys of all accounts used in the run', async () => {
	const [a, b] = await openAccounts({}, {});
	const data = { id: 1, note: `The key ${b.key}` };
	await a.fault({ path: '/api/url/1', action: withJson({ error: 0, data }) });
	const rows = [a, b].map(({ key }) => ({ key }));
	const { items } = await run('link', 'get', { linkId: byId('1') }, rows);
	expect(items[0].json).toMatchObject({ id: 1, note: 'The key ***' });
});

test('each account waits for its own rate limit, independently of the other accounts', async () => {
	const resetFormat = 'epochMs' as const;
	const limit = { rateLimit: { limit: 3, windowSeconds: 0.5, resetFormat, endpoints: [] } };
	const [a, b, c] = await openAccounts(limit, limit, {});
	const rows = Array.from({ length: 30 }, (_, n) => toRow([a, b, c][n % 3], n));
	const { done, failed } = await create(rows);
	expect(failed).toEqual([]);
	expect(done).toEqual(rows.map(({ alias }) => alias));
	for (const { windows } of [a, b]) {
		const refusals = await windows();
		expect(refusals.reduce((sum, { refused }) => sum + refused, 0)).toBeLessThanOrEqual(1);
	}
	// Accounts a and b each resume before the other account is done, and account c doesn't pause.
	const timesOf = async ({ requests }: Account) =>
		(await requests()).filter(({ status }) => status === 200).map(({ at }) => Date.parse(at));
	const [ofA, ofB, ofC] = [await timesOf(a), await timesOf(b), await timesOf(c)];
	expect(ofA[3]).toBeLessThan(ofB[9]);
	expect(ofB[3]).toBeLessThan(ofA[9]);
	expect(ofC[9]).toBeLessThan(ofA[6]);

	const more = rows.map((row) => ({ ...row, alias: '' }));
	const short = await create(more, { pace: { maxWait: 0 } });
	expect(new Set(getField(short.errorItems, 'key'))).toEqual(new Set([a.key, b.key]));
});

test("the setting 'Concurrency' limits the simultaneous requests of each account separately", async () => {
	const slow = { latencyMs: 60 };
	const [a, b] = await openAccounts(slow, slow);
	const rows = Array.from({ length: 16 }, (_, n) => toRow([a, b][n % 2], n));
	await create(rows, { pace: { concurrency: 2 } });
	for (const account of [a, b]) expect((await account.totals()).maxInFlight).toBe(2);
});

const parameters = { name: '={{ $json.name }}', url: '={{ $json.url }}', downloadImage: false };
const toQr = ({ key }: { key: string }, n: number) => ({
	key,
	name: `QR ${n}`,
	url: `https://example.com/${n}`,
});

test('qrCode.createMany sends separate batches for each account and returns the rows in input order', async () => {
	const [a, b, c] = await openAccounts({}, {}, {});
	const rows = Array.from({ length: 60 }, (_, n) => toQr([a, b, c][n % 3], n));
	const inBatches = { ...parameters, additionalFields: { batchSize: 10 } };
	const result = await run('qrCode', 'createMany', inBatches, rows);
	expect(getField(result.items, 'name')).toEqual(rows.map(({ name }) => name));
	const before = await namesIn(world.sandbox);
	for (const account of [a, b, c]) {
		expect((await account.counts())['POST /api/qr/bulk']).toBe(2);
		const own = rows.filter(({ key }) => key === account.key).map(({ name }) => name);
		expect(await namesIn(account)).toEqual([...before, ...own]);
	}
	expect(hintsOf(result)).toEqual([
		'This run used 3 Link Platform accounts',
		'QR codes: 60 created',
		expect.stringMatching(/renamed with the prefix input_: url$/),
	]);
});

test("qrCode.createMany looks for repeated and existing names only in the row's own account", async () => {
	const [a, b] = await openAccounts({}, {});
	const [there, twice] = ['There', 'Twice'].map((name) => ({
		name,
		url: `https://example.com/${name}`,
	}));
	await a.call('/api/qr/add', there);
	const rows = [a, b, a, b, b].map(({ key }, n) => ({ key, ...(n < 2 ? there : twice) }));
	const result = await run('qrCode', 'createMany', parameters, rows);
	expect(getField(result.items, 'created')).toEqual([false, true, true, true, false]);
	expect(result.items[4].json.id).toBe(result.items[3].json.id);
	expect(hintsOf(result)).toContain('QR codes: 3 created, 2 already existed');
});

test('qrCode.createMany fails only the rows whose API key is rejected or whose account has no quota left', async () => {
	const [a, b] = await openAccounts(
		{},
		{ quotas: { qrs: (await namesIn(world.sandbox)).length + 2 } },
	);
	const rows = [a, b, { key: REFUSED }, b, b, a].map(toQr);
	const { items, errorItems, hints } = await run('qrCode', 'createMany', parameters, rows);
	expect(getField(items, 'name')).toEqual(['QR 0', 'QR 1', 'QR 3', 'QR 5']);
	expect(errorItems.map(({ json }) => [json.name, json.error])).toEqual([
		['QR 2', expect.stringContaining('API key rejected')],
		['QR 4', expect.stringContaining('Your plan has room for')],
	]);
	expect(hintsOf({ hints })).toContain('QR codes: 4 created, 2 failed');
});

test('qrCode.createMany validates the rows of all accounts before it sends any request', async () => {
	const [a, b] = await openAccounts({}, {});
	const rows = [a, b, a, { key: '' }].map(toQr);
	for (const row of rows.slice(1, 3)) row.url = 'nonsense';
	const onError = 'stopWorkflow';
	const { error } = await run('qrCode', 'createMany', parameters, rows, { onError });
	expect(error?.message).toContain('3 of 4 rows');
	for (const row of [2, 3, 4]) expect(error?.message).toContain(`(row ${row})`);
	expect(error?.message).toContain("'API Key' in the credential is empty");
	expect([...(await a.requests()), ...(await b.requests())]).toEqual([]);
});

test("a dropdown in the editor explains that it can't load if the credential's expression reads the input item", async () => {
	const message = expect.stringContaining(
		"The credential's expressions need an input item. Lists in the editor, triggers and waiting executions don't have one. Enter an ID or a URL instead of choosing from a list",
	);
	const more = withCredential({});
	const links = world.engine.listSearch('searchLinks', more);
	await expect(links).rejects.toMatchObject({ message });
	const campaigns = world.engine.loadOptions('getCampaigns', more);
	await expect(campaigns).rejects.toMatchObject({ message });
});

test("an AI tool uses the account of the API key that its credential's expression returns", async () => {
	const [a] = await openAccounts({});
	const tool = await world.engine.connectTool({
		node: 'linkPlatform',
		parameters: {
			resource: 'link',
			operation: 'get',
			linkId: byId("={{ $fromAI('id', '', 'string') }}"),
		},
		...withCredential({ apiKey: `={{ '${a.key}' }}` }),
	});
	await tool({ id: '1' });
	expect(await a.requests()).toHaveLength(1);
});

test('a blank row is left out even if the API key comes from a column', async () => {
	const [a] = await openAccounts({});
	const rows = [toQr(a, 0), { key: '', name: '' }, toQr(a, 1)];
	const result = await run('qrCode', 'createMany', parameters, rows, { onError: 'stopWorkflow' });
	expect(result.error).toBeUndefined();
	expect(getField(result.items, 'name')).toEqual(['QR 0', 'QR 1']);
});
