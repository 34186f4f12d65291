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

test("moving-in rejects a file without a target column in one sentence that lists the file's columns", async () => {
	const { status } = await run(upload('Name;Location\nOne;Hall\nTwo;Yard\n'), 'Upload Form');
	expect(status).toBe('success');
	expect(opened.fakeNodes.of('Show What Went Wrong')).toMatchObject([
		{
			completionMessage: expect.stringMatching(
				/^The file has no column with targets, .*\. Its columns: Name, Location\s*$/,
			),
		},
	]);
});

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

test('moving-in in check-only mode says what would happen to each row and creates no link', async () => {
	const { rows, nodes } = await move(EXPORT, { create: false });
	expect(rows.map(({ row, status, reason }) => [row, status, reason])).toEqual([
		[3, 'not moved', 'The alias is taken: it leads to https://example.com/launch'],
		[5, 'not moved', 'Row 2 has the same short link'],
		[6, 'not moved', 'The row has no target URL that begins with https://'],
		[7, 'not moved', 'The row has no short link'],
		[2, 'new', ''],
		[8, 'new', ''],
		[9, 'new', ''],
		[4, 'already there', ''],
	]);
	expect(nodes['Create Link']).toBeUndefined();
	const methods = (await world.requests()).map(({ method }) => method);
	expect(new Set(methods)).toEqual(new Set(['GET']));
	expect(opened.fakeNodes.of('Show the Result')).toMatchObject([
		{ completionTitle: '3 new, 1 already there, 4 not moved' },
	]);
});

test('moving-in creates the links with their aliases, and gives the reason for each row not moved', async () => {
	const { at, nodes } = await move(EXPORT);
	expect([at(2), at(9)]).toMatchObject([{ status: 'created' }, { status: 'created' }]);
	expect(at(8)).toMatchObject({ status: 'not moved', reason: expect.stringMatching(/alias/i) });
	expect(await longUrl('one')).toBe('https://www.example.com/1');
	expect(await longUrl('launch')).toBe('https://example.com/launch');
	const [call] = opened.fakeNodes.calls.filter(({ node }) => node === 'Show the Result');
	expect(call.parameters.completionTitle).toBe('2 created, 1 already there, 5 not moved');
	expect(call.parameters.completionMessage).toContain('Row 3 (launch): The alias is taken');
	const file = (await opened.engine.readBinary(call.item.binary!.report)).toString();
	expect(file.split('\n')[0]).toBe('row,alias,url,status,reason');
	expect(nodes['Get Links']).toHaveLength(1);
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
