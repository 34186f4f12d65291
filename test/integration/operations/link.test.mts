/** Tests short links: the requests, the output items, and the reaction to invalid values and responses. */
import {
	getFailure,
	getJson,
	getMessages,
	getPairs,
	sent,
	requested,
	getField,
	toItems,
	written,
} from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';
import { withJson, withStatus } from '../../support/faults.mts';
import { table } from '../../support/table.mts';

const world = useWorld();

/** Reads the links of the account without the node. */
const links = () => world.all('/api/urls', 'urls');

const url = 'https://example.com/a';

test.each(['create', 'createOnce', 'upsert', 'update'])(
	"link.%s appends the UTM parameters that aren't empty to the URL",
	async (operation) => {
		const utm = { values: { source: 'a', medium: ' ' } };
		await world.run('link', operation, {
			url,
			alias: 'with-utm',
			idempotencyKey: 'a',
			linkId: byId(1),
			additionalFields: { utm },
			updateFields: { url, utm },
		});
		const [body] = (await sent(world)).flatMap((one) => one.body ?? []);
		expect(body).toMatchObject({ url: `${url}?utm_source=a` });
	},
);

test.each([
	['4', "'URL' is empty (row 4)"],
	['<b>4</b>', "'URL' is empty"],
])(
	'the error for an invalid value with the row_number %j names the row only if that is a number: %s',
	async (row, error) => {
		const items = toItems([{ url }, { row_number: row }]);
		const parameters = { url: '={{ $json.url }}' };
		const { errorItems } = await world.run('link', 'create', parameters, { items });
		expect(getField(errorItems, 'error')).toEqual([error]);
		const stopped = await world.run('link', 'create', parameters, {
			items: items.slice(1),
			onError: 'stopWorkflow',
		});
		expect(stopped.error?.message).toBe(error);
	},
);

test('the error for a value refused by Link Platform names the row only once', async () => {
	const body = { error: 1, message: 'Malformed.' };
	await world.sandbox.fault({ action: { type: 'status', status: 422, body } });
	const items = toItems([{ row_number: 7 }]);
	const failure = await world.fail('link', 'create', { url }, { items });
	expect(failure.error).toBe('Malformed (row 7)');
});

test('link.create sends no request if it has no input items', async () => {
	const { items, errorItems } = await world.run('link', 'create', { url }, { items: [] });
	expect([items, errorItems]).toEqual([[], []]);
	await world.expectNoRequest();
});

test('failed items go to the error output with their input fields, in input order', async () => {
	await world.fault('/api/url/add', { type: 'delay', ms: 200 }, { method: 'POST', times: 1 });
	const rows = [
		{ url, alias: 'a1', row: 1 },
		{ url: 'ftp://example.com/a', alias: 'a2', row: 2 },
		{ url, alias: 'launch', row: 3 },
		{ url: '', alias: 'a4', row: 4 },
		{ url, alias: 'a5', row: 5 },
	];
	const parameters = {
		url: '={{ $json.url }}',
		additionalFields: { alias: '={{ $json.alias }}' },
	};
	const more = { items: toItems(rows) };
	const { items, errorItems } = await world.run('link', 'create', parameters, more);
	expect(getField(items, 'alias')).toEqual(['a1', 'a5']);
	expect(getPairs(items)).toEqual([0, 4]);
	expect(getPairs(errorItems)).toEqual([1, 2, 3]);
	expect(getJson(errorItems)).toEqual([
		{
			...rows[1],
			error: expect.stringContaining('The field "url" is not valid'),
			message: 'Correct the value shown above, or check every field if none is shown',
			details: { httpCode: '422', reason: 'refused', requestId: expect.stringMatching(/^req_/) },
		},
		{
			...rows[2],
			error: 'The alias "launch" is already taken.',
			message: 'Choose another alias, or change the link that already uses this alias',
			details: { httpCode: '409', reason: 'link.aliasTaken', requestId: expect.any(String) },
		},
		{
			...rows[3],
			error: "'URL' is empty",
			message: 'Enter a value, or correct the expression that returns it',
			details: { httpCode: null, reason: 'input.empty', field: 'url' },
		},
	]);

	await world.reset();
	const regular = await world.run('link', 'create', parameters, {
		...more,
		onError: 'continueRegularOutput',
	});
	const [record, failure] = regular.items.map(({ json }) => Object.keys(json));
	expect([record[0], failure]).toEqual(['id', ['error', 'message', 'details']]);
});

