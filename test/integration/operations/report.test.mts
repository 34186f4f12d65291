/** Tests Get Report: which statistics it reads, which items it returns, and that no name can break its email. */
import {
	getFailure,
	getField,
	getJson,
	getMessages,
	getRecord,
	requested,
	sent,
} from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const report = (parameters: object, more: Parameters<typeof world.run>[3] = {}) =>
	world.run('analytics', 'getReport', { period: 'today', ...parameters }, more);

const visit = async (alias: string, count: number) => {
	for (let n = 0; n < count; n += 1) await world.visit(alias, { 'x-country': 'JP' });
};

const requests = async () =>
	(await requested(world)).filter((request) => request.includes('/api/'));
const statsOf = async () => (await requests()).filter((request) => request.endsWith('/stats'));

const email = async (parameters: object) => {
	const { items, errorItems } = await report({ outputAs: 'html', ...parameters });
	expect(getJson(errorItems)).toEqual([]);
	return items[0].json as { subject: string; html: string; text: string };
};

/** Makes Link Platform list these links, all with the same statistics. */
const respondLinks = async (links: object[], clicks = 5) => {
	const urls = links.map((link, n) => ({ id: n + 1, alias: `a${n}`, clicks: 100, ...link }));
	await world.respond('/api/urls', { urls, result: urls.length, maxpage: 1, currentpage: 1 });
	await world.respond('/api/url/:id/stats', { totalClicks: clicks, topCountry: 'JP' });
};

describe('report as items', () => {
	test('analytics.getReport returns the most clicked links first, with their clicks in the previous period', async () => {
		await visit('guide', 3);
		await visit('launch', 1);
		const { items } = await report({ limit: 2 });
		expect(items).toHaveLength(2);
		expect(items[0].json).toEqual({
			linkId: 2,
			alias: 'guide',
			shorturl: `${world.url}/guide`,
			longurl: 'https://example.com/Guide%20für/alle?lang=en',
			clicks: 3,
			previousClicks: 0,
			change: null,
			uniqueVisitors: 1,
			topCountry: 'JP',
			topReferrer: 'direct',
		});
		expect(items[1].json).toMatchObject({ linkId: 1, clicks: 1, previousClicks: 0, change: null });
	});

	test('analytics.getReport requests statistics only for links that could be among the most clicked', async () => {
		await visit('guide', 3);
		expect(getRecord(await report({ limit: 1 }, { pace: { concurrency: 1 } })).alias).toBe('guide');
		// The links have 40, 10, 3 and 0 clicks in total, so the link without clicks can't be the most clicked.
		expect(await statsOf()).toEqual([1, 4, 2, 2].map((id) => `GET /api/url/${id}/stats`));
		expect(await requests()).toHaveLength(5);
	});

	test("analytics.getReport uses a link's statistics even if the list of links states fewer clicks", async () => {
		await respondLinks([{ clicks: 1 }, { clicks: 2 }], 7);
		const { items } = await report({});
		expect(items.map(({ json }) => [json.clicks, json.previousClicks])).toEqual([
			[7, 7],
			[7, 7],
		]);
	});
});

describe('totals of many links', () => {
	test('analytics.getReport returns zeros for a link without clicks in the list, and sends no request for it', async () => {
		await respondLinks([{ clicks: 9 }, ...Array.from({ length: 138 }, () => ({ clicks: 0 }))]);
		const { items } = await report({});
		expect(items).toHaveLength(50);
		expect(items[49].json).toMatchObject({
			linkId: 50,
			clicks: 0,
			previousClicks: 0,
			change: 0,
			uniqueVisitors: 0,
			topCountry: '',
		});
		expect(await requests()).toHaveLength(3);
		const { subject, text } = await email({});
		expect(subject).toContain(': 5 clicks on 1 of 139 links (0%), ');
		expect(text.match(/^- /gm)).toHaveLength(1);
	});

	test('the report email compares all links, even if it lists only some of them', async () => {
		// The second half has no clicks in this period, and the first half had none in the previous one.
		for (let id = 1; id <= 20; id += 1) {
			const counts = id > 10 ? [0, 7] : [7, 0];
			for (const totalClicks of counts)
				await world.respond(`/api/url/${id}/stats`, { totalClicks }, { times: 1 });
		}
		await respondLinks(Array.from({ length: 20 }, () => ({})));
		expect((await email({ limit: 10 })).subject).toContain('70 clicks on 10 of 20 links (0%)');
	});

	test('the report email states no change in total if it leaves out links that were not read', async () => {
		await respondLinks(Array.from({ length: 9 }, (_, n) => ({ clicks: n > 2 ? 4 : 100 })));
		const { subject, text } = await email({ limit: 3 });
		expect(subject).toContain(': 15 clicks on the 3 most clicked of 9 links, ');
		expect(text.match(/^- .*: 5 \(0%\)$/gm)).toHaveLength(3);
	});

	test.each([
		['compared with the previous period', 1_000, {}, 2_000],
		['without comparison of more than 1,000 links', 1_200, { limit: 20 }, 1_020],
	])(
		'analytics.getReport for 1,000 links sends no more requests than documented: %s',
		async (_, count, parameters, most) => {
			await respondLinks(Array.from({ length: count }, () => ({})));
			const { items, hints } = await report({ limit: 1_000, ...parameters });
			expect(items).toHaveLength('limit' in parameters ? 20 : 1_000);
			expect(await statsOf()).toHaveLength(most);
			const said = getMessages(hints).join();
			expect(said.includes('Of 1,200 links, only the 1,000')).toBe(count > 1_000);
		},
	);
});

