/** Tests moving links in from another service: which links are created, and why other links aren't. */
import type { IDataObject } from 'n8n-workflow';
import { setUp, useTemplates } from './templates.mts';

const { world, opened, run } = useTemplates();

interface Row extends IDataObject {
	row: number;
	alias: string;
	status: string;
	reason: string;
}

/** Returns the template with this file uploaded. */
function upload(csv: string, { create = true, domain = '' } = {}) {
	const workflow = setUp('moving-in');
	const [item] = workflow.pinData!['Upload Form'];
	item.binary!.Export_file.data = Buffer.from(csv).toString('base64');
	Object.assign(item.json, {
		'What to do': create ? 'Create the links' : 'Only check',
		Domain: domain,
	});
	return workflow;
}

async function move(csv: string, how?: Parameters<typeof upload>[1]) {
	const { status, error, nodes } = await run(upload(csv, how), 'Upload Form');
	expect([error?.message, status]).toEqual([undefined, 'success']);
	const rows = nodes.Report[0].items.map(({ json }) => json as Row);
	return { rows, nodes, at: (line: number) => rows.find(({ row }) => row === line) };
}

const aliases = async () =>
	(await world.all('/api/urls', 'urls')).map(({ alias }) => String(alias));
const posts = async () => (await world.requests()).filter(({ method }) => method === 'POST').length;
const longUrl = async (alias: string) =>
	(await world.all('/api/urls', 'urls')).find((link) => link.alias === alias)?.longurl;

test.each([
	[
		'Bitly',
		'Link,Custom Link,Date created,Title,Destination URL,Engagements,Status\nbit.ly/3xYz,go.example.com/Spring,2025-03-02,"Sale, spring",https://www.example.com/spring,12,active\n',
		'Spring',
	],
	[
		'Bitly, without a custom link',
		'Link,Custom Link,Date created,Title,Destination URL,Engagements,Status\nbit.ly/3xYz,,2025-03-02,,https://www.example.com/spring,12,active\n',
		'3xYz',
	],
	[
		'Bitly, with its random and its custom links',
		'bitlink,custom_bitlinks,long_url\nbit.ly/3xYz,"[""go.example.com/spring"",""bit.ly/s""]",https://www.example.com/spring\n',
		'spring',
	],
	[
		'Bitly, with custom links in only some rows',
		'link,custom_bitlinks,long_url\nbit.ly/3xYz,,https://www.example.com/spring\n',
		'3xYz',
	],
	[
		'Bitly, with an encoded alias',
		'link,long_url\ngo.example.com/gr%C3%B6%C3%9Fe,https://www.example.com/spring\n',
		'größe',
	],
	[
		'Short.io, with the column names of its API',
		'idString,path,shortURL,originalURL,title\nlnk_1,spring,https://go.example.com/spring,https://www.example.com/spring,Spring\n',
		'spring',
	],
	[
		'Short.io, with readable column names',
		'ID strings;original URLs;short URLs;clicks\nlnk_1;https://www.example.com/spring;https://go.example.com/spring;3\n',
		'spring',
	],
	[
		'Rebrandly',
		'id,createdAt,shortUrl,domain,slashtag,destination\nab,2024-01-15,go.example.com/docs/spring,go.example.com,docs/spring,https://www.example.com/spring\n',
		'docs/spring',
	],
	[
		'Dub',
		'Short link,Destination URL,Clicks,Created at\nhttps://go.example.com/spring?d=1,https://www.example.com/spring,3,2025-01-01\n',
		'spring',
	],
	[
		'Dub, before 2025',
		'link,url\nhttps://go.example.com/spring,https://www.example.com/spring\n',
		'spring',
	],
	[
		'YOURLS',
		'keyword,url,title,timestamp,ip,clicks\nspring,https://www.example.com/spring,Spring,2025-03-02 10:00:00,127.0.0.1,3\n',
		'spring',
	],
	[
		'Kutt',
		'id,address,link,target\n1,spring,https://go.example.com/spring,https://www.example.com/spring\n',
		'spring',
	],
	[
		'a file with a BOM and tabs',
		'\uFEFFSlug\tLong URL\r\nspring\thttps://www.example.com/spring\r\n',
		'spring',
	],
])('moving-in reads links exported from %s', async (_service, csv, alias) => {
	const { rows } = await move(csv, { create: false });
	expect(rows).toEqual([
		{ row: 2, alias, url: 'https://www.example.com/spring', status: 'new', reason: '' },
	]);
	expect(await posts()).toBe(0);
});