test('link.delete stops at the first failed item and reports its index if On Error is Stop Workflow', async () => {
	const ids = [1, 77, 2, 3, 4].map((id) => ({ id }));
	const result = await world.run(
		'link',
		'delete',
		{ linkId: byId('={{ $json.id }}') },
		{ items: toItems(ids), onError: 'stopWorkflow', pace: { concurrency: 1 } },
	);
	expect(result.status).toBe('error');
	expect(result.error).toMatchObject({
		name: 'NodeApiError',
		message: 'There is no link with id 77.',
		description: expect.stringContaining("Looked for 'Link' 77"),
		httpCode: '404',
		context: { itemIndex: 1 },
	});
	expect(await requested(world)).toEqual(['DELETE /api/url/1/delete', 'DELETE /api/url/77/delete']);
});

test('link.update sends several updates of the same link in input order, and stops at the first failure', async () => {
	await world.sandbox.fault({ method: 'PUT', times: 1, action: { type: 'delay', ms: 100 } });
	const rows = [{ to: 'one' }, { to: 'two' }, { to: 'three' }];
	const parameters = {
		linkId: byId(1),
		updateFields: { url: '=https://example.com/{{ $json.to }}' },
	};
	await world.run('link', 'update', parameters, { items: toItems(rows) });
	expect((await links())[0].longurl).toBe('https://example.com/three');

	await world.reset();
	await world.sandbox.fault({ method: 'PUT', times: 1, action: withStatus(400) });
	await world.run('link', 'update', parameters, {
		items: toItems(rows),
		onError: 'stopWorkflow',
	});
	expect(await sent(world)).toHaveLength(1);
	expect((await links())[0].longurl).toBe('https://example.com/launch');
});

test('link.update sends updates of the same link in input order even if the items spell its short URL differently', async () => {
	const { host } = new URL(world.url);
	const names = [`${world.url}/launch`, `${host}/launch/`, `${host}/launch?from=mail`];
	for (const slow of [0, 1]) {
		await world.reset();
		const delay = { type: 'delay', ms: 150 };
		await world.sandbox.fault({ method: 'PUT', after: slow, times: 1, action: delay });
		const parameters = {
			linkId: byUrl('={{ $json.name }}'),
			updateFields: { url: '=https://example.com/{{ $json.n }}' },
		};
		const items = toItems(names.map((name, n) => ({ name, n })));
		const { errorItems } = await world.run('link', 'update', parameters, { items });
		expect(errorItems).toEqual([]);
		expect((await links())[0].longurl).toBe('https://example.com/2');
	}
});

test('link.get reads the list of links once for all items, and only as many pages as needed', async () => {
	await world.fill('links', 250);
	const items = toItems(['launch', 'guide', 'try', 'launch'].map((alias) => ({ alias })));
	const linkId = byUrl(`=${world.url}/{{ $json.alias }}`);
	const found = await world.run('link', 'get', { linkId }, { items });
	expect(getField(found.items, 'id')).toEqual([1, 2, 4, 1]);
	expect((await world.counts())['GET /api/urls']).toBe(1);
});

test('link.get requests a failing list page only once, and only the items that need that page fail', async () => {
	await world.fill('links', 250);
	const all = await world.all('/api/urls', 'urls');
	const refusal = withStatus(403);
	await world.fault('/api/urls', refusal, { after: 1, times: 1 });
	await world.forget();
	const wanted = [...all.slice(-3), all[0]];
	const items = toItems(wanted.map(({ shorturl }) => ({ shorturl: shorturl as string })));
	const linkId = byUrl('={{ $json.shorturl }}');
	const result = await world.run('link', 'get', { linkId }, { items });
	expect(getPairs(result.errorItems)).toEqual([0, 1, 2]);
	expect(getField(result.items, 'id')).toEqual([all[0].id]);
	expect((await world.counts())['GET /api/urls']).toBe(2);
});