describe('report as items: comparison and filters', () => {
	test('analytics.getReport returns the change in percent even if click counts are strings', async () => {
		await respondLinks([{ clicks: '40' }]);
		await world.restore();
		const stats = '/api/url/1/stats';
		await world.respond(stats, { totalClicks: '1500' }, { times: 1 });
		await world.respond(stats, { totalClicks: 1200 }, { times: 1 });
		const record = getRecord(await report({ reportOn: 'link', linkId: byId(1) }));
		expect(record).toMatchObject({ clicks: 1500, previousClicks: 1200, change: 25 });
		expect(record).toMatchObject({ alias: 'launch', uniqueVisitors: null });
	});

	test('analytics.getReport compares with a previous period of the same length, up to the same time of day', async () => {
		await report(
			{ reportOn: 'link', linkId: byId(1), period: 'last7Days' },
			{ settings: { timezone: 'UTC' } },
		);
		const [current, previous] = (await sent(world))
			.filter(({ request }) => request.endsWith('/stats'))
			.map(({ query }) => query as { from: string; to: string });
		const week = 7 * 86_400_000;
		expect(Date.parse(current.from) - Date.parse(previous.from)).toBe(week);
		expect(Date.parse(current.to) - Date.parse(previous.to)).toBe(week);
	});

	test('analytics.getReport filters links, can omit the comparison, and can report on a campaign', async () => {
		await visit('guide', 2);
		const { items } = await report({ filters: { aliasPrefix: 'gu' }, compare: false });
		expect(items).toHaveLength(1);
		expect(items[0].json).not.toHaveProperty('change');
		const campaign = await report({ reportOn: 'campaign', campaignId: byId(1) });
		expect(getJson(campaign.items)).toMatchObject([
			{ campaignId: 1, name: expect.any(String), clicks: 2, previousClicks: 0, change: null },
		]);
	});

	test.each([
		[{ maxClicks: 3 }, [2, 3, 5, 6]],
		[{ createdAfter: '2000-01-01', minClicks: 1, maxClicks: 10 }, [4]],
	])(
		'analytics.getReport with the filters %j returns the same links as link.getAll',
		async (filters, ids) => {
			const { items } = await report({ filters });
			const links = await world.run('link', 'getAll', { returnAll: true, filters });
			expect(getField(items, 'linkId').sort()).toEqual(ids);
			expect(getField(links.items, 'id').sort()).toEqual(ids);
		},
	);
});

