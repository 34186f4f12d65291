/**
 * Tests the workflow templates. Each runs on n8n's engine against the sandbox, with the real nodes of this package and
 * with fakes of the nodes of other services. Failures are tested in failures.test.mts.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isAction } from '../../../tools/docs/runSelfTest.mts';
import { notify } from '../../../tools/n8n/examples.mts';
import { until } from '../../../tools/until.mts';
import { readQr } from '../../../packages/sandbox/readQr.mts';
import { getField, toText } from '../../support/sent.mts';
import { setUp, useCsvFile, useTemplates } from './templates.mts';

const { world, opened, run, publish, start, timeOut, executions, happen, visit } = useTemplates();

const runNew = (template: string, trigger: string) => run(setUp(template), trigger);
const publishNew = (template: string) => publish(setUp(template));
/** Returns the parameters of all calls of a faked node. */
const callsOf = (node: string) => opened.fakeNodes.of(node);
/** Returns the values that a faked table or sheet node was told to write. */
const written = (node: string) => callsOf(node).map(({ columns }) => columns.value);
/** Expects a node to have written exactly one row for each result of another node: all columns of all rows. */
const expectWritten = (
	node: string,
	results: INodeExecutionData[],
	toRow: (json: IDataObject, index: number) => object,
) => {
	expect(results.length).toBeGreaterThan(1);
	expect(written(node)).toEqual(results.map(({ json }, index) => toRow(json, index)));
};
/** Returns the messages that a template created. */
const messages = (node: string) => callsOf(node).map(({ message }) => message);
const rowsOf = (table: string) => opened.fakeNodes.tables.rows(table);

it('bulk-qr-from-sheet uploads a QR code image for each new row, and marks the rows as done', async () => {
	const { status, nodes } = await runNew('bulk-qr-from-sheet', 'Every Morning');
	expect(status).toBe('success');
	expect(callsOf('Upload Image').map((call) => call.name)).toEqual(['SKU-001.png', 'SKU-002.png']);
	const image = expect.stringMatching(/^https:..drive.google.com.file.d.\w+.view$/) as string;
	const codes = nodes['Create QR Codes'][0].items;
	const toRow = ({ sku, id, url }: IDataObject) => ({ sku, qr_id: id, short_url: url });
	expectWritten('Save QR Code', codes, (code) => ({ ...toRow(code), status: 'created' }));
	expectWritten('Mark Row as Done', codes, (code) => ({ ...toRow(code), image, status: 'done' }));
	expect(getField(codes, 'sku')).toEqual(['SKU-001', 'SKU-002']);
	for (const { json } of codes) expect(await visit(toText(json.url))).toBe(json.targetUrl);
	const uploads = opened.fakeNodes.calls.filter(({ node }) => node === 'Upload Image');
	const bytes = await opened.engine.readBinary(uploads[1].item.binary!.qr);
	expect((await readQr(bytes, 'image/png')).text).toContain(world.url);
	expect(written('Save Status')).toEqual([{ sku: 'SKU-003', status: "'URL' is empty (row 4)" }]);
	expect(messages('Message: Rows Done')).toEqual([
		'2 of 3 open rows are done. Not created: 1 (see their status in the sheet).',
	]);
});

it('bulk-qr-from-sheet makes as many requests as its note says', async () => {
	await runNew('bulk-qr-from-sheet', 'Every Morning');
	const paths = (await world.requests()).map(({ path }) => path.replace(/\d+/, ':id'));
	expect(paths.sort()).toEqual([
		'/api/account/stats',
		'/api/qr/:id/download',
		'/api/qr/:id/download',
		'/api/qr/bulk',
		'/api/qrs',
	]);
});

it('bulk-qr-from-sheet creates as many QR codes as the plan allows, and says so in the other rows', async () => {
	await world.change({ quotas: { qrs: 3 } });
	await runNew('bulk-qr-from-sheet', 'Every Morning');
	expect(callsOf('Mark Row as Done')).toHaveLength(1);
	expect(written('Save Status')).toMatchObject([
		{ sku: 'SKU-002', status: expect.stringMatching(/^Your plan has room for 1 /) },
		{ sku: 'SKU-003' },
	]);
});

it('bulk-qr-from-sheet says how many rows it has left for the next run', async () => {
	const workflow = setUp('bulk-qr-from-sheet');
	settingOf(workflow, 'rowsPerRun').value = 1;
	await run(workflow, 'Every Morning');
	expect(messages('Message: Rows Done')).toEqual([
		'1 of 3 open rows are done. Left for the next run: 2.',
	]);
});

