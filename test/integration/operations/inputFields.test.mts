/** Tests Include Input Fields: an output item has the columns and files of its input row. */
import { getResources } from '../../../tools/built.mts';
import { byId, useWorld } from '../../support/world.mts';
import { getField, getMessages, toItems } from '../../support/sent.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const url = 'https://example.com/a';
const image = { downloadImage: true, format: 'svg' };
const operations: Array<[string, string, Record<string, unknown>]> = [
	['link', 'create', { url }],
	['link', 'upsert', { url, alias: 'summer' }],
	['link', 'update', { linkId: byId(1), updateFields: { maxClicks: 5 } }],
	['analytics', 'getLinkCountries', { linkId: byId(4) }],
	['pixel', 'create', { name: 'Made', type: 'bing', tag: 'T' }],
	['bioPage', 'get', { bioPageId: byId(1) }],
	['qrCode', 'create', { name: 'Made', url, ...image }],
	['qrCode', 'createMany', { name: 'Made', url, ...image }],
	['qrCode', 'download', { qrCodeId: byId(1), format: 'svg' }],
];
const file = (fileName: string, data: string) => ({
	fileName,
	mimeType: 'text/plain',
	data: Buffer.from(data),
});
const given = {
	sku: 'SKU-1',
	id: 'of the row',
	url: 'of the row',
	nested: { a: [1] },
	error: 'old',
	input: 'of an earlier node',
};
const items = [
	{ json: given as never, binary: { data: file('a.txt', 'hidden'), photo: file('b.txt', 'kept') } },
];

test.each(operations)(
	'the operation %s.%s keeps input columns and files whose names occur in its output',
	async (...row) => {
		const [resource, operation, parameters] = row;
		const run = async (includeInputFields: boolean) => {
			await world.reset();
			const all = { ...parameters, includeInputFields };
			return await world.run(resource, operation, all, { items });
		};
		const { json: record } = (await run(false)).items[0];
		const result = await run(true);
		const { json, pairedItem, binary } = result.items[0];
		const isOverwritten = (name: string) => name in record || name === 'error';
		const columns = Object.entries(given).map(([name, value]) => [
			isOverwritten(name) ? `input_${name}` : name,
			value,
		]);
		expect(json).toMatchObject(Object.fromEntries(columns));
		expect(Object.keys(json).sort()).toEqual(
			[...Object.keys(record), ...columns.map(([name]) => name)].sort(),
		);
		for (const name of Object.keys(record)) expect(json[name]).not.toEqual('of the row');
		expect(json.id).toEqual(record.id ?? given.id);
		expect(pairedItem).toEqual({ item: 0 });
		const names = Object.keys(given).filter(isOverwritten).join(', ');
		expect(getMessages(result.hints)).toEqual([
			`These input fields have the same names as output fields, so they were renamed with the prefix input_: ${names}`,
			...('format' in parameters
				? ['These input fields or files were left out, because the output uses their names: data']
				: []),
		]);
		// The output item has the input files under names that the operation doesn't use for its own files.
		expect(Object.keys(binary!).sort()).toEqual(['data', 'photo']);
		expect(binary!.photo.fileName).toBe('b.txt');
		expect((await world.engine.readBinary(binary!.photo)).toString()).toBe('kept');
		const content = (await world.engine.readBinary(binary!.data)).toString();
		expect(content).toMatch('format' in parameters ? /<svg/ : /^hidden$/);
	},
);

test('one hint lists all input columns that were renamed with the prefix input_', async () => {
	const rows = [{ sku: 'a' }, { url: 'b' }, { url: 'c', error: 0 }, { input: 'd' }];
	const parameters = { name: '={{ "Made " + $itemIndex }}', url, downloadImage: false };
	const { items: made, hints } = await world.run('qrCode', 'createMany', parameters, {
		items: toItems(rows),
	});
	const columns = ['sku', 'input', 'input_url', 'input_error'];
	expect(
		made.map(({ json }) =>
			Object.fromEntries(columns.flatMap((name) => (name in json ? [[name, json[name]]] : []))),
		),
	).toEqual([{ sku: 'a' }, { input_url: 'b' }, { input_url: 'c', input_error: 0 }, { input: 'd' }]);
	expect(getMessages(hints)).toEqual([
		'QR codes: 4 created',
		expect.stringMatching(
			/^These input fields have the same names as output fields.*: url, error$/,
		),
	]);
});