describe('report as items: omissions and failures', () => {
	test('analytics.getReport leaves out a link that was deleted after the list was read, but no other failure', async () => {
		await visit('guide', 1);
		await world.fault('/api/url/1/stats', withStatus(404));
		expect(getField((await report({})).items, 'linkId')).toEqual([2, 4, 3, 5, 6]);
		expect((await email({})).subject).toContain(': 1 click on 1 of 5 links');
		const gateway = { type: 'status', status: 404, body: 'no Route matched' };
		await world.restore();
		await world.fault('/api/url/1/stats', gateway);
		expect(getFailure(await report({})).details).toMatchObject({ httpCode: '404' });
	});

	test("analytics.getReport returns unknown clicks only if Link Platform itself doesn't know a link in the previous period", async () => {
		await visit('guide', 2);
		await world.fault('/api/url/2/stats', withStatus(404), { after: 1 });
		const parameters = { reportOn: 'link', linkId: byId(2) };
		expect(getRecord(await report(parameters))).toMatchObject({
			clicks: 2,
			previousClicks: null,
			change: null,
		});
		const gateway = { type: 'status', status: 404, body: 'no Route matched' };
		await world.restore();
		await world.fault('/api/url/2/stats', gateway, { after: 1 });
		expect(getFailure(await report(parameters)).details).toMatchObject({ httpCode: '404' });
	});

	test('analytics.getReport returns no items if there are no links', async () => {
		await world.respond('/api/urls', { urls: [] });
		expect((await report({})).items).toEqual([]);
	});

	test.each([
		[{ limit: 1001 }, /'Limit' must be 1000 or less/],
		[{ reportOn: 'link', linkId: byId('') }, /'Link' is empty/],
		[{ reportOn: 'campaign', campaignId: byId('') }, /'Campaign' is empty/],
	])(
		'analytics.getReport with %j fails before any request is sent',
		async (parameters, message) => {
			const { errorItems } = await report(parameters);
			expect(getField(errorItems, 'error')).toEqual([expect.stringMatching(message)]);
			await world.expectNoRequest();
		},
	);

	test("analytics.getReport fails if a link's statistics lack the number of clicks", async () => {
		await world.respond('/api/url/:id/stats', { message: 'soon' });
		expect(getFailure(await report({ reportOn: 'link', linkId: byId(1) })).error).toBe(
			"Link Platform didn't return the number of clicks",
		);
	});
});

const HOSTILE = [
	{
		alias: 'x',
		shorturl: '<script>alert(1)</script>',
		longurl: '</td></table><img src=x onerror=a>',
	},
	{ shorturl: 'javascript:alert(1)', longurl: 'https://example.com/"onmouseover="a' },
	{ shorturl: 'https://go.example/"><b>', longurl: `https://example.com/${'long'.repeat(125)}` },
	{ shorturl: 'https://go.example/سعر', longurl: 'https://example.com/\u202etxt.exe\u0007' },
	{ shorturl: `https://go.example/${'👩‍👩‍👧'.repeat(100)}`, longurl: 'https://example.com/\ud83d' },
];