it('bulk-qr-from-sheet only writes what it would do into each row if its settings say so', async () => {
	for (const sku of ['SKU-002', 'SKU-004']) await createCode(sku);
	await world.forget();
	const workflow = setUp('bulk-qr-from-sheet');
	settingOf(workflow, 'onlyCheck').value = true;
	const rows = workflow.pinData!['Get Rows'].map(({ json }) => json);
	Object.assign(rows[0], { target: 'https://shop.example.com/undefined' });
	Object.assign(rows[3], { target: 'https://www.example.com/spring', status: '' });
	await run(workflow, 'Every Morning');
	expect(rowsOf('the sheet').map(({ status }) => status)).toEqual([
		expect.stringMatching(/^Check: will be created\. .*undefined/),
		'Check: The QR code "SKU-002" exists and leads to https://www.example.com/spring',
		"Check: 'URL' is empty",
		'Check: exists already',
	]);
	expect((await world.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
	settingOf(workflow, 'onlyCheck').value = false;
	await run(workflow, 'Every Morning');
	expect(rowsOf('the sheet').map(({ status }) => status)).toMatchObject([
		'done',
		expect.stringMatching(/^The QR code "SKU-002" exists/),
		expect.stringMatching(/^'URL' is empty/),
		'done',
	]);
});

const withFile = useCsvFile();

it.each(['name;sku;url;location', 'sku;name;url;location'])(
	'bulk-qr-from-csv names the QR code by its SKU, else by its name, and keeps all columns (header "%s")',
	async (header) => {
		const isFirst = header.startsWith('sku');
		const lines = [isFirst ? 'SKU-1;Mug' : 'Mug;SKU-1', isFirst ? ';Cup' : 'Cup;'];
		const rows = lines.map((line) => `${line};https://example.com/1;Hall`);
		const { nodes } = await run(withFile([header, ...rows].join('\r\n')), 'Start');
		expect(nodes['Create QR Codes'][0].outputs[0].map(({ json }) => json)).toMatchObject([
			{ name: 'SKU-1', sku: 'SKU-1', location: 'Hall' },
			{ name: 'Cup', sku: '', location: 'Hall' },
		]);
	},
);

it("bulk-qr-from-csv fails and names the path if its file doesn't exist", async () => {
	const { status, error } = await run(
		setUp('bulk-qr-from-csv', ({ name, parameters }) => {
			if (name === 'Read CSV') parameters.fileSelector = '/missing.csv';
		}),
		'Start',
	);
	expect([status, error?.message]).toEqual(['error', expect.stringContaining('missing.csv')]);
});

/** Creates a QR code whose target is the spring page. */
async function createCode(called: string) {
	const url = 'https://www.example.com/spring';
	return await world.first('qrCode', 'create', { name: called, url });
}

describe('change-printed-code', () => {
	const name = 'change-printed-code';
	const asked = 'Poster, main entrance';
	const target = 'https://www.example.com/summer';

	const pages = () =>
		opened.fakeNodes.calls.map(({ node, parameters }) => [node, parameters.completionMessage]);

	it('change-printed-code changes the target of the only QR code with the name in the form, and confirms it', async () => {
		const { url } = await createCode(asked.toUpperCase());
		const other = await createCode(`${asked} 2`);
		await runNew(name, 'Code Form');
		expect(await visit(toText(url))).toBe(target);
		expect(await visit(toText(other.url))).toBe('https://www.example.com/spring');
		expect(pages()).toEqual([
			['Page: Changed', expect.stringContaining(`${asked.toUpperCase()} now leads to ${target}.`)],
		]);
	});

	it('change-printed-code changes nothing and says so if no QR code or several QR codes match the name', async () => {
		await runNew(name, 'Code Form');
		const codes = [await createCode(asked), await createCode(asked)];
		await runNew(name, 'Code Form');
		expect(pages()).toEqual([
			['Page: Which Code?', expect.stringMatching(/^No QR code of your account has the name/)],
			['Page: Which Code?', expect.stringMatching(/^2 QR codes of your account/)],
		]);
		for (const { url } of codes)
			expect(await visit(toText(url))).toBe('https://www.example.com/spring');
	});

	/** Returns the template with this name or short URL of a QR code entered in its form. */
	function fillIn(code: string) {
		const workflow = setUp(name);
		workflow.pinData!['Code Form'][0].json['Name or short URL'] = code;
		return workflow;
	}

	it('change-printed-code also accepts the short URL of a QR code, with or without its scheme', async () => {
		const { url } = await createCode(asked);
		await createCode(asked);
		for (const shortUrl of [toText(url), toText(url).replace('http://', '')]) {
			await run(fillIn(shortUrl), 'Code Form');
		}
		expect(await visit(toText(url))).toBe(target);
		expect(pages()).toEqual([
			[
				'Page: Changed',
				expect.stringContaining('To undo this, enter https://www.example.com/spring.'),
			],
			['Page: Changed', expect.stringContaining(`${asked} now leads to ${target}.`)],
		]);
	});
});

describe('short-link-form', () => {
	const name = 'short-link-form';

	/** Returns the template with this alias entered in its form. */
	function fillIn(alias: string) {
		const workflow = setUp(name);
		workflow.pinData!['Link Form'][0].json.Alias = alias;
		return workflow;
	}

	it('short-link-form shows the short link and its QR code, and makes as many requests as its note says', async () => {
		await run(fillIn('spring'), 'Link Form');
		const shortUrl = `${world.url}/spring`;
		expect(await visit(shortUrl)).toBe('https://www.example.com/spring');
		const page = toText(callsOf('Page: Your Link')[0].responseText);
		expect(page).toContain(`>${shortUrl}</h1>`);
		const [, image] = /src="data:image\/png;base64,([^"]+)"/.exec(page)!;
		expect(await costs()).toBe(3);
		const url = 'https://www.example.com/summer';
		const linkId = { __rl: true, mode: 'url', value: shortUrl };
		await world.run('link', 'update', { linkId, updateFields: { url } });
		const { text } = await readQr(Buffer.from(image, 'base64'), 'image/png');
		expect(await visit(text!)).toBe(url);
	});

	it('short-link-form creates nothing and says so if the alias is taken', async () => {
		await run(fillIn('launch'), 'Link Form');
		expect(callsOf('Page: Your Link')).toEqual([]);
		expect(callsOf('Page: No Link')).toMatchObject([
			{ completionMessage: expect.stringContaining('"launch"') },
		]);
	});
});

/** Returns printed-codes-from-sheet with these short URLs in the rows to change and to undo. */
function withCodes(...shortUrls: string[]) {
	const workflow = setUp('printed-codes-from-sheet');
	for (const [index, shortUrl] of shortUrls.entries())
		workflow.pinData!['Get Rows'][index].json.short_url = shortUrl;
	return workflow;
}
const statuses = () => rowsOf('the sheet').map(({ status }) => status);

it('printed-codes-from-sheet applies the marked rows, saves the previous targets, and undoes rows on request', async () => {
	const summer = 'https://menu.example.com/summer?table=1';
	const [first, second] = [await createCode('Table 1'), await createCode('Table 2')];
	const workflow = withCodes(toText(first.url), toText(second.url).replace('http://', ''));
	await run(workflow, 'Every 15 Minutes');
	expect(await visit(toText(first.url))).toBe(summer);
	expect(await visit(toText(second.url))).toBe('https://menu.example.com/spring?table=2');
	expect(statuses()).toEqual(['done', 'undone', '']);
	expect(rowsOf('the sheet')[0]).toMatchObject({
		previous_url: 'https://www.example.com/spring',
		leads_to: summer,
	});
	rowsOf('the sheet')[0].status = 'Undo';
	await run(workflow, 'Every 15 Minutes');
	expect(await visit(toText(first.url))).toBe('https://www.example.com/spring');
	expect(rowsOf('the sheet')[0]).toMatchObject({ previous_url: summer, status: 'undone' });
	rowsOf('the sheet')[0].status = 'change';
	for (let n = 0; n < 2; n += 1) {
		await run(workflow, 'Every 15 Minutes');
		rowsOf('the sheet')[0].status = 'change';
	}
	expect(rowsOf('the sheet')[0].previous_url).toBe('https://www.example.com/spring');
});

it('printed-codes-from-sheet writes the reason into each unusable row, and applies the other rows', async () => {
	const { url } = await createCode('Table 2');
	await run(withCodes(`${world.url}/unknown`, toText(url)), 'Every 15 Minutes');
	expect(statuses()).toEqual([expect.stringContaining('/unknown'), 'undone', '']);
	expect(rowsOf('the sheet')[0].previous_url).toBe('');
});