test.each(['nowhere', 'New', 'go.example.com', '3'])(
	'link.delete fails for the unknown alias "%s" and says how many links were searched',
	async (alias) => {
		const failure = await world.fail('link', 'delete', { linkId: byUrl(alias) });
		expect(failure).toEqual({
			error: `No link has the short URL or alias "${alias}"`,
			message: expect.stringContaining('Searched links: 6, QR codes: 0'),
			details: { httpCode: '404', reason: 'notFound' },
		});
		expect(await requested(world)).toEqual(['GET /api/urls']);
	},
);

test('link.get fails for an alias in other capital letters, and the error names the link that has the alias', async () => {
	const { message } = await world.fail('link', 'get', { linkId: byUrl('LAUNCH') });
	expect(message).toContain('A link has the alias "launch"');
});

test('link.delete rejects an alias that exists on two domains, and the error names both domains', async () => {
	const twin = (id: number, domain: string) => ({
		id,
		alias: 'twin',
		domain,
		shorturl: `https://${domain}/twin`,
	});
	// The list contains the first link twice, as if the list had changed while the node read its pages.
	const urls = [twin(1, 'a.example'), twin(2, 'b.example'), twin(1, 'a.example')];
	await world.respond('/api/urls', { urls, maxpage: 1 });
	expect(await world.fail('link', 'delete', { linkId: byUrl('twin') })).toMatchObject({
		error: 'The alias "twin" is used on several domains: a.example, b.example',
		message: expect.stringMatching(/^Enter the short URL instead of the alias/),
	});
	expect(await requested(world)).toEqual(['GET /api/urls']);
});

test('link IDs too large for a JavaScript number are returned and sent with all their digits', async () => {
	// 2^53 + 1, which JavaScript rounds to 2^53.
	const id = '9007199254740993';
	const ids = [id, '123456789012345678901', `-${id}`];
	const rows = ids.map((one) => `{"id":${one},"clicks":7,"rate":0.1234567890123456789}`);
	const body = `{"error":0,"data":{"urls":[${rows.join()}]}}`;
	await world.fault('/api/urls', { type: 'wrongJson', body });
	const listed = await world.run('link', 'getAll', { limit: 3 });
	expect(getJson(listed.items)).toEqual(
		ids.map((one) => ({ id: one, clicks: 7, rate: 0.12345678901234568 })),
	);
	await world.clearFaults();
	await world.forget();
	const items = toItems(getJson(listed.items) as object[]);
	const parameters = { linkId: byId('={{ $json.id }}'), updateFields: { url } };
	for (const operation of ['get', 'update', 'delete']) {
		await world.run('link', operation, parameters, { items: items.slice(0, 1) });
	}
	expect(await requested(world)).toEqual([
		`GET /api/url/${id}`,
		`PUT /api/url/${id}/update`,
		`DELETE /api/url/${id}/delete`,
	]);
});

describe('link.createOnce', () => {
	test('link.createOnce creates one link per idempotency key, even across executions and with non-ASCII keys', async () => {
		for (const idempotencyKey of ['order-1042', 'Größe 7', '订单-1']) {
			await world.reset();
			const parameters = { url, idempotencyKey };
			const first = await world.run('link', 'createOnce', parameters);
			const again = await world.run('link', 'createOnce', parameters);
			expect(first.errorItems).toEqual([]);
			expect(getJson(again.items)).toEqual(getJson(first.items));
			expect(await links()).toHaveLength(7);
		}
		// The node must not drop characters that a header can't contain, or this key would equal the previous key.
		await world.run('link', 'createOnce', { url, idempotencyKey: '客户-1' });
		expect(await links()).toHaveLength(8);
		const parameters = { url, idempotencyKey: 'plain key' };
		await world.forget();
		await world.run('link', 'createOnce', parameters);
		const [{ headers }, ...others] = await world.requests();
		expect([headers['idempotency-key'], others]).toEqual(['plain key', []]);
	});

	test.each(table<[object, number]>`
		{"slug": "a", "url": "https://other.example/x"} | 1
		{"slug": "a", "url": "https://other.example/x", "shorturl": "https://sho.rt/a"} | 1
		{"slug": "a", "url": "https://sho.rt/a", "shorturl": "https://sho.rt/a"} | 0
		{"slug": "a", "url": "https://sho.rt/a"} | 0
		{"slug": "a", "url": "https://example.com/a"} | 0
	`)(
		'link.createOnce takes the url of the record %j for its target unless it is the short URL: %i hints',
		async (record, count) => {
			await world.respond('/v1/links', { id: 9, ...record });
			const { hints } = await world.run('link', 'createOnce', { url, idempotencyKey: 'a' });
			expect(getMessages(hints)).toEqual(
				Array(count).fill(expect.stringContaining('a link to a different URL')),
			);
		},
	);

	test('link.createOnce sends rows with the same idempotency key one after the other', async () => {
		const items = ['same', 'same', 'same'].map((key) => ({ json: { key } }));
		await world.fault('/v1/links', withStatus(429), { times: 2 });
		await world.change({ latencyMs: 30 });
		await world.run('link', 'createOnce', { url, idempotencyKey: '={{ $json.key }}' }, { items });
		expect((await world.totals()).maxInFlight).toBe(1);
	});
});