test("two Link Platform nodes in sequence keep the first input's alias column as input_alias", async () => {
	const parameters = { url, includeInputFields: true };
	const [first] = (
		await world.run('link', 'create', parameters, { items: [{ json: { alias: 'of the sheet' } }] })
	).items;
	const [second] = (
		await world.run('link', 'create', parameters, { items: [{ json: first.json }] })
	).items;
	expect(second.json.input_alias).toBe('of the sheet');
	expect(second.json.alias).not.toBe(first.json.alias);
});

test("rows with a column named `error` aren't mistaken for failures and resent by Retry On Fail", async () => {
	const rows = [1, 2].map((n) => ({ json: { n, error: 'of the row' } }));
	const parameters = { name: '={{ "Made " + $json.n }}', url, downloadImage: false };
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { items: made, errorItems } = await world.run('qrCode', 'createMany', parameters, {
		items: rows,
		nodeSettings: retry,
	});
	expect([made.length, errorItems]).toEqual([2, []]);
	const requests = await world.requests();
	expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each(operations)(
	'the operation %s.%s includes input fields by default only if it is createMany',
	async (...row) => {
		const [resource, operation, parameters] = row;
		const [{ json, binary }] = (await world.run(resource, operation, parameters, { items })).items;
		expect([Object.hasOwn(json, 'sku'), binary?.photo !== undefined]).toEqual(
			Array(2).fill(operation === 'createMany'),
		);
	},
);

test.each(operations)(
	'the option Continue returns a failed item of %s.%s without input fields',
	async (...row) => {
		const [resource, operation, parameters] = row;
		await world.sandbox.fault({ action: withStatus(403) });
		const all = { ...parameters, includeInputFields: true };
		const onError = 'continueRegularOutput';
		const result = await world.run(resource, operation, all, { items, onError });
		expect(result.items).toEqual([
			{
				json: {
					error: expect.any(String),
					message: expect.any(String),
					details: expect.any(Object),
				},
				pairedItem: { item: 0 },
			},
		]);
	},
);

test('an input item without json has no columns, and nothing is taken for a failure of another kind', async () => {
	const bare = [{} as never, {} as never];
	for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
		const parameters = { url, includeInputFields: true };
		const run = await world.run('link', 'create', parameters, { items: bare, onError });
		expect([run.error, run.items.length]).toEqual([undefined, 2]);
		for (const { json } of run.items) expect(json).toHaveProperty('shorturl');
	}
	const broken = { resource: 'nowhere' };
	const { errorItems } = await world.run('link', 'create', broken, { items: bare });
	expect(getField(errorItems, 'error')).toEqual(
		Array(2).fill(expect.stringMatching(/^The resource "nowhere" has no operation/)),
	);
});

test('input files keep their names, and only output files are renamed to be unique', async () => {
	const rows = [1, 2].map(() => ({ json: {}, binary: { list: file('Made.svg', 'x') } }));
	const parameters = { name: 'Made', url, ...image };
	const result = await world.run('qrCode', 'createMany', parameters, { items: rows });
	expect(result.items.map(({ binary }) => [binary!.list.fileName, binary!.data.fileName])).toEqual([
		['Made.svg', 'Made.svg'],
		['Made.svg', 'Made (2).svg'],
	]);
});

test('channel.getItems adds the fields of an input item to each item returned for it', async () => {
	const rows = ['a', 'b'].map((sku) => ({ json: { sku } }));
	const parameters = { channelId: byId(1), returnAll: true, includeInputFields: true };
	const { items: found } = await world.run('channel', 'getItems', parameters, { items: rows });
	expect(found.length).toBeGreaterThan(2);
	for (const { json, pairedItem } of found) {
		expect(json.sku).toBe(rows[(pairedItem as { item: number }).item].json.sku);
	}
});

test('all operations have Include Input Fields except deletions, waits, and lists that need no input', () => {
	const lacking = getResources().flatMap(({ value, operations }) =>
		Object.entries(operations)
			.filter(([, { fields }]) => !fields.some(({ name }) => name === 'includeInputFields'))
			.map(([operation]) => `${value}.${operation}`),
	);
	const others = lacking.filter((name) => !/\.(delete|getAll|waitFor\w+)$/.test(name));
	expect(others.sort()).toEqual([
		'account.checkSetup',
		'account.get',
		'account.getUsage',
		'bioPage.getBlockTypes',
		'legacyAccount.get',
		'webhook.getEventTypes',
	]);
	expect(lacking).not.toContain('subscriber.getAll');
});
