/** Include Input Fields: an output item that keeps the columns and files of its row. */
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';
const image = { downloadImage: true, format: 'svg' };
const operations: Array<[string, string, Record<string, unknown>]> = [
	['link', 'create', { url }],
	['link', 'createOnce', { url }],
	['link', 'upsert', { url, alias: 'summer' }],
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
};
const items = [
	{ json: given as never, binary: { data: file('a.txt', 'hidden'), photo: file('b.txt', 'kept') } },
];

test.each(operations)('%s.%s puts the record over the fields of the row', async (...row) => {
	const [resource, operation, parameters] = row;
	const run = async (includeInputFields: boolean) => {
		await world.sandbox.reset();
		const all = { ...parameters, includeInputFields };
		return (await world.run(resource, operation, all, { items })).items[0];
	};
	const { json: record } = await run(false);
	const { json, pairedItem } = await run(true);
	expect(Object.keys(json).sort()).toEqual(Object.keys({ ...given, ...record }).sort());
	for (const [name, value] of Object.entries(given)) {
		if (name in record) expect(json[name]).not.toEqual(value);
		else expect(json[name]).toEqual(value);
	}
	expect(json.id).toEqual(record.id);
	expect(pairedItem).toEqual({ item: 0 });
});

test.each(operations)('%s.%s keeps files under names that it does not use', async (...row) => {
	const [resource, operation, parameters] = row;
	const all = { ...parameters, includeInputFields: true };
	const { binary } = (await world.run(resource, operation, all, { items })).items[0];
	expect(Object.keys(binary!).sort()).toEqual(['data', 'photo']);
	expect(binary!.photo.fileName).toBe('b.txt');
	expect((await world.engine.readBinary(binary!.photo)).toString()).toBe('kept');
	const content = (await world.engine.readBinary(binary!.data)).toString();
	expect(content).toMatch(resource === 'link' ? /^hidden$/ : /<svg/);
});

test.each(operations)('%s.%s does so by default only for many rows', async (...row) => {
	const [resource, operation, parameters] = row;
	const [{ json, binary }] = (await world.run(resource, operation, parameters, { items })).items;
	expect([Object.hasOwn(json, 'sku'), binary?.photo !== undefined]).toEqual(
		Array(2).fill(operation === 'createMany'),
	);
});

test.each(operations)('%s.%s fails with its failure alone', async (...row) => {
	const [resource, operation, parameters] = row;
	await world.sandbox.fault({ action: { type: 'status', status: 403 } });
	const all = { ...parameters, includeInputFields: true };
	const onError = 'continueRegularOutput';
	const result = await world.run(resource, operation, all, { items, onError });
	expect(result.items).toEqual([
		{
			json: { error: expect.any(String), message: expect.any(String), details: expect.any(Object) },
			pairedItem: { item: 0 },
		},
	]);
});

test('files of rows keep their names, and those of the output have names of their own', async () => {
	const rows = [1, 2].map(() => ({ json: {}, binary: { list: file('Made.svg', 'x') } }));
	const parameters = { name: 'Made', url, ...image };
	const result = await world.run('qrCode', 'createMany', parameters, { items: rows });
	expect(result.items.map(({ binary }) => [binary!.list.fileName, binary!.data.fileName])).toEqual([
		['Made.svg', 'Made.svg'],
		['Made.svg', 'Made (2).svg'],
	]);
});

test('may be wanted for some rows only, by an expression', async () => {
	const rows = [true, false].map((keep) => ({ json: { keep } }));
	const parameters = { url, includeInputFields: '={{ $json.keep }}' };
	const result = await world.run('link', 'create', parameters, { items: rows });
	expect(result.items.map(({ json }) => 'keep' in json)).toEqual([true, false]);
});