test('a lost connection causes the same message on the error output as in a stopped run', async () => {
	const lost = { times: 1, action: { type: 'reset', when: 'afterHandling' } };
	await world.sandbox.fault({ path: '/api/url/add', ...lost });
	const failure = await world.fail('link', 'create', { url });
	await world.sandbox.fault({ path: '/api/url/add', ...lost });
	const stopped = await world.run('link', 'create', { url }, { onError: 'stopWorkflow' });
	// n8n's own messages for such error codes name neither the service nor a solution, so the node replaces them.
	expect(stopped.error).toMatchObject({
		name: 'NodeApiError',
		httpCode: 'ECONNRESET',
		message: failure.error,
		description: failure.message,
	});
	expect(failure.error).toContain('was lost');
});

const parameters = { alias: '={{ $json.alias }}', url: '={{ $json.url }}' };

test('link.upsert creates missing links, updates existing ones, and reads the list of links only once', async () => {
	await world.fill('links', 250);
	const rows = [
		{ alias: 'launch', url: `${url}/1` },
		{ alias: 'fresh', url: `${url}/2` },
		{ alias: 'guide', url: `${url}/3` },
		{ alias: 'fresher', url: `${url}/4` },
	];
	const { items, errorItems } = await world.run('link', 'upsert', parameters, {
		items: toItems(rows),
	});
	expect(errorItems).toEqual([]);
	expect(items.map(({ json }) => [json.alias, json.longurl])).toEqual(
		rows.map((row) => [row.alias, row.url]),
	);
	expect(getPairs(items)).toEqual([0, 1, 2, 3]);
	const requests = (await requested(world)).sort();
	expect(requests).toEqual([
		...Array<string>(3).fill('GET /api/urls'),
		'POST /api/url/add',
		'POST /api/url/add',
		'PUT /api/url/1/update',
		'PUT /api/url/2/update',
	]);
});

test('link.upsert returns the new target if the response to the update only confirms it', async () => {
	const action = { type: 'wrongJson', body: '{"error":0,"message":"Updated."}' };
	await world.sandbox.fault({ method: 'PUT', action });
	const record = await world.first('link', 'upsert', { alias: 'launch', url });
	expect(record).toMatchObject({ alias: 'launch', longurl: url, created: false });
});

test("link.upsert leaves out a field that it changed if the response to the update doesn't show it", async () => {
	const link = {
		id: 7,
		alias: 'a',
		longurl: url,
		expiry: '2031-01-01',
		maxClicks: 5,
		campaignId: 1,
	};
	await world.respond('/api/urls', { urls: [link], maxpage: 1 });
	await world.fault('/api/url/7/update', withJson({ error: 0, message: 'Updated.' }));
	const additionalFields = { expiry: '2032-01-01', maxClicks: 9 };
	const rows = toItems([{ ifExists: 'update' }, { ifExists: 'skip' }]);
	const given = { alias: 'a', url, ifExists: '={{ $json.ifExists }}', additionalFields };
	const { items } = await world.run('link', 'upsert', given, { items: rows });
	const [changed, skipped] = getJson(items);
	for (const record of [changed, skipped]) {
		expect(record).toMatchObject({ id: 7, longurl: url, campaignId: 1 });
		for (const name of ['expiry', 'maxClicks']) expect(record).not.toHaveProperty(name);
	}
});

