/** QR codes: the requests, and the items with their images. */
import type { INodeExecutionData } from 'n8n-workflow';
import { readQr } from '../../../packages/sandbox/readQr.mts';
import { getJson, getPairs, sent, toText } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/menu';
const toItems = <T extends object>(rows: T[]) => rows.map((json) => ({ json: json as never }));

/** The text in the image of an item. */
async function decoded({ binary, json }: INodeExecutionData, property = 'data') {
	if (typeof json.dataUrl === 'string') {
		const [, mimeType, base64] = /^data:([^;]+);base64,(.+)$/.exec(json.dataUrl)!;
		return (await readQr(Buffer.from(base64, 'base64'), mimeType)).text;
	}
	const file = binary![property];
	return (await readQr(await world.engine.readBinary(file), file.mimeType)).text;
}

/** Where a scan of the QR code with this short URL leads to. */
const getTarget = async (shortUrl: string) =>
	(await world.sandbox.visit(shortUrl)).headers.get('location');

/** The QR codes of the account, asked for without the node. */
const account = async () => await world.sandbox.all('/api/qrs', 'qrs');

describe('where a printed QR code leads', () => {
	const url = 'https://example.com/new-menu';
	const redirect = async (more: object = {}) =>
		await world.run('qrCode', 'update', { qrCodeId: byId(1), updateFields: { url, ...more } });
	const paths = async () => (await sent(world)).map(({ request }) => request);

	test('an update with URL has every scan lead there, and the code stays the same', async () => {
		const before = await world.run('qrCode', 'get', { qrCodeId: byId(1) });
		await world.sandbox.forget();
		const { items } = await redirect({ name: 'New' });
		expect(items[0].json).toMatchObject({
			id: 1,
			name: 'New',
			targetUrl: url,
			url: before.items[0].json.url,
		});
		const linkId = before.items[0].json.linkId as number;
		expect(await paths()).toEqual([
			'GET /api/qr/1',
			`PUT /api/url/${linkId}/update`,
			'PUT /api/qr/1/update',
		]);
		expect(await getTarget('/q/poster')).toBe(url);
	});

	test('URL alone changes the link alone', async () => {
		const { items } = await redirect();
		expect(items[0].json).toMatchObject({ id: 1, name: 'Poster', targetUrl: url });
		expect((await paths()).filter((path) => path.startsWith('PUT'))).toHaveLength(1);
		expect(await getTarget('/q/poster')).toBe(url);
	});

	test('the old target comes out nowhere, however it is called', async () => {
		const [old, linkId] = ['https://example.com/old', 1];
		const link = { id: linkId, longurl: old };
		const details = { id: 1, name: 'Poster', linkId, linkedUrl: old, target: old, link };
		await world.respond('/api/qr/:id', details, { times: 1 });
		const { items } = await world.run('qrCode', 'update', {
			qrCodeId: byId(1),
			updateFields: { url },
			output: 'raw',
		});
		expect(JSON.stringify(items[0].json)).not.toContain(old);
		expect(items[0].json).toMatchObject({ linkedUrl: url, target: url, targetUrl: url });
	});

	test.each(['link', 'url'])(
		'a link that is told by its short URL as %s is found',
		async (name) => {
			const shorturl = `${world.sandbox.url}/launch`;
			const details = { id: 1, name: 'Poster', [name]: shorturl };
			await world.respond('/api/qr/:id', details, { times: 1 });
			const { items } = await redirect();
			expect(items[0].json).toMatchObject({ targetUrl: url });
			expect(await paths()).toEqual(['GET /api/qr/1', 'GET /api/urls', 'PUT /api/url/1/update']);
		},
	);

	test('a code that tells no link is refused with what to do, and nothing changes', async () => {
		await world.sandbox.change({ qrLinks: 'hidden' });
		const { errorItems } = await redirect({ name: 'New' });
		expect(errorItems[0].json).toMatchObject({
			error: expect.stringContaining("doesn't tell the link behind this QR code"),
			message: expect.stringContaining('a QR code of its short URL'),
		});
		expect((await paths()).filter((path) => !path.startsWith('GET'))).toEqual([]);
	});
});