describe('email', () => {
	test("malicious names can't break the HTML or the text lines of the report email", async () => {
		await respondLinks(HOSTILE);
		const { html, text, subject } = await email({});
		expect(html).not.toMatch(
			/<(?:script|img|b|link|iframe|object|svg|form|video|div|section|button)\b/i,
		);
		expect(html).not.toMatch(/\b(?:flex|grid|position|float|background-image|calc|var)\s*[:(]/);
		expect(html).not.toMatch(/<[^>]*\s(src|background|on\w+)\s*=|url\(|@import/i);
		const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
		expect(targets.length).toBeGreaterThan(1);
		expect(targets.filter((target) => !target.startsWith('https://go.example/'))).toEqual([]);
		expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
		expect(html).toContain('سعر');
		expect(html.isWellFormed()).toBe(true);
		// Each name takes one line, even if it is long, and doesn't change the direction of the text around it.
		const names = text.split('\n').filter((one) => one.startsWith('- '));
		expect(names).toHaveLength(HOSTILE.length);
		expect(Math.max(...names.map((one) => [...one].length))).toBeLessThan(110);
		expect(html + text).not.toMatch(/[\u202a-\u202e\u0007]/);
		expect(subject).toMatch(/^Click report: 25 clicks on 5 of 5 links \(0%\), \d+ \w+ 20\d\d$/);
	});

	test("line breaks in a campaign's name don't reach the report email's subject, and its HTML title is escaped", async () => {
		await world.respond('/api/campaign/:id', { id: 1, name: 'Sale\r\nBcc: a@b.example <b>' });
		const { subject, html } = await email({ reportOn: 'campaign', campaignId: byId(1) });
		expect(subject).toMatch(/^Sale Bcc: a@b\.example <b>: 0 clicks/);
		expect(html).toContain('<title>Sale Bcc: a@b.example &#60;b&#62;: 0 clicks');
	});

	test('the report email for a single link shows its clicks by day, by country and by website', async () => {
		await visit('guide', 2);
		const { subject, html, text } = await email({ reportOn: 'link', linkId: byId(2) });
		expect(subject).toMatch(/\/guide: 2 clicks \(none before\), /);
		expect(text).toMatch(/Clicks by day\n- \u2068[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}\u2069: 2\n/);
		expect(text).toContain('Countries, all time\n- \u2068Japan\u2069: 2\n');
		expect(html).toContain('Japan');
		expect(await requests()).toHaveLength(6);
	});
});

describe('email about countries', () => {
	test('the report email for a single link shows only the five countries and websites with the most clicks', async () => {
		const rows = Array.from({ length: 9 }, (_, n) => ({ name: `Land ${n}`, clicks: n }));
		await world.respond('/api/url/2/stats/countries', {
			countries: [...rows, { name: 'Germany', clicks: '900' }],
		});
		await world.respond('/api/url/2/stats/referrers', {
			referrers: [
				{ name: 'a.example', clicks: 1 },
				{ name: 'b.example', clicks: 5 },
			],
		});
		const { text, html } = await email({ reportOn: 'link', linkId: byId(2) });
		const isolated = (names: string[]) =>
			names.map((name) => `- \u2068${name}\u2069: `).join('.*\n');
		const countries = isolated(['Germany', 'Land 8', 'Land 7', 'Land 6', 'Land 5']);
		expect(text).toMatch(new RegExp(`Countries, all time\n${countries}5\n\n`));
		expect(text).toMatch(
			new RegExp(`Websites, all time\n${isolated(['b.example', 'a.example'])}1\n`),
		);
		expect(html).not.toContain('Land 4');
	});

	test('the report email shows a country without a name as "Not known", and fails if a website has no clicks', async () => {
		const countries = [{ code: '', name: '', clicks: 1 }];
		await world.respond('/api/url/2/stats/countries', { countries });
		const parameters = { reportOn: 'link', linkId: byId(2), outputAs: 'html' };
		expect(getRecord(await report(parameters)).text).toContain(
			'Countries, all time\n- \u2068Not known\u2069: 1\n',
		);
		await world.respond('/api/url/2/stats/referrers', { referrers: [{ name: 'a', hits: 7 }] });
		expect(getFailure(await report(parameters)).error).toBe(
			"Link Platform didn't return the number of clicks",
		);
	});

	test('the report email names the country with the most clicks for each link', async () => {
		await visit('guide', 2);
		const { html, text } = await email({});
		expect(html).toContain('<span dir="auto">Most from JP, https://example.com/Guide');
		expect(text).toMatch(/guide\u2069: 2 \(none before\)\n/);
		expect(await requests()).toHaveLength(7);
	});
});

describe('email of unusual accounts', () => {
	test('analytics.getReport returns a valid report email even if there are no links or no clicks', async () => {
		const { html, subject } = await email({ filters: { minClicks: 1, search: 'guide' } });
		expect(subject).toMatch(/^Click report: 0 clicks on 0 of 0 links \(0%\), /);
		expect(html).not.toMatch(/NaN|Infinity|undefined|null/);
		await world.respond('/api/urls', { urls: [] });
		expect((await email({})).subject).toMatch(/^Click report: 0 clicks on 0 of 0 links/);
	});

	test('the report email isolates the text direction of an Arabic name, so that numbers stay in place', async () => {
		await respondLinks([{ shorturl: 'https://سعر.example/أ' }]);
		const { html } = await email({});
		expect(html).toContain('<span dir="auto">سعر.example/أ</span>');
		expect(html).not.toMatch(/<(p|td|table)[^>]* dir="(auto|rtl)"/);
	});

	test('the report email shows at least a minimal bar for few clicks', async () => {
		await world.respond('/api/url/1/stats', { totalClicks: 80_000 }, { times: 1 });
		await respondLinks([{ clicks: 90_000 }, {}]);
		const { html, text, subject } = await email({});
		expect(subject).toContain('(+799,950%)');
		expect(text).toContain('80,000 (+1,599,900%)');
		const bars = html.matchAll(/width="(\d+)%"[^>]*><tr><td class="bar"/g);
		expect([...bars].map(([, width]) => width)).toEqual(['100', '1']);
	});

	test.each([
		[1, 1],
		[3, 2],
	])(
		'the report email for %d links with the limit %d counts all links, and lists as many as the limit allows',
		async (count, limit) => {
			await respondLinks(Array.from({ length: count }, () => ({})));
			const { subject, text } = await email({ limit });
			expect(subject).toContain(` clicks on ${count} of ${count} links `);
			expect(text.match(/^- /gm)).toHaveLength(limit);
		},
	);
});