const EXPORT = `slug,url
one,https://www.example.com/1
launch,https://www.example.com/another
guide,https://example.com/Guide%20für/alle?lang=en
one,https://www.example.com/1b
two,www.example.com/2
,https://www.example.com/3
no way,https://www.example.com/4
four,https://www.example.com/${encodeURIComponent('四')}
`;

test('moving-in in check-only mode says of each row what a real run then does, and creates nothing', async () => {
	const check = await move(`${EXPORT}five,https://www.example.com/undefined\n`, { create: false });
	expect(check.rows.map(({ row, status, reason }) => [row, status, reason])).toEqual([
		[3, 'not moved', 'The alias is taken: it leads to https://example.com/launch'],
		[5, 'not moved', 'Row 2 has the same short link'],
		[
			6,
			'not moved',
			'\'URL\' must be a full URL, e.g. https://example.com/page (got "www.example.com/2")',
		],
		[7, 'not moved', "'Alias' is empty"],
		[8, 'not moved', expect.stringMatching(/^'Alias' must not contain .* \(got "no way"\)$/)],
		[2, 'new', ''],
		[9, 'new', ''],
		[10, 'new', expect.stringContaining('undefined')],
		[4, 'already there', ''],
	]);
	expect(await posts()).toBe(0);
	expect(opened.fakeNodes.of('Show the Result')).toMatchObject([
		{
			completionTitle: '3 new, 1 already there, 5 not moved',
			completionMessage: expect.stringContaining('\nNothing was created. '),
		},
	]);
	const { at } = await move(EXPORT);
	for (const { row, status, reason } of check.rows.filter((one) => one.row < 10)) {
		const done = status === 'new' ? 'created' : status;
		expect(at(row)).toMatchObject({ status: done, reason });
	}
});

test('moving-in names the link that has a refused alias in other letters', async () => {
	await world.change({ aliases: 'lowered' });
	const csv = 'slug,url\nSpring,https://www.example.com/1\nspring,https://www.example.com/2\n';
	const first = await move(csv);
	expect(first.at(3)?.reason).toBe('The alias is taken by the link "Spring"');
	const second = await move(csv);
	expect(second.at(2)?.reason).toBe('The alias is taken by the link "spring"');
});

test('moving-in creates the links with their aliases, and gives the reason for each row not moved', async () => {
	const { at, nodes } = await move(EXPORT);
	expect([at(2), at(9)]).toMatchObject([{ status: 'created' }, { status: 'created' }]);
	expect(await longUrl('one')).toBe('https://www.example.com/1');
	expect(await longUrl('launch')).toBe('https://example.com/launch');
	const [call] = opened.fakeNodes.calls.filter(({ node }) => node === 'Show the Result');
	expect(call.parameters.completionTitle).toBe('2 created, 1 already there, 5 not moved');
	expect(call.parameters.completionMessage.split('\n')).toEqual([
		'The first rows: one → https://www.example.com/1, launch → https://www.example.com/another, guide → https://example.com/Guide%20für/alle?lang=en.',
		'Row 3 (launch): The alias is taken: it leads to https://example.com/launch.',
		'Row 5 (one): Row 2 has the same short link.',
		`Row 6 (two): 'URL' must be a full URL, e.g. https://example.com/page (got "www.example.com/2").`,
		"Row 7 (no alias): 'Alias' is empty.",
		expect.stringMatching(/^Row 8 \(no way\): 'Alias' must not contain .*\.$/),
		'The file has every row.',
	]);
	const file = (await opened.engine.readBinary(call.item.binary!.report)).toString();
	expect(file.split('\n')[0]).toBe('row,alias,url,status,reason');
	expect(nodes['Create Links']).toHaveLength(1);
});

test('moving-in shows the reason alone if Link Platform refuses a link', async () => {
	const { at } = await move('slug,url\napi,https://www.example.com/1\n');
	expect(at(2)).toMatchObject({ status: 'not moved', reason: expect.stringMatching(/reserved/) });
	expect(at(2)!.reason).not.toMatch(/expression|Choose|Check/);
});

test('moving-in creates nothing in a second run, and reports the same rows as not moved', async () => {
	const first = await move(EXPORT);
	const before = await aliases();
	await world.forget();
	const second = await move(EXPORT);
	expect(await aliases()).toEqual(before);
	expect(await posts()).toBe(0);
	const notMoved = (rows: Row[]) => rows.filter(({ status }) => status === 'not moved');
	expect(notMoved(second.rows)).toEqual(notMoved(first.rows));
	expect(second.at(2)).toMatchObject({ status: 'already there' });
});