describe('qrCode, what comes out', () => {
	test('list to choose from is searched by target, which it does not show', async () => {
		await world.sandbox.fill('qrs', 150);
		const target = 'https://example.com/in-the-window';
		await world.run('qrCode', 'create', { name: 'Poster', url: target });
		await world.sandbox.forget();
		const { results } = await world.engine.listSearch('searchQrCodes', { filter: 'the-window' });
		expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/^Poster \(\d+\)$/)]);
		expect((await sent(world)).map(({ query }) => query)).toEqual([
			{ search: 'the-window', page: '1', limit: '100' },
		]);
	});
});

describe('qrCode, images', () => {
	test.each([
		['png', 'image/png'],
		['svg', 'image/svg+xml'],
		['pdf', 'application/pdf'],
	])(
		'create returns the QR code with its %s, which encodes its short URL',
		async (format, mimeType) => {
			const parameters = {
				name: 'Menu, table 4',
				url,
				downloadImage: true,
				format,
				imageSize: 400,
			};
			const { items } = await world.run('qrCode', 'create', parameters);
			const { json, binary } = items[0];
			expect(json).toMatchObject({ name: 'Menu, table 4', scans: 0 });
			expect(binary!.data).toMatchObject({
				fileName: `Menu, table 4.${format}`,
				fileExtension: format,
				mimeType,
			});
			expect(await decoded(items[0])).toBe(json.url);
			expect(await getTarget(toText(json.url))).toBe(url);
			if (format === 'png') {
				const file = await world.engine.readBinary(binary!.data);
				expect((await readQr(file, mimeType)).width).toBe(400);
			}
		},
	);

	test.each(['png', 'svg', 'pdf'])(
		'download returns a %s as text for web pages and agents',
		async (format) => {
			const parameters = { qrCodeId: byId(1), format, outputAs: 'dataUrl' };
			const { items } = await world.run('qrCode', 'download', parameters);
			expect(items[0].binary).toBeUndefined();
			expect(items[0].json).toEqual({
				id: 1,
				format,
				fileName: `qr-1.${format}`,
				mimeType: expect.any(String),
				fileSize: expect.any(Number),
				dataUrl: expect.stringMatching(/^data:/),
			});
			expect(await decoded(items[0])).toBe(`${world.sandbox.url}/q/poster`);
		},
	);

	test('download describes its file, under the field name that was chosen', async () => {
		const parameters = { qrCodeId: byId('={{ $json.id }}'), binaryPropertyName: 'image' };
		const items = toItems([{ id: 2 }, { id: 99 }, { id: 1 }]);
		const result = await world.run('qrCode', 'download', parameters, { items });
		expect(getJson(result.items)).toEqual(
			[2, 1].map((id) => ({
				id,
				format: 'png',
				fileName: `qr-${id}.png`,
				mimeType: 'image/png',
				fileSize: expect.any(Number),
			})),
		);
		expect(getPairs(result.items)).toEqual([0, 2]);
		expect(await decoded(result.items[0], 'image')).toBe(`${world.sandbox.url}/q/table-tent`);
		const bytes = await world.engine.readBinary(result.items[0].binary!.image);
		expect(result.items[0].json.fileSize).toBe(bytes.length);
		expect(result.errorItems[0].json).toMatchObject({ id: 99, details: { httpCode: '404' } });
	});

	test.each([
		['create', { name: '={{ $json.name }}', url, downloadImage: true }],
		['createMany', { name: '={{ $json.name }}', url, downloadImage: true }],
		['download', { qrCodeId: byId(1) }],
		['createArtistic', { qrCodeId: byId(1), style: 'pixel' }],
	])('%s: files are named by their rows, and none replaces another', async (operation, more) => {
		const files = ['table-12', 'table-12.PNG', 'a/b', '', 'table-12', 'TABLE-12 (3)', '../..'];
		const items = toItems(files.map((file, n) => ({ file, name: `Row ${n}` })));
		const parameters = { ...more, fileName: '={{ $json.file }}' };
		const result = await world.run('qrCode', operation, parameters, { items });
		const names = result.items.map(({ binary }) => binary!.data.fileName);
		const own: Record<string, string[]> = {
			download: ['qr-1.png', 'qr-1 (2).png'],
			createArtistic: ['qr-1-pixel.png', 'qr-1-pixel (2).png'],
		};
		const [first, second] = own[operation] ?? ['Row 3.png', 'Row 6.png'];
		expect(names).toEqual([
			'table-12.png',
			'table-12 (2).PNG',
			'a-b.png',
			first,
			'table-12 (3).png',
			'TABLE-12 (3) (2).png',
			second,
		]);
		// Where the JSON describes the file, it names it so too.
		const told = result.items.map(({ json }) => json.fileName).filter(Boolean);
		expect([[], names]).toContainEqual(told);
	});

	test('image that cannot be downloaded fails with the ID of the QR code that was made', async () => {
		await world.fault('/api/qr/:id/download', { type: 'status', status: 400 });
		for (const operation of ['create', 'createMany']) {
			const { errorItems } = await world.run('qrCode', operation, {
				name: 'A',
				url,
				downloadImage: true,
				skipExisting: false,
			});
			const { id } = (await account()).at(-1)!;
			expect(errorItems[0].json).toMatchObject({
				error: 'Fault on demand: 400',
				message: expect.stringMatching(
					new RegExp(`^The QR code exists \\(ID ${Number(id)}\\), .*Download`),
				),
				details: { httpCode: '400', reason: 'refused' },
			});
		}
		expect(await account()).toHaveLength(4);
	});

	test.each([
		['create', { name: 'A', url, downloadImage: true }, '300'],
		['createMany', { name: 'A', url }, '300'],
		['download', { qrCodeId: byId(1) }, '300'],
		['download', { qrCodeId: byId(1), imageSize: 200 }, '200'],
	])(
		'as a tool, %s of %j is %s pixels wide, as a model can read it',
		async (operation, more, size) => {
			const parameters = { resource: 'qrCode', operation, ...more };
			const tool = await world.engine.connectTool({ node: 'linkPlatform', parameters });
			expect(await tool({})).toEqual([
				expect.objectContaining({ dataUrl: expect.stringMatching(/^data:image/) }),
			]);
			const { query } = (await sent(world)).at(-1)!;
			expect(query).toEqual({ format: 'png', size });
		},
	);

	test.each([
		[{ type: 'wrongJson', body: '{"error":1,"message":"No image today"}' }, 'No image today'],
		[{ type: 'wrongJson', body: '{"error":0,"data":{"id":1}}' }, 'returned no file'],
	])('response of %j fails as no image', async (action, error) => {
		await world.sandbox.fault({ path: '/api/qr/:id/download', action });
		const { errorItems } = await world.run('qrCode', 'download', { qrCodeId: byId(1) });
		expect(errorItems[0].json.error).toContain(error);
	});
});

describe('qrCode.createArtistic', () => {
	test('returns an image in the chosen style', async () => {
		const parameters = { qrCodeId: byId(1), style: 'pixel', prompt: 'a harbor' };
		const { items } = await world.run('qrCode', 'createArtistic', parameters);
		expect(items[0].json).toEqual({
			id: 1,
			format: 'png',
			fileName: 'qr-1-pixel.png',
			mimeType: 'image/png',
			fileSize: expect.any(Number),
		});
		expect(await decoded(items[0])).toBe(`${world.sandbox.url}/q/poster`);
	});

	test('returns a record if the response has one', async () => {
		await world.sandbox.change({ artistic: 'record' });
		const parameters = { qrCodeId: byId(1), style: 'custom', customStyle: 'a/b', prompt: 'x' };
		const { items } = await world.run('qrCode', 'createArtistic', parameters);
		expect(items[0].binary).toBeUndefined();
		expect(items[0].json).toMatchObject({
			id: 1,
			style: 'a/b',
			image: expect.stringContaining('/q/poster/'),
		});
	});
});