test('link.upsert names the link that it found without a domain if the account has links on several hosts', async () => {
	const links = (hosts: string[]) =>
		hosts.map((host, n) => ({ id: n, alias: `a${n}`, shorturl: `https://${host}/a${n}` }));
	const hintsFor = async (hosts: string[], more: object = {}) => {
		await world.restore();
		await world.respond('/api/urls', { urls: [{ id: 9 }, ...links(hosts)], maxpage: 1 });
		await world.respond('/api/url/1/update', { id: 1 });
		const { hints } = await world.run('link', 'upsert', { alias: 'a1', url, ...more });
		return getMessages(hints);
	};
	expect(await hintsFor(['a.example', 'b.example'])).toEqual([
		expect.stringContaining('"https://b.example/a1"'),
	]);
	expect(await hintsFor(['b.example', 'b.example'])).toEqual([]);
	const additionalFields = { domain: 'b.example' };
	expect(await hintsFor(['a.example', 'b.example'], { additionalFields })).toEqual([]);
});

test('link.upsert names the link whose alias differs only in capital letters, in each run after the first', async () => {
	await world.change({ aliases: 'lowered' });
	const run = async () => await world.run('link', 'upsert', { alias: 'Sale', url });
	expect(getMessages((await run()).hints)).toEqual([expect.stringContaining('"Sale" as "sale"')]);
	for (let night = 2; night <= 3; night += 1) {
		expect(getFailure(await run())).toMatchObject({
			message: expect.stringContaining('A link has the alias "sale"'),
			details: { reason: 'link.aliasTaken' },
		});
	}
	expect(await links()).toHaveLength(7);
});

test.each([
	['That alias is not available', 'link.aliasTaken'],
	['"LAUNCH" exists', 'link.aliasTaken'],
	['This URL is blacklisted', 'refused'],
])(
	'the reason of the refusal %j is %s if a link has the alias in other letters',
	async (said, reason) => {
		await world.fault('/api/url/add', withJson({ error: 1, message: said }));
		const failure = await world.fail('link', 'upsert', { alias: 'LAUNCH', url });
		expect(failure).toMatchObject({ error: said, details: { reason } });
	},
);

test('link.upsert says why it can update no link that an earlier item created if the answer showed no ID', async () => {
	await world.fault('/api/url/add', withJson({ error: 0, message: 'Created' }));
	const items = toItems([{ alias: 'fresh' }, { alias: 'fresh' }]);
	const parameters = { alias: '={{ $json.alias }}', url };
	const { errorItems } = await world.run('link', 'upsert', parameters, { items });
	expect(getPairs(errorItems)).toEqual([1]);
	expect(errorItems[0].json.error).toMatch(/^An earlier item created the link "fresh", but/);
});

test('link.upsert says that each run creates a link if Link Platform numbers a taken alias', async () => {
	await world.respond('/api/url/add', { id: 8, alias: 'sale-1' });
	const { message } = await world.fail('link', 'upsert', { alias: 'sale', url });
	expect(message).toContain('each run creates another link');
});

test.each([
	['upsert', { alias: 'https://GO.example.com/Fresh/', url }],
	['create', { url, additionalFields: { alias: 'https://go.example.com/Fresh' } }],
	['update', { linkId: '1', updateFields: { alias: 'https://go.example.com/Fresh' } }],
])(
	'link.%s takes an alias that is a short URL for its path, and its host for the domain',
	async (operation, given) => {
		await world.run('link', operation, given);
		const [body] = (await sent(world)).flatMap(({ body: one }) => one ?? []);
		expect(body).toMatchObject({ alias: 'Fresh', domain: 'go.example.com' });
	},
);

test.each([
	['https://a.example/x', { domain: 'b.example' }],
	['https://a.example', {}],
])('link.upsert refuses the alias %s with the settings %j', async (alias, settings) => {
	const given = { alias, url, additionalFields: settings };
	expect((await world.fail('link', 'upsert', given)).details).toMatchObject({ reason: 'input' });
	await world.expectNoRequest();
});

test('link.upsert sends the settings for new and existing links, but the alias only for new links', async () => {
	const additionalFields = { password: 'knock-knock', utm: { values: { source: 's' } } };
	for (const alias of ['launch', 'fresh']) {
		await world.run('link', 'upsert', { alias, url, additionalFields });
	}
	const bodies = (await sent(world)).flatMap(({ body }) => body ?? []);
	const body = { url: `${url}?utm_source=s`, password: 'knock-knock' };
	expect(bodies).toEqual([body, { ...body, alias: 'fresh' }]);
});