it('printed-codes-from-sheet changes nothing if two marked rows have one short URL, or if there is nothing to undo', async () => {
	const [{ url }, other] = [await createCode('Table 1'), await createCode('Table 2')];
	const workflow = withCodes(toText(url), toText(url));
	await run(workflow, 'Every 15 Minutes');
	expect(statuses().slice(0, 2)).toEqual(
		Array(2).fill('Another marked row has the same short URL'),
	);
	Object.assign(rowsOf('the sheet')[0], {
		status: 'undo',
		short_url: other.url,
		previous_url: '',
	});
	await run(workflow, 'Every 15 Minutes');
	expect(statuses()[0]).toBe('There is no former target to go back to');
	expect((await world.requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
});

it('printed-codes-from-sheet says where a row marked for a check leads, and changes nothing', async () => {
	const [{ url }, other] = [await createCode('Table 1'), await createCode('Table 2')];
	await world.forget();
	const workflow = withCodes(toText(url), toText(other.url), `${world.url}/unknown`);
	const rows = workflow.pinData!['Get Rows'].map(({ json }) => json);
	for (const row of rows) row.status = 'Check';
	Object.assign(rows[1], { new_url: 'no address' });
	await run(workflow, 'Every 15 Minutes');
	expect(statuses()).toEqual([
		'Check: leads to https://www.example.com/spring now',
		expect.stringMatching(/^Check: 'URL' must be one URL [^.]*$/),
		'Check: no link of this account has this short URL',
	]);
	expect((await world.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('printed-codes-from-sheet makes as many requests as its note says', async () => {
	const codes = [await createCode('Table 1'), await createCode('Table 2')];
	await world.forget();
	await run(withCodes(...codes.map(({ url }) => toText(url))), 'Every 15 Minutes');
	expect(await costs()).toBe(6);
});

const MENU = 'https://menu.example.com';

/** Runs targets-by-date with these rows: the short URL, the day, the target, and the status. */
async function runRows(
	rows: Array<[shortUrl: unknown, from: unknown, page: string, status?: string]>,
) {
	const workflow = setUp('targets-by-date');
	workflow.pinData!['Get Rows'] = rows.map(([shortUrl, from, page, status = ''], index) => ({
		json: {
			row_number: index + 2,
			short_url: toText(shortUrl),
			new_url: `${MENU}/${page}`,
			from,
			status,
		},
	})) as never;
	opened.fakeNodes.tables.clear();
	const { error } = await run(workflow, 'Every Night');
	expect(error).toBeUndefined();
	return statuses();
}
/** Returns the day that is this many days from now, as a text or as Google Sheets counts days. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const serial = (days: number) => (Date.parse(day(days)) - Date.parse('1899-12-30')) / 86_400_000;

it('targets-by-date has each code lead to the target of its latest row whose day has come, once', async () => {
	const [{ url }, other] = [await createCode('Table 1'), await createCode('Table 2')];
	expect(
		await runRows([
			[url, day(-9), 'older', 'done'],
			[url, serial(-2), 'newer'],
			[url, day(-5), 'between'],
			[url, serial(2), 'later'],
			[other.url, `${day(-3)} 18:00`, 'evening'],
			[other.url, '12/31/2026', 'unclear'],
			['', '', ''],
		]),
	).toEqual(['done', 'done', '', '', 'done', expect.stringMatching(/^Write the date as 20/), '']);
	expect(await visit(toText(url))).toBe(`${MENU}/newer`);
	expect(await visit(toText(other.url))).toBe(`${MENU}/evening`);
	expect(rowsOf('the sheet')[1].previous_url).toBe('https://www.example.com/spring');
	expect(messages('Message: Not Changed')).toEqual([
		expect.stringMatching(/ says: row 7 \(Write the date as [^)]+\)\. The next night/),
	]);
	await world.forget();
	await runRows([[url, serial(-2), 'newer', 'Done']]);
	await world.expectNoRequest();
});

it("targets-by-date writes the reason into a row of a code that it can't find, and changes the others", async () => {
	const { url } = await createCode('Table 1');
	const unknown = `${world.url}/unknown`;
	expect(
		await runRows([
			[unknown, day(-1), 'lost'],
			[url, day(-1), 'found'],
		]),
	).toEqual([expect.stringContaining('/unknown'), 'done']);
	expect(await visit(toText(url))).toBe(`${MENU}/found`);
});

/** Runs clean-up with this choice, selects the options that match, and returns all options. */
async function cleanUp(what: string, ticked: RegExp) {
	const workflow = setUp('clean-up');
	workflow.pinData!['Clean-Up Form'][0].json['What to look for'] = what;
	const options: string[] = [];
	opened.fakeNodes.answers = {
		Choose: ({ jsonOutput }) => {
			const [{ fieldOptions }] = JSON.parse(toText(jsonOutput)) as [
				{ fieldOptions: { values: Array<{ option: string }> } },
			];
			options.push(...fieldOptions.values.map(({ option }) => option));
			return [{ Delete: options.filter((option) => ticked.test(option)) }];
		},
	};
	const { error } = await run(workflow, 'Clean-Up Form');
	expect(error).toBeUndefined();
	return options;
}
const cleanUpResults = () => callsOf('Page: Result').map(({ completionTitle }) => completionTitle);

it('clean-up offers all duplicate QR codes except the most scanned one, and deletes those the user selects', async () => {
	const codes = [await createCode('Twice'), await createCode('Twice'), await createCode('Twice')];
	await visit(toText(codes[1].url));
	const url = 'https://www.example.com/other';
	await world.run('qrCode', 'create', { name: 'Twice', url });
	const options = await cleanUp('Duplicate QR codes', new RegExp(`${toText(codes[2].url)},`));
	expect(options).toEqual([
		expect.stringContaining(`Twice (${toText(codes[0].url)}, ID ${Number(codes[0].id)}), leads to`),
		expect.stringContaining(`0 scans. Stays: ${toText(codes[1].url)}, 1 scan`),
	]);
	expect(cleanUpResults()).toEqual(['1 deleted']);
	const left = (await world.all('/api/qrs', 'qrs')).map(({ id }) => id);
	expect(left).toContain(codes[0].id);
	expect(left).not.toContain(codes[2].id);
});

it('clean-up deletes one of several QR codes with the same short URL, which only its ID tells apart', async () => {
	const codes = [await createCode('Twice'), await createCode('Twice'), await createCode('Once')];
	const list = (await world.ask<{ data: { qrs: object[] } }>('GET /api/qrs')).body;
	const [{ url }] = codes;
	const shared = JSON.stringify(list).replaceAll(JSON.stringify(codes[1].url), JSON.stringify(url));
	await world.fault('/api/qrs', { type: 'wrongJson', body: shared });
	const options = await cleanUp('Duplicate QR codes', /./);
	expect(options).toEqual([expect.stringContaining(`ID ${Number(codes[1].id)}`)]);
	expect(callsOf('Page: Result')).toMatchObject([
		{ completionTitle: '1 deleted', completionMessage: `${options[0]} – deleted.` },
	]);
	await world.clearFaults();
	const left = (await world.all('/api/qrs', 'qrs')).map(({ id }) => id);
	expect([left.includes(codes[0].id), left.includes(codes[1].id)]).toEqual([true, false]);
});

it('clean-up gives the reason of each QR code that could not be deleted', async () => {
	const codes = [];
	for (let n = 0; n < 4; n += 1) codes.push(await createCode('Twice'));
	for (const [n, status] of [
		[2, 403],
		[3, 422],
	]) {
		const path = `/api/qr/${Number(codes[n].id)}/delete`;
		await world.fault(path, { type: 'status', status });
	}
	const options = await cleanUp('Duplicate QR codes', /./);
	const [{ completionTitle, completionMessage }] = callsOf('Page: Result');
	expect(completionTitle).toBe('1 deleted');
	expect(completionMessage.split('\n')).toEqual([
		`${options[0]} – deleted.`,
		expect.stringMatching(/ – not deleted: .*403.*\.$/),
		expect.stringMatching(/ – not deleted: .*422.*\.$/),
	]);
});

it.each([
	['Duplicate QR codes', '/api/qrs'],
	['Duplicate links', '/api/urls'],
	['Expired links', '/api/urls'],
])('clean-up says that it could not look for %s if a list is refused', async (what, path) => {
	await world.fault(path, { type: 'status', status: 401 });
	await cleanUp(what, /./);
	expect(callsOf('Page: Nothing to Delete')).toEqual([]);
	expect(callsOf('Page: Could Not Look')).toMatchObject([
		{ completionMessage: expect.stringMatching(/^API key rejected.*\nNothing was deleted\.$/) },
	]);
});

describe('clean-up of links', () => {
	const name = 'clean-up';

	it('clean-up offers links without clicks with the same target, but keeps one of them', async () => {
		const url = 'https://www.example.com/twice';
		const make = () => world.first('link', 'create', { url });
		const [first, second] = [await make(), await make()];
		expect(await cleanUp('Duplicate links', /./)).toEqual([
			expect.stringContaining(`${toText(second.shorturl)}, leads to ${url}: 0 clicks`),
		]);
		expect(cleanUpResults()).toEqual(['1 deleted']);
		expect(await visit(toText(first.shorturl))).toBe(url);
		expect(await visit(toText(second.shorturl))).toBeNull();
	});

	it("clean-up offers no link that is a QR code's", async () => {
		const [first] = [await createCode('One'), await createCode('Two')];
		const list = (await world.ask<{ data: { urls: object[] } }>('GET /api/urls')).body;
		const toLink = (id: number, shorturl: unknown) => {
			const alias = toText(shorturl).split('/').at(-1);
			return { ...list.data.urls[0], id, alias, shorturl, longurl: 'https://x.test/', clicks: 0 };
		};
		const urls = [toLink(71, first.url), toLink(72, `${world.url}/free`)];
		const body = JSON.stringify({ ...list, data: { ...list.data, result: 2, perpage: 100, urls } });
		await world.fault('/api/urls', { type: 'wrongJson', body });
		expect(await cleanUp('Duplicate links', /none/)).toEqual([]);
		expect(callsOf('Page: Nothing to Delete')).toHaveLength(1);
	});

	it('clean-up offers links that expired after the workflow was published, unless they were renewed', async () => {
		await publishNew(name);
		const parameters = (alias: string) => ({
			url: 'https://www.example.com/once',
			additionalFields: { alias, maxClicks: 1 },
		});
		for (const alias of ['once', 'again']) {
			const record = await world.first('link', 'create', parameters(alias));
			for (let n = 0; n < 2; n += 1) await visit(toText(record.shorturl));
			if (alias === 'once') continue;
			const linkId = { __rl: true, mode: 'id', value: record.id };
			await world.run('link', 'update', { linkId, updateFields: { maxClicks: 9 } });
			await visit(toText(record.shorturl));
		}
		await executions(2);
		// A test event must not add a link to the list, even if its sample data contains the ID of a real link.
		const [{ url: webhookUrl }] = await world.webhooks();
		await world.run('webhook', 'sendTestEvent', { webhookUrl, event: 'link.expired' });
		const [{ id }] = (await world.all('/api/urls', 'urls')).filter(({ alias }) => alias === 'once');
		const test = { webhookUrl, event: 'link.expired', data: JSON.stringify({ id }) };
		await world.run('webhook', 'sendTestEvent', test);
		await executions(4);
		expect(await cleanUp('Expired links', /./)).toEqual([
			expect.stringMatching(
				/\/once, leads to \S+: expired on \d{4}-\d\d-\d\d \(max_clicks\), 1 click$/,
			),
		]);
		expect(cleanUpResults()).toEqual(['1 deleted']);
	});
});

it('link-milestones sends one message per link and milestone', async () => {
	await runNew('link-milestones', 'Milestone Reached');
	expect(callsOf('Notify by Slack').map(({ text }) => text)).toEqual([
		'https://links.example/launch has passed 1000 clicks: it has 1004 now.',
		'https://links.example/guide has passed 100 clicks: it has 100 now.',
	]);
});

it('csv-to-qr-zip returns a ZIP of the images and of a table of them, and lists the invalid rows', async () => {
	const { status, nodes } = await runNew('csv-to-qr-zip', 'CSV Form');
	expect(status).toBe('success');
	expect(callsOf('Create ZIP')).toMatchObject([{ binaryPropertyName: 'qr_0,qr_1,manifest' }]);
	const { qr_0: first, qr_1: second, manifest } = nodes['Sum Up'][1].items[0].binary!;
	expect([first.fileName, second.fileName]).toEqual(['Table 1.svg', 'Table 2.svg']);
	const codes = nodes['Create QR Codes'][1].items.map(({ json }) => json);
	expect((await opened.engine.readBinary(manifest)).toString()).toBe(
		[
			'\uFEFF"file","name","short URL","target","created"',
			`"Table 1.svg","Table 1","${toText(codes[0].url)}","https://menu.example.com/?table=1","yes"`,
			`"Table 2.svg","Table 2","${toText(codes[1].url)}","https://menu.example.com/?table=2","yes"`,
			'',
		].join('\r\n'),
	);
	expect(callsOf('Return ZIP')).toMatchObject([
		{
			completionTitle: 'Your ZIP holds 2 QR codes',
			completionMessage: expect.stringMatching(
				/^The first rows: "Table 1" \(.*, "Table 3" .*\n1 row could not be used:\nRow 4 \(Table 3\): \S.*\.$/,
			),
		},
	]);
	expect(callsOf('Page: No ZIP')).toEqual([]);
});

it('csv-to-qr-zip says in its table which QR codes existed before', async () => {
	const [{ json }] = (await runNew('csv-to-qr-zip', 'CSV Form')).nodes['Create QR Codes'][1].items;
	const { nodes } = await runNew('csv-to-qr-zip', 'CSV Form');
	const { manifest } = nodes['Sum Up'][1].items[0].binary!;
	const [, row] = (await opened.engine.readBinary(manifest)).toString().split('\r\n');
	expect(row).toMatch(new RegExp(`"${toText(json.url)}".*,"no"$`));
});

const SITE = 'https://www.example.com';
/** Runs csv-to-qr-zip with these rows until it shows what it would make. Returns the lines of that page. */
async function planZip(rows: string[], leadsElsewhere = '') {
	const workflow = setUp('csv-to-qr-zip');
	const [form] = workflow.pinData!['CSV Form'];
	form.json['If a QR code of that name leads elsewhere'] = leadsElsewhere;
	form.binary!.CSV_file.data = Buffer.from(['name,url', ...rows].join('\n')).toString('base64');
	opened.fakeNodes.answers = { 'Show Plan': [] };
	const { error } = await run(workflow, 'CSV Form');
	expect(error).toBeUndefined();
	const [{ options }] = callsOf('Show Plan') as unknown as [{ options: IDataObject }];
	return toText(options.formDescription).split('\n');
}

it('csv-to-qr-zip says what it would make of each row, and makes nothing before the visitor goes on', async () => {
	for (const called of ['Kept', 'St. Pauli 12"']) await createCode(called);
	await world.forget();
	const rows = [
		`Kept,${SITE}/spring`,
		`St. Pauli 12",${SITE}/summer?a=1&copy=2`,
		`New,${SITE}/undefined`,
		'Bad,no address',
		`,,${SITE}`,
		'"Broken',
	];
	const first = `The first rows: "Kept" (${SITE}/spring), "St. Pauli 12"" (${SITE}/summer?a=1&amp;copy=2), "New" (${SITE}/undefined). Look at their letters before you print.`;
	const bad = [
		'Row 6: it has 3 cells, but the header has 2. Put a text with commas into quotation marks.',
		'Row 7: a quotation mark (") is missing, or in the wrong place.',
	];
	const refused = [
		`Row 5 (Bad): 'URL' must be one URL without spaces, line breaks or invisible characters (got "no address").`,
	];
	const doubts = ['Is this meant?', expect.stringMatching(/^Row 4 \(New\): .*undefined/)];
	expect(await planZip(rows)).toEqual([
		first,
		'To be made: 1 QR code.',
		'There already: 1 row.',
		'Left out: 4 rows.',
		...bad,
		`Row 3 (St. Pauli 12"): The QR code "St. Pauli 12"" exists and leads to ${SITE}/spring.`,
		...refused,
		...doubts,
	]);
	opened.fakeNodes.forget();
	expect(await planZip(rows, 'Point it to the new URL')).toEqual([
		first,
		'To be made: 1 QR code.',
		'There already: 1 row.',
		'To lead elsewhere, printed copies too: 1 QR code.',
		`"St. Pauli 12"" leads to ${SITE}/spring now, and to ${SITE}/summer?a=1&amp;copy=2 then.`,
		'Left out: 3 rows.',
		...bad,
		...refused,
		...doubts,
	]);
	expect((await world.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('csv-to-qr-zip has a printed QR code lead elsewhere only if the visitor chose that', async () => {
	const { url } = await createCode('Table 1');
	const workflow = setUp('csv-to-qr-zip');
	await run(workflow, 'CSV Form');
	expect(await visit(toText(url))).toBe(`${SITE}/spring`);
	const [form] = workflow.pinData!['CSV Form'];
	form.json['If a QR code of that name leads elsewhere'] = 'Point it to the new URL';
	await run(workflow, 'CSV Form');
	expect(await visit(toText(url))).toBe('https://menu.example.com/?table=1');
});

it('csv-to-qr-zip shows a page with the reasons instead of a ZIP file if every row is invalid', async () => {
	const workflow = setUp('csv-to-qr-zip', (node) => {
		if (isAction(node)) node.parameters.url = '={{ "no address " + $json.name }}';
	});
	await run(workflow, 'CSV Form');
	expect(callsOf('Return ZIP')).toEqual([]);
	const [{ completionMessage }] = callsOf('Page: No ZIP');
	expect(completionMessage).toMatch(/^Row 2 \(Table 1\): .*\.\nRow 3 .*\.\nRow 4 .*\.$/);
	expect(completionMessage).not.toMatch(/expression/);
});

describe('Notify', () => {
	/** Returns a template that sends its messages to this destination. */
	const notifying = (notified: string | number) => {
		const workflow = setUp('lead-links');
		notify(workflow.nodes, notified);
		return workflow;
	};
	const used = () =>
		opened.fakeNodes.calls
			.filter(({ node }) => node.startsWith('Notify by '))
			.map(({ node, parameters }) => [node, parameters]);

	it.each([
		['#sales', 'Slack', { channelId: { value: '#sales' } }],
		['ops@links.test', 'Email', { sendTo: 'ops@links.test' }],
		['-1001234567890', 'Telegram', { chatId: '-1001234567890' }],
		[1234567890, 'Telegram', { chatId: 1234567890 }],
		['@our_channel', 'Telegram', { chatId: '@our_channel' }],
	])(
		'the Notify setting %s makes the template send its message only by %s',
		async (notify, service, where) => {
			const { status } = await run(notifying(notify), 'Link Clicked');
			expect(status).toBe('success');
			expect(used()).toMatchObject([[`Notify by ${service}`, where]]);
		},
	);

	const hostile = 'No <!channel> & <b>no_markup';
	it.each([
		['#sales', { text: expect.stringContaining('No &lt;!channel&gt; &amp; &lt;b&gt;no_markup') }],
		['123', { text: expect.stringContaining('No &lt;!channel&gt; &amp; &lt;b&gt;no_markup') }],
		['ops@links.test', { message: expect.stringContaining(hostile) }],
	])(
		"external text in a message to %s can't become markup or mention everyone",
		async (notify, sent) => {
			opened.fakeNodes.answers = { 'Get Lead': new Error(hostile) };
			await run(notifying(notify), 'Link Clicked');
			expect(used()).toMatchObject([[expect.any(String), sent]]);
		},
	);
});

/** Runs a template until it waits. */
async function wait(name: string, trigger: string) {
	const result = await start(setUp(name), trigger);
	expect([result.error?.message, result.status]).toEqual([undefined, 'waiting']);
	return result;
}
const unsubscribed = () => until('no webhook', async () => (await world.webhooks()).length === 0);
const urlIn = (message: string, which = 0) => [...message.matchAll(/http\S+/g)][which][0];
/** Counts the requests to the API. */
const costs = async () =>
	(await world.requests()).filter(({ path }) => path.startsWith('/api/')).length;

it('the template follow-up thanks a lead who has clicked, and makes no more requests than its sticky note says', async () => {
	await wait('follow-up', 'Lead Form');
	const [message] = messages('Send Link');
	expect(await visit(urlIn(message))).toBe('https://links.test/offer');
	await executions(1);
	expect(callsOf('Send Thank-You')).toMatchObject([{ sendTo: 'ada@example.com' }]);
	expect(callsOf('Send Reminder')).toEqual([]);
	await unsubscribed();
	expect(await costs()).toBe(6);
});

it("follow-up reminds a lead who hasn't clicked within three days", async () => {
	const { executionId } = await wait('follow-up', 'Lead Form');
	await timeOut(executionId);
	const [message] = messages('Send Link');
	expect(callsOf('Send Reminder')).toMatchObject([
		{ sendTo: 'ada@example.com', message: expect.stringContaining(urlIn(message)) },
	]);
	expect(callsOf('Send Thank-You')).toEqual([]);
});

it('first-scan reports the country of the first scan, or that there was no scan in time', async () => {
	const { nodes } = await wait('first-scan', 'Poster Form');
	const { id } = nodes['Create QR Code'][0].items[0].json;
	await happen('qr.scanned', { qrId: id, country: 'FR' });
	await executions(1);
	expect(messages('Message: First Scan')).toEqual([
		'The first scan of Poster, main entrance has come in, from FR.',
	]);
	await unsubscribed();
	expect(await costs()).toBe(6);
	const { executionId } = await wait('first-scan', 'Poster Form');
	await timeOut(executionId);
	expect(callsOf('Message: No Scan')).toHaveLength(1);
});

/** Returns a field of the template's node Settings. */
const settingOf = ({ nodes }: ReturnType<typeof setUp>, wanted: string) => {
	const { assignments } = nodes.find(({ name }) => name === 'Settings')!.parameters as {
		assignments: { assignments: Array<{ name: string; value: unknown }> };
	};
	return assignments.assignments.find(({ name }) => name === wanted)!;
};

describe('purchase-delivery', () => {
	const purchase = { productId: 7, buyerEmail: 'buyer@example.com', price: 1900 };

	it('purchase-delivery uploads the file with a password, and sends that password to the buyer', async () => {
		await publishNew('purchase-delivery');
		await happen('product.purchased', purchase);
		const [{ status }] = await executions(1);
		expect(status).toBe('success');
		const [{ sendTo, message }] = callsOf('Send Link and Password');
		expect(sendTo).toBe('buyer@example.com');
		const [, url, password] = /Download: (\S+)\nPassword: (\S+)/.exec(message)!;
		expect((await fetch(url)).status).toBe(401);
		const download = await fetch(`${url}?password=${password}`);
		expect(await download.text()).toContain('%PDF-1.4');
		const [{ columns }] = callsOf('Save to Ledger');
		expect(columns.value).toMatchObject({ buyer: 'buyer@example.com', price: 1900, link: url });
		const [{ query }] = (await world.requests()).filter(({ path }) => path.includes('upload'));
		expect(query).toMatchObject({ maxdownloads: '3', name: 'Field guide' });
		const { value } = settingOf(setUp('purchase-delivery'), 'downloadDays');
		const days = (Date.parse(query.expiry) - Date.now()) / 86_400_000;
		expect(Math.abs(days - Number(value))).toBeLessThan(1.6);
	});

	it("purchase-delivery sends only one message if its table of products can't be read", async () => {
		opened.fakeNodes.answers = { 'Find File': new Error('No such table') };
		await publishNew('purchase-delivery');
		await happen('product.purchased', purchase);
		await executions(1);
		const all = opened.fakeNodes.calls.filter(({ node }) => node.startsWith('Message: '));
		expect(all.map(({ parameters }) => parameters.message)).toEqual([
			'buyer@example.com bought product 7, and the data table "Products" could not be read: No such table',
		]);
	});

	it('purchase-delivery sends a message if the purchased product is unknown', async () => {
		opened.fakeNodes.answers = { 'Find File': [] };
		await publishNew('purchase-delivery');
		await happen('product.purchased', purchase);
		await executions(1);
		expect(messages('Message: Unknown Product')).toEqual([
			expect.stringContaining('bought product 7'),
		]);
	});
});

describe('lead-links', () => {
	const name = 'lead-links';

	it('lead-links creates only one link per lead, no matter how often it runs', async () => {
		await runNew(name, 'Every Hour');
		await runNew(name, 'Every Hour');
		const saved = callsOf('Save Short Link').map(({ url, jsonBody }) => [
			toText(url).split('/').at(-1),
			JSON.stringify(jsonBody),
		]);
		const body = (alias: string) =>
			JSON.stringify({
				properties: { short_link: `${world.url}/${alias}`, link_campaign: 'spring-offer' },
			});
		const ada = ['151', body('c-151')];
		const grace = ['152', body('c-152')];
		expect(saved).toEqual([ada, grace, ada, grace]);
		const urls = await world.all('/api/urls', 'urls');
		expect(urls.filter(({ alias }) => toText(alias).startsWith('c-'))).toHaveLength(2);
		expect(await visit(`${world.url}/c-151`)).toMatch(/utm_source=crm&.*utm_content=151/);
	});

	it("lead-links doesn't change an existing link that has a lead's alias, and reports the contact", async () => {
		const url = 'https://links.test/of-others';
		await world.run('link', 'create', { url, additionalFields: { alias: 'c-151' } });
		await runNew(name, 'Every Hour');
		expect(await visit(`${world.url}/c-151`)).toBe(url);
		expect(callsOf('Save Short Link')).toHaveLength(1);
		expect(messages('Message: Leads Without Link')).toEqual([
			expect.stringContaining('contact 151.'),
		]);
	});
});

describe('reports of lead-links', () => {
	const name = 'lead-links';

	it("lead-links reports the contacts whose link it can't save only once, in a single message", async () => {
		opened.fakeNodes.answers = { 'Save Short Link': new Error('Forbidden') };
		await runNew(name, 'Every Hour');
		await runNew(name, 'Every Hour');
		expect(callsOf('Save Short Link')).toHaveLength(4);
		expect(messages('Message: Leads Without Link')).toEqual([
			expect.stringMatching(/contact 151, 152\. .* Forbidden/),
		]);
	});

	it("lead-links informs sales only about each lead's first click of the day", async () => {
		await runNew(name, 'Every Hour');
		await publishNew(name);
		for (const alias of ['launch', 'c-151', 'c-151']) await visit(`${world.url}/${alias}`);
		// The click on the other link starts no execution.
		const done = await executions(2);
		expect(done.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(callsOf('Get Lead')).toMatchObject([{ contactId: { value: '151' } }]);
		expect(messages('Message: Lead Clicked')).toEqual([
			expect.stringMatching(
				/^Ada \(ada@example\.com\) opened their link of the campaign spring-offer, from \w\w/,
			),
		]);
		expect(callsOf('Save Last Click')).toMatchObject([
			{
				url: expect.stringMatching(/\/151$/),
				jsonBody: { properties: { last_click: new Date().toISOString().slice(0, 10) } },
			},
		]);
		expect(done[0].items[0].json).not.toHaveProperty('ip');
	});
});

describe('subscriber-sync', () => {
	const name = 'subscriber-sync';

	it('subscriber-sync adds a new subscriber as pending, so that Mailchimp asks for confirmation', async () => {
		await publishNew(name);
		await happen('subscriber.added', { email: 'new@example.com' });
		await happen('subscriber.added', { email: 'no address' });
		await executions(2);
		expect(callsOf('Add Member')).toMatchObject([{ email: 'new@example.com', status: 'pending' }]);
		expect(callsOf('Find Member')).toEqual([]);
	});

	it.each([
		['unsubscribed', ['known@example.com']],
		['subscribed', []],
		['pending', []],
	])(
		'a member that is %s makes subscriber-sync ask only these addresses to confirm again: %j',
		async (status, asked) => {
			opened.fakeNodes.answers = {
				'Add Member': new Error('Member Exists'),
				'Find Member': [{ status }],
			};
			await publishNew(name);
			await happen('subscriber.added', { email: 'known@example.com' });
			await executions(1);
			const updates = callsOf('Ask to Confirm Again');
			expect(updates.map(({ email }) => email)).toEqual(asked);
			expect(JSON.stringify(updates)).not.toContain('"subscribed"');
			expect(callsOf('Message: Not Added')).toEqual([]);
		},
	);

	it('subscriber-sync adds subscribers that Mailchimp lacks, and reports members that only Mailchimp has', async () => {
		const { status } = await runNew(name, 'Every Sunday');
		expect(status).toBe('success');
		expect(callsOf('Add Missing Member').map(({ email }) => email)).toEqual([
			'second@example.com',
			'third@example.com',
		]);
		expect(messages('Message: Only in Mailchimp')).toEqual([
			expect.stringMatching(/: left@example\.com$/),
		]);
	});
});

it("weekly-campaign-report emails the week's clicks as a table, and makes as many requests as its note says", async () => {
	for (let n = 0; n < 3; n += 1) await visit(`${world.url}/guide`);
	await visit(`${world.url}/launch`);
	await world.forget();
	const { status } = await runNew('weekly-campaign-report', 'Every Sunday Night');
	expect(status).toBe('success');
	const [{ sendTo, subject, message, ...more }] = callsOf('Send Report');
	expect([sendTo, subject]).toEqual(['team@links.test', expect.stringContaining('4')]);
	expect(message).toMatch(/<table[\s\S]*guide[\s\S]*launch/);
	expect(message).not.toMatch(/<(img|script|link)\b|src=/);
	expect(more.emailType).toBe('html');
	const links = (await world.all('/api/urls', 'urls')).length;
	const asked = (await world.requests()).filter(({ path }) => path.startsWith('/api/'));
	expect(asked.length).toBeLessThanOrEqual(2 + 2 * links);
});

describe('expired-link', () => {
	const name = 'expired-link';
	const url = 'https://example.com/for-one';

	/** Creates a link that allows one click, and visits the link twice. */
	async function expire() {
		const parameters = { url, additionalFields: { alias: 'for-one', maxClicks: 1 } };
		const record = await world.first('link', 'create', parameters);
		await visit(toText(record.shorturl));
		await visit(toText(record.shorturl));
		return record;
	}

	it('expired-link renews an expired link after approval', async () => {
		await publishNew(name);
		const link = await expire();
		const [{ status }] = await executions(1);
		expect(status).toBe('success');
		expect(messages('Ask in Slack')).toEqual([
			expect.stringContaining(`${toText(link.shorturl)} has expired (max_clicks) after 1 clicks`),
		]);
		expect(await visit(toText(link.shorturl))).toBe(url);
		expect(written('Save to Log')).toEqual([
			{ alias: 'for-one', reason: 'max_clicks', renewed: true, leadsTo: url },
		]);
	});

	it('expired-link sets a new expiry date for a link that expired by date', async () => {
		await publishNew(name);
		await happen('link.expired', { id: 3, alias: 'news', reason: 'expiry_date', totalClicks: 5 });
		await executions(1);
		const [{ body }] = (await world.requests()).filter(({ method }) => method === 'PUT');
		expect(body).toEqual({ expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d/) });
	});

	it('expired-link changes nothing if the expired link has another alias in the account that it reads', async () => {
		await publishNew(name);
		await happen('link.expired', {
			id: 3,
			alias: 'of-others',
			reason: 'max_clicks',
			totalClicks: 5,
		});
		await executions(1);
		expect((await world.requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
		expect(messages('Message: Link Not Changed')).toEqual([
			expect.stringContaining('choose the same Link Platform credential in all nodes'),
		]);
	});

	it('expired-link points an expired link to the "offer ended" page if nobody approves its renewal', async () => {
		opened.fakeNodes.answers = { 'Ask in Slack': [{ data: { approved: false } }] };
		await publishNew(name);
		const link = await expire();
		await executions(1);
		expect(await visit(toText(link.shorturl))).toBe('https://links.test/offer-ended');
		expect(callsOf('Save to Log')).toHaveLength(1);
	});
});

it.each([
	['sheet-row-to-link', 'the sheet', 'spring-sale'],
	['airtable-row-to-link', 'the base', 'garden-party'],
])(
	'the template %s writes a short link, or the reason for its absence, into each new row',
	async (name, table, alias) => {
		const { status, nodes } = await runNew(name, 'Every 15 Minutes');
		expect(status).toBe('success');
		const [first, second, bad] = rowsOf(table);
		const key = table === 'the base' ? 'id' : 'row_number';
		const keys = [first[key], second[key]];
		expectWritten('Save Short Link', nodes['Create Link Once'][0].items, ({ id, ...link }, at) => ({
			[key]: keys[at],
			short_url: link.shorturl ?? link.short_url,
			link_id: table === 'the base' ? `${id as number}` : id,
			status: 'done',
		}));
		expect(first.short_url).toBe(`${world.url}/${alias}`);
		for (const row of [first, second]) expect(await visit(toText(row.short_url))).toBe(row.url);
		expect([bad.short_url ?? '', bad.status]).toEqual(['', expect.stringMatching(/URL/)]);
	},
);

describe.each([
	['bulk-qr-from-sheet', 'Every Morning', 'Get Rows', ['sku', 'target']],
	['lead-links-sheet', 'Every Hour', 'Get Leads', ['lead_id']],
	['printed-codes-from-sheet', 'Every 15 Minutes', 'Get Rows', ['short_url', 'new_url']],
	['sheet-row-to-link', 'Every 15 Minutes', 'Get Rows', ['url']],
	['targets-by-date', 'Every Night', 'Get Rows', ['short_url', 'new_url', 'from']],
])('%s', (name, trigger, read, columns) => {
	it.each(columns)(
		`${name} fails and names the columns of a sheet without a column "%s"`,
		async (column) => {
			const workflow = setUp(name);
			for (const { json } of workflow.pinData![read]) {
				json[`Our ${column}`] = json[column];
				delete json[column];
			}
			const { error } = await run(workflow, trigger);
			const said = `The sheet has no column "${column}"\\. Its columns: .*Our ${column}`;
			expect(error?.message).toMatch(new RegExp(said));
			await world.expectNoRequest();
		},
	);

	it(`${name} does nothing if its sheet has no row`, async () => {
		opened.fakeNodes.answers = { [read]: [] };
		const { error } = await runNew(name, trigger);
		expect(error).toBeUndefined();
		await world.expectNoRequest();
	});
});

it.each([
	['sheet-row-to-link', 'Get Rows', 3],
	['airtable-row-to-link', 'Get New Records', 9],
])('%s gives Link Platform a key for each target and alias', async (name, rows, count) => {
	const keysFor = async (change: object) => {
		await world.forget();
		opened.fakeNodes.tables.clear();
		const workflow = setUp(name);
		for (const { json } of workflow.pinData![rows]) Object.assign(json.fields ?? json, change);
		await run(workflow, 'Every 15 Minutes');
		const sent = (await world.requests()).filter(({ path }) => path === '/v1/links');
		return sent.map(({ headers }) => headers['idempotency-key']);
	};
	const url = 'https://www.example.com/same';
	const keys = [
		...(await keysFor({ url, alias: 'first' })),
		...(await keysFor({ url, alias: 'second' })),
		...(await keysFor({ url: `${url}/2`, alias: 'second' })),
	];
	expect(new Set(keys).size).toBe(count);
});

it('click-log stores each click once, and later moves it to the sheet', async () => {
	await publishNew('click-log');
	await visit(`${world.url}/launch`);
	await executions(1);
	const kept = () => rowsOf('Clicks');
	// One of the two rows is the sample row that was already there.
	expect(kept()).toHaveLength(2);
	expect(kept()[1]).toMatchObject({ alias: 'launch', country: expect.stringMatching(/^\w\w$/) });
	expect(JSON.stringify(kept())).not.toMatch(/127\.0\.0\.1|"ip"/);
	await runNew('click-log', 'Every 15 Minutes');
	expect(kept()).toEqual([]);
	expect(rowsOf('the sheet').map(({ alias }) => alias)).toEqual(['spring-sale', 'launch']);
});

describe('lead-links-sheet', () => {
	const name = 'lead-links-sheet';

	const kept = () => rowsOf('Lead clicks');

	it('lead-links-sheet creates a link per lead, and records in the sheet which leads opened their link', async () => {
		await runNew(name, 'Every Hour');
		const rows = rowsOf('the sheet');
		const links = [`${world.url}/lead-7`, `${world.url}/lead-8`];
		expect(rows.map((row) => [row.short_link, row.campaign])).toEqual(
			links.map((link) => [link, 'spring-offer']),
		);
		await publishNew(name);
		expect(await visit(links[1])).toMatch(/^https:\/\/links\.test\/offer\?.*utm_content=8/);
		await executions(1);
		await runNew(name, 'Every 15 Minutes');
		expect(rows[1]).toMatchObject({
			last_click: expect.stringMatching(/^\d{4}-/),
			country: expect.stringMatching(/^\w\w$/),
		});
		expect(kept()).toEqual([]);
	});

	it("lead-links-sheet doesn't change an existing link that has a lead's alias, and says so in the row", async () => {
		const url = 'https://links.test/of-others';
		await world.run('link', 'create', { url, additionalFields: { alias: 'lead-7' } });
		await runNew(name, 'Every Hour');
		expect(await visit(`${world.url}/lead-7`)).toBe(url);
		expect(rowsOf('the sheet')).toMatchObject([
			{ short_link: '', status: expect.stringContaining('lead-7') },
			{ short_link: `${world.url}/lead-8`, status: 'done' },
		]);
	});

	it('lead-links-sheet writes clicks to the sheet only in the next scheduled run, once per lead', async () => {
		await publishNew(name);
		for (const leadId of [7, 7, 7]) await happen('link.clicked', { alias: `lead-${leadId}` });
		await executions(3);
		expect(callsOf('Save Last Clicks')).toEqual([]);
		expect(kept()).toMatchObject([{ leadId: '7' }]);
		await runNew(name, 'Every 15 Minutes');
		expect(callsOf('Save Last Clicks')).toHaveLength(1);
	});

	it('lead-links-sheet keeps a click that arrives while it writes to the sheet', async () => {
		opened.fakeNodes.answers = {
			'Save Last Clicks': () => void (kept()[0].time = '2026-03-02T08:16:00.000Z'),
		};
		await runNew(name, 'Every 15 Minutes');
		expect(kept()).toMatchObject([{ leadId: '7', time: '2026-03-02T08:16:00.000Z' }]);
	});
});

it("product-qr saves the QR code's ID and URL in the product, and its image in Google Drive", async () => {
	const { nodes } = await runNew('product-qr', 'Product Created');
	const [{ json }] = nodes['Create QR Code'][0].items;
	const [{ metadataUi }] = callsOf('Save QR Code in Product');
	expect(metadataUi).toEqual({
		metadataValues: [
			{ key: 'qr_code_id', value: json.id },
			{ key: 'qr_code_url', value: json.url },
		],
	});
	expect(callsOf('Upload Image')).toMatchObject([{ name: 'MUG-1.svg' }]);
	expect(await world.requests()).toHaveLength(3);
	expect(await visit(toText(json.url))).toBe('https://shop.example.com/product/alpine-mug/');
});

it("webhook-guard fails with what is wrong at a trigger's URL, so that the error workflow runs", async () => {
	expect(await runNew('webhook-guard', 'Every Hour')).toMatchObject({ status: 'success' });
	const url = 'http://n8n.invalid/webhook/6f2b1c9e-4d3a-4b8f-9a7e-2c5d8e1f0a3b/webhook';
	await world.call('/api/webhooks/subscribe', { url, events: ['link.clicked'] });
	const { status, error } = await runNew('webhook-guard', 'Every Hour');
	expect([status, error?.message]).toEqual([
		'error',
		expect.stringMatching(
			/^Webhook \/webhook\/[\da-f-]+\/webhook \(link\.clicked\): .*host not found/,
		),
	]);
});

it('retry-crashed retries each crashed execution only as many times as its settings say', async () => {
	const data = [{ id: 1 }, { id: 2, retryOf: '1' }, { id: 3, retrySuccessId: '9' }, { id: 4 }];
	const workflow = setUp('retry-crashed');
	const retried: string[][] = [];
	for (let n = 0; n < 5; n += 1) {
		opened.fakeNodes.answers = { 'Crashed Executions': [{ data }] };
		if (n === 1) opened.fakeNodes.answers.Retry = new Error('ECONNREFUSED');
		opened.fakeNodes.calls.length = 0;
		expect((await run(workflow, 'Every 10 Minutes')).error).toBeUndefined();
		retried.push(callsOf('Retry').map(({ url }) => /(\d+)\/retry$/.exec(toText(url))![1]));
	}
	expect(retried).toEqual([['1', '4'], ['1', '4'], ['1', '4'], [], []]);
	expect(rowsOf('Retried executions')).toHaveLength(2);
});
