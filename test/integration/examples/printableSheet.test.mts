/** Tests the printable sheet: the page shows every QR code with its name, whatever characters the name contains. */
import { readQr } from '../../../packages/sandbox/readQr.mts';
import { setUp, useTemplates } from './templates.mts';

const { world, opened, run } = useTemplates();

const NAMES = [
	'مقهى المدينة',
	'כרטיס 12',
	'東京タワー',
	'Ünïcödé 🎟️',
	`<script>alert("1")</script> & 'co'`,
];

async function make(part: string, size: unknown = 30) {
	const workflow = setUp('printable-sheet');
	Object.assign(workflow.pinData!['Sheet Form'][0].json, {
		'Part of the names': part,
		'Size in mm': size,
	});
	const { status, error, nodes } = await run(workflow, 'Sheet Form');
	expect([error?.message, status]).toEqual([undefined, 'success']);
	return (nodes['Make Page']?.at(-1)!.items[0].json ?? {}) as {
		html: string;
		count: number;
		text: string;
	};
}

const create = (name: string) =>
	world.call('/api/qr/add', { name: `Sheet ${name}`, url: 'https://example.com/' });

test('printable-sheet prints the QR codes whose name contains the text in the form', async () => {
	for (const name of NAMES) await create(name);
	const { html, count, text: said } = await make('Sheet');
	expect([count, said]).toEqual([
		NAMES.length,
		'Open the file in a browser and print it at 100 %.',
	]);
	expect(html).toContain('width: 30mm');
	const sources = [...html.matchAll(/<img src="data:image\/svg\+xml;base64,([^"]+)"/g)];
	const codes = await world.all('/api/qrs', 'qrs');
	for (const [, data] of sources) {
		const { text } = await readQr(Buffer.from(data, 'base64'), 'image/svg+xml');
		expect(codes.map(({ url }) => url)).toContain(text);
	}
	expect(sources).toHaveLength(NAMES.length);
	expect(html).not.toContain('<script>');
	expect(html).toContain(
		'Sheet &#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;co&#39;',
	);
	const [file] = opened.fakeNodes.calls.filter(({ node }) => node === 'Show Sheet');
	expect((await opened.engine.readBinary(file.item.binary!.sheet)).toString()).toBe(html);
});

test.each([
	['', 30],
	['large', 30],
	[-5, 10],
	[1, 10],
	[2000, 180],
	['55', 55],
])('printable-sheet with the size %p prints QR codes %d mm wide', async (size, mm) => {
	await create('one');
	expect((await make('Sheet', size)).html).toContain(`img { display: block; width: ${mm}mm;`);
});

test("printable-sheet leaves out a QR code whose image can't be downloaded, and names it", async () => {
	for (const name of ['one', 'two', 'three']) await create(name);
	const [{ id }] = (await world.all('/api/qrs', 'qrs')).filter(({ name }) => name === 'Sheet two');
	await world.fault(`/api/qr/${String(id)}/download`, { type: 'status', status: 404 });
	const { html, count, text } = await make('Sheet');
	expect([count, text]).toEqual([2, expect.stringMatching(/^Missing:\nSheet two: [^\n]*[^.]\.$/)]);
	expect(
		[...html.matchAll(/<figcaption dir="auto">([^<]+)/g)].map(([, name]) => name).sort(),
	).toEqual(['Sheet one', 'Sheet three']);
});

test('printable-sheet prints QR codes that share a short URL, which only their IDs tell apart', async () => {
	for (const name of ['one', 'two', 'three']) await create(name);
	const list = (await world.ask<{ data: { qrs: object[] } }>('GET /api/qrs')).body;
	const [one, two] = (await world.all('/api/qrs', 'qrs')).filter(({ name }) =>
		/one|two/.test(String(name)),
	);
	const shared = JSON.stringify(list).replaceAll(JSON.stringify(two.url), JSON.stringify(one.url));
	await world.fault('/api/qrs', { type: 'wrongJson', body: shared });
	const { html, count, text } = await make('Sheet');
	const all = list.data.qrs.length;
	expect([count, text]).toEqual([all, expect.stringMatching(/^Open/)]);
	expect(new Set(html.match(/src="[^"]+/g)).size).toBe(all);
});

test('printable-sheet says on its last page if no QR code has the name in the form', async () => {
	expect(await make('nothing has this name')).toEqual({});
	expect(opened.fakeNodes.of('Show Nothing Found')).toMatchObject([
		{ completionMessage: expect.stringContaining('No QR code of your account') },
	]);
});