test('link.upsert changes nothing and asks for the domain if the alias exists on two domains', async () => {
	const page = (from: number) => Array.from({ length: 99 }, (_, n) => ({ id: from + n }));
	for (const [n, domain] of ['links.example', 'go.example.com'].entries()) {
		const urls = [...page(100 * n), { id: 7_000 + n, alias: 'twin', domain }];
		await world.respond('/api/urls', { urls, currentpage: n + 1, maxpage: 2 }, { times: 1 });
	}
	// There are as many items as pages, so that the node reads the list instead of searching it.
	const twice = { items: toItems([{}, {}]), pace: { concurrency: 1 } };
	expect(await world.fail('link', 'upsert', { alias: 'twin', url }, twice)).toMatchObject({
		error: 'The alias "twin" is used on several domains: links.example, go.example.com',
		message: expect.stringContaining("'Domain Name or ID'"),
	});
	expect(await written(world)).toEqual([]);
});

test.each([
	{ domain: 'go.example.com' },
	{ domain: null, shorturl: 'https://go.example.com/twin' },
])(
	'link.upsert with a domain stops reading the list once it finds the alias in a link with %j',
	async (stated) => {
		const urls = [{ id: 2, alias: 'twin', ...stated }];
		await world.respond('/api/urls', { urls, currentpage: 1, maxpage: 9 });
		const additionalFields = { domain: 'go.example.com' };
		await world.run('link', 'upsert', { alias: 'twin', url, additionalFields });
		expect(await requested(world)).toEqual(['GET /api/urls', 'PUT /api/url/2/update']);
	},
);

test('the dropdown for a link loads page by page and can be searched', async () => {
	await world.fill('links', 150);
	const first = await world.engine.listSearch('searchLinks');
	expect(first.results).toHaveLength(100);
	expect(first.results[0]).toEqual({
		name: `${world.url}/launch → https://example.com/launch`,
		value: '1',
		url: `${world.url}/launch`,
	});
	const paginationToken = first.paginationToken as string;
	const second = await world.engine.listSearch('searchLinks', { paginationToken });
	expect(second.results).toHaveLength(56);
	expect(second.paginationToken).toBeUndefined();
	const { results } = await world.engine.listSearch('searchLinks', { filter: 'EXAMPLE.com/149' });
	expect(results).toHaveLength(1);
});

test('the dropdown for a link loads all pages even if Link Platform returns smaller pages than requested', async () => {
	await world.fill('links', 150);
	await world.change({ maxPageSize: 20 });
	const seen: string[] = [];
	for (let paginationToken: string | undefined = '1'; paginationToken !== undefined; ) {
		const page = await world.engine.listSearch('searchLinks', { paginationToken });
		seen.push(...page.results.map(({ value }) => String(value)));
		paginationToken = page.paginationToken;
	}
	expect(new Set(seen).size).toBe(156);
	expect(seen).toHaveLength(156);
});

test('the dropdown for a link stops after an empty page, even if the list states thousands of pages', async () => {
	await world.respond('/api/urls', { urls: [], maxpage: 4_000 });
	const { results, paginationToken } = await world.engine.listSearch('searchLinks');
	expect({ results, paginationToken }).toEqual({ results: [], paginationToken: undefined });
	expect(await sent(world)).toHaveLength(1);
});

test.each([
	['getCampaigns', 'campaigns', '/api/campaigns'],
	['getDomains', 'domains', '/api/domains'],
])(
	'the dropdown loaded by %s shows all records after an option to set none',
	async (method, name, path) => {
		const toRecord = (_: unknown, n: number) => ({
			id: n,
			name: `n${n}`,
			domain: `d${n}.example`,
		});
		const records = Array.from({ length: 1_001 }, toRecord);
		await world.respond(path, { [name]: records, maxpage: 1 });
		const options = await world.engine.loadOptions(method);
		expect(options).toHaveLength(1_002);
		// Without this option, the editor would frame the empty field in red.
		expect(options[0]).toMatchObject({ name: 'Not Set', value: '' });
	},
);
