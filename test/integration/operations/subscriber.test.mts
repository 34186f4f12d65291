import { parse } from 'csv-parse/sync';
import { getErrors, getFailure, getJson, getPairs, getRecord } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const bioPageId = byId(1);
const answerWith = (
	body: unknown,
	headers: Record<string, string> = { 'content-type': 'text/csv' },
	times = 1,
) => world.fault('/api/bio/*', { type: 'status', status: 200, body, headers }, { times });
const exportAs = (outputAs: string, more: object = {}) =>
	world.run('subscriber', 'export', { bioPageId, outputAs, ...more });

test('subscriber.export returns the CSV file unchanged as binary data', async () => {
	const { items } = await exportAs('binary', { binaryPropertyName: 'csv' });
	const fileName = 'subscribers-1.csv';
	const file = { format: 'csv', fileName, mimeType: 'text/csv', fileSize: expect.any(Number) };
	expect(getJson(items)).toEqual([{ id: 1, ...file }]);
	expect(items[0].binary?.csv).toMatchObject({
		fileName,
		mimeType: 'text/csv',
		fileExtension: 'csv',
	});
	const bytes = await world.engine.readBinary(items[0].binary!.csv);
	expect(bytes.length).toBe(items[0].json.fileSize);
	expect(parse<{ email: string }>(bytes, { columns: true }).map(({ email }) => email)).toEqual([
		'reader@example.com',
		'second@example.com',
		'third@example.com',
	]);
});

test("subscriber.export returns non-English letters, and fails if the file isn't in UTF-8", async () => {
	const answer = async (encoding: string) => {
		const body = 'email,name\nada@example.com,Cäsar\n';
		const action = { type: 'file', contentType: 'text/csv', body, encoding };
		await world.fault('/api/bio/*', action);
		return await exportAs('items');
	};
	expect(getRecord(await answer('utf8'))).toEqual({ email: 'ada@example.com', name: 'Cäsar' });
	await world.restore();
	expect(getFailure(await answer('latin1'))).toMatchObject({
		error: 'The CSV file is incomplete or not in UTF-8',
		message: expect.stringContaining('Extract From File'),
	});
});

test.each(['binary', 'items'])(
	'subscriber.export as %s accepts bio pages without subscribers, and fails only items with an unknown page',
	async (outputAs) => {
		const { items, errorItems } = await world.run(
			'subscriber',
			'export',
			{ bioPageId: byId('={{ $json.id }}'), outputAs },
			{ items: [1, 2, 99, '', 'demo'].map((id) => ({ json: { id } })) },
		);
		expect(getPairs(items)).toEqual(outputAs === 'binary' ? [0, 1] : [0, 0, 0]);
		expect(getErrors(errorItems)).toEqual([
			[2, 'There is no bio page with id 99.'],
			[3, "'Bio Page' is empty"],
			[4, expect.stringContaining('"id"')],
		]);
		expect(errorItems[0].json.message).toContain("Looked for 'Bio Page' 99");
	},
);

test('subscriber.export fails if the response is JSON instead of a file', async () => {
	const json = { 'content-type': 'application/json' };
	for (const outputAs of ['binary', 'items']) {
		await answerWith({ error: 0, message: 'Later' }, json);
		expect((await exportAs(outputAs)).errorItems[0].json.error).toBe(
			'Link Platform returned no file: Later',
		);
		await answerWith({ error: 1, message: 'Not in your plan' }, json);
		expect((await exportAs(outputAs)).errorItems[0].json.error).toBe('Not in your plan');
	}
});

test.each([
	['{"error":1,"message":"Not in your plan"}', 'Link Platform returned no file: Not in your plan'],
	['\n{"error":0,"message":"Later"}', 'Link Platform returned no file: Later'],
	['<html>Login</html>', 'Link Platform returned no file'],
])('subscriber.export fails if the CSV file is %j', async (body, error) => {
	for (const contentType of ['text/csv', 'text/plain', 'application/octet-stream']) {
		for (const outputAs of ['binary', 'items']) {
			await world.restore();
			await world.fault('/api/bio/*', { type: 'file', contentType, body });
			expect(getFailure(await exportAs(outputAs)).error).toBe(error);
			expect(await world.requests()).toHaveLength(1);
		}
	}
});

test('subscriber.export fails if the CSV file is cut off', async () => {
	await answerWith('email,name\na@example.com,"Ada', undefined, 4);
	expect(getFailure(await exportAs('items')).error).toBe(
		'The CSV file is incomplete or not in UTF-8',
	);
	const cut = { path: '/api/bio/*', action: { type: 'truncate' } };
	await world.sandbox.fault(cut);
	expect((await exportAs('binary')).items).toEqual([]);
});
