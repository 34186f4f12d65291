/** Tests QR codes: requests, output items and images. */
import type { INodeExecutionData } from 'n8n-workflow';
import { readQr } from '../../../packages/sandbox/readQr.mts';
import { createManyIn } from '../../support/createMany.mts';
import {
	getFailure,
	getField,
	getJson,
	getMessages,
	getPairs,
	getRecord,
	requested,
	sent,
	toItems,
	toText,
	written,
} from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const url = 'https://example.com/menu';
/** Decodes the QR code in an item's image; returns its text. */
async function decoded({ binary, json }: INodeExecutionData, property = 'data') {
	if (typeof json.dataUrl === 'string') {
		const [, mimeType, base64] = /^data:([^;]+);base64,(.+)$/.exec(json.dataUrl)!;
		return (await readQr(Buffer.from(base64, 'base64'), mimeType)).text;
	}
	const file = binary![property];
	return (await readQr(await world.engine.readBinary(file), file.mimeType)).text;
}

/** Scans the QR code with this short URL; returns the target. */
const getTarget = async (shortUrl: string) => (await world.visit(shortUrl)).headers.get('location');

/** Reads the QR codes of the account without the node. */
const account = () => world.all('/api/qrs', 'qrs');

const newTarget = 'https://example.com/new-menu';
const redirect = (more: object = {}) =>
	world.run('qrCode', 'update', {
		qrCodeId: byId(1),
		updateFields: { url: newTarget, ...more },
	});
const paths = () => requested(world);
/** Shows this record of the QR code 1 by itself, and in the list as the only one. */
const show = async (record: object) => {
	await world.respond('/api/qr/:id', record);
	await world.respond('/api/qrs', { qrs: [record], maxpage: 1 });
};

test("qrCode.update with a new URL changes where scans lead, without changing the QR code's short URL", async () => {
	const before = await world.run('qrCode', 'get', { qrCodeId: byId(1) });
	await world.forget();
	expect(getRecord(await redirect({ name: 'New' }))).toMatchObject({
		id: 1,
		name: 'New',
		targetUrl: newTarget,
		url: before.items[0].json.url,
	});
	expect(await paths()).toEqual([
		'GET /api/qr/1',
		'GET /api/urls',
		'GET /api/qrs',
		'PUT /api/qr/1/update',
		'PUT /api/url/5/update',
	]);
	expect(await getTarget('/poster')).toBe(newTarget);
});

test("qrCode.update with only a new URL sends one update, to the QR code's link", async () => {
	expect(getRecord(await redirect())).toMatchObject({
		id: 1,
		name: 'Poster',
		targetUrl: newTarget,
	});
	expect((await paths()).filter((path) => path.startsWith('PUT'))).toHaveLength(1);
	expect(await getTarget('/poster')).toBe(newTarget);
});

test('qrCode.update returns the new target only as targetUrl, and the previous target as previousUrl', async () => {
	const [old, linkId] = ['https://example.com/old', 1];
	const link = { id: linkId, longurl: old };
	const details = { id: 1, name: 'Poster', linkId, linkedUrl: old, target: old, link };
	await show(details);
	const record = await world.first('qrCode', 'update', {
		qrCodeId: byId(1),
		updateFields: { url: newTarget },
		output: 'raw',
	});
	expect(record).toEqual({
		id: 1,
		name: 'Poster',
		linkId,
		link: { id: linkId },
		targetUrl: newTarget,
		previousUrl: old,
	});
});

test.each(['link', 'url'])(
	"qrCode.update finds the QR code's link if its details state the link's short URL as `%s`",
	async (name) => {
		const details = { id: 1, name: 'Poster', [name]: `${world.url}/launch` };
		await show(details);
		expect(getRecord(await redirect())).toMatchObject({ targetUrl: newTarget });
		expect((await paths()).at(-1)).toBe('PUT /api/url/1/update');
	},
);

test('qrCode.update returns the previous target of each item, even if two items change the same QR code', async () => {
	const items = toItems(['a', 'b'].map((page) => ({ url: `https://example.com/${page}` })));
	for (const linkIds of ['hidden', 'details'] as const) {
		await world.reset();
		await world.change({ qrLinkIds: linkIds });
		const parameters = { qrCodeId: byId(1), updateFields: { url: '={{ $json.url }}' } };
		const { items: done } = await world.run('qrCode', 'update', parameters, { items });
		expect(getField(done, 'previousUrl')).toEqual([
			'https://example.com/poster',
			'https://example.com/a',
		]);
	}
});

/** Creates a QR code that shares the link of the first one. */
const shareLink = async () => {
	await world.change({ qrSharedLinks: true });
	await world.first('qrCode', 'create', { name: 'B', url: 'https://example.com/poster' });
};

test.each(['hidden', 'shown'] as const)(
	'qrCode.update re-points no QR code whose link others share, and names these (link IDs: %s)',
	async (qrLinkIds) => {
		await shareLink();
		await world.change({ qrLinkIds });
		await world.forget();
		expect(getFailure(await redirect())).toMatchObject({
			error: 'QR codes that share the short URL of "Poster" would lead there, too: "B"',
			message: expect.stringMatching(/^To change them all, use Link > Update/),
		});
		expect(await written(world)).toEqual([]);
	},
);

test("qrCode.update changes no target if the QR codes that may share its link can't be read", async () => {
	await shareLink();
	await world.fault('/api/qrs', withStatus(403), { method: 'GET' });
	await world.forget();
	expect(getFailure(await redirect()).error).toBe('Fault on demand: 403');
	expect(await written(world)).toEqual([]);
});

const shared = () => `${world.url}/launch`;
const hidden = /^Link Platform's list of QR codes doesn't show which .+ "Poster"/;
test.each<[string, RegExp, (id: number) => object, object?]>([
	['only the text `link`', /would lead there, too: "B"$/, () => ({ link: shared() })],
	['the record `link`', /too: "B"$/, () => ({ link: { id: 1, shorturl: shared() } })],
	['nothing of the link', hidden, () => ({}), { linkId: 1 }],
	['nothing of the link, and details its URL', hidden, () => ({}), { link: '/launch' }],
	['URLs of pages', hidden, (id) => ({ url: `${world.url}/p/${id}` }), { linkId: 1 }],
])(
	'no QR code is re-pointed while others may have its link if lists state %s',
	async (_, error, state, details = {}) => {
		await shareLink();
		const codes = ['Poster', 'B'].map((name, n) => ({ id: n + 1, name, ...state(n + 1) }));
		await world.respond('/api/qrs', { qrs: codes, maxpage: 1 });
		const link = 'link' in details ? { link: shared() } : details;
		await world.respond('/api/qr/:id', { ...codes[0], ...link });
		await world.forget();
		expect(getFailure(await redirect()).error).toMatch(error);
		const rows = [{ name: 'Poster', url: newTarget }];
		const many = await createManyIn(world)(rows, { ifNameExists: 'update' });
		expect(getFailure(many).error).toMatch(error);
		expect(await written(world)).toEqual([]);
	},
);

test('qrCode.createMany re-points QR codes of one link once if each is a row with that URL', async () => {
	await shareLink();
	await world.forget();
	const result = await createManyIn(world)(
		['Poster', 'B'].map((name) => ({ name, url: newTarget })),
		{ ifNameExists: 'update' },
	);
	expect(getField(result.items, 'previousUrl')).toEqual(
		Array(2).fill('https://example.com/poster'),
	);
	expect((await paths()).filter((path) => path.startsWith('PUT'))).toHaveLength(1);
	const alone = await createManyIn(world)([{ name: 'B', url: 'https://example.com/b' }], {
		ifNameExists: 'update',
	});
	expect(getFailure(alone).error).toMatch(/would lead there, too: "Poster"$/);
});

test("qrCode.update takes previousUrl from the link in the QR code's details", async () => {
	const link = {
		id: 1,
		shorturl: `${world.url}/launch`,
		longurl: 'https://example.com/old',
	};
	await show({ id: 1, name: 'Poster', link });
	expect(getRecord(await redirect())).toMatchObject({
		targetUrl: newTarget,
		previousUrl: 'https://example.com/old',
	});
});

test("qrCode.update with a new URL fails and changes nothing if Link Platform doesn't show the QR code's link", async () => {
	await world.change({ qrLinks: 'hidden' });
	expect(getFailure(await redirect({ name: 'New' }))).toMatchObject({
		error: expect.stringContaining("doesn't say which link this QR code uses"),
		message: expect.stringContaining('a QR code for its short URL'),
	});
	expect(await written(world)).toEqual([]);
});

test('qrCode.update leaves the target unchanged if Link Platform refuses the other fields', async () => {
	await world.fault('/api/qr/:id/update', withStatus(422));
	const { errorItems } = await redirect({ name: 'New' });
	expect(errorItems).toHaveLength(1);
	expect((await paths()).filter((path) => path.startsWith('PUT /api/url'))).toEqual([]);
});

test('qrCode.update says that the other fields are already changed if Link Platform refuses the target', async () => {
	await world.fault('/api/url/:id/update', withStatus(422));
	const both = await redirect({ name: 'New' });
	const changed = expect.stringContaining('The other fields of the QR code were changed');
	expect(both.errorItems[0].json.message).toEqual(changed);
	const alone = await redirect();
	expect(alone.errorItems[0].json.message).not.toEqual(changed);
});

test.each(['/poster', '/poster/?utm_source=x'])(
	"qrCode.update rejects the QR code's own short URL %s as the target before any write request",
	async (path) => {
		const url = `${world.url.replace('http', 'HTTP')}${path}`;
		expect(getFailure(await redirect({ url, name: 'New' })).error).toMatch(
			/is the short URL of the QR code "Poster"/,
		);
		expect(await written(world)).toEqual([]);
	},
);

test("qrCode.update rejects the short URL of the QR code's link as the target", async () => {
	const shorturl = 'https://go.example.com/launch';
	await world.respond('/api/qr/:id', { id: 1, name: 'Poster', linkId: 1, link: shorturl });
	expect(getFailure(await redirect({ url: shorturl })).error).toMatch(
		/so scans would be redirected endlessly$/,
	);
});

test("qrCode.update finds the link by the QR code's short URL if `link` is only an alias", async () => {
	const details = { id: 1, name: 'Poster', link: 'launch', url: 'https://go.example.com/a' };
	await show(details);
	await world.respond('/api/urls', { urls: [{ id: 1, shorturl: details.url }] });
	expect(getRecord(await redirect())).toMatchObject({ targetUrl: newTarget });
});

test("qrCode.update doesn't confuse the QR code's link with a link that has the same path on another domain", async () => {
	const details = { id: 1, name: 'Poster', link: 'https://b.example/launch' };
	await world.respond('/api/qr/:id', details);
	const urls = [{ id: 9, alias: 'launch', shorturl: 'https://a.example/launch' }];
	await world.respond('/api/urls', { urls });
	expect(getFailure(await redirect()).error).toMatch(/doesn't say which link/);
	expect(await written(world)).toEqual([]);
});

test('qrCode.update sends the target exactly as it was entered', async () => {
	const url = 'https://example.com/a%20b?x=%C3%BC&y=ü';
	await redirect({ url });
	const put = (await sent(world)).find(({ request }) => request.startsWith('PUT'));
	expect(put?.body).toEqual({ url });
});

test('qrCode.update returns the target that Link Platform stored, and a hint points out the difference', async () => {
	const asked = 'https://example.com/cut-here';
	const link = { id: 5, url: asked, longurl: 'https://example.com/cut' };
	await world.respond('/api/url/:id/update', link);
	const { items, hints } = await redirect({ url: asked });
	expect(items[0].json).toMatchObject({ targetUrl: 'https://example.com/cut' });
	expect(getMessages(hints)).toEqual([
		expect.stringMatching(/^Link Platform stored the URL ".+\/cut-here" as ".+\/cut"\. Check/),
	]);
});

test.each(['get', 'update'])(
	'qrCode.%s says that a name is no ID if Link Platform refuses a name as the ID',
	async (operation) => {
		const given = { qrCodeId: byId('Poster'), updateFields: { name: 'A' } };
		expect((await world.fail('qrCode', operation, given)).message).toMatch(
			/^Looked for 'QR Code' Poster\. If this isn't the ID of the record, enter its ID, or choose/,
		);
		const refused = await world.fail('qrCode', 'update', {
			qrCodeId: byId(1),
			updateFields: { size: 99_999 },
		});
		expect(refused.message).not.toContain('Looked for');
	},
);

describe('a QR code that is picked by its short URL', () => {
	const pick = (operation: string, qrCodeId: object) =>
		world.run('qrCode', operation, { qrCodeId });

	test.each([byUrl, byId])(
		'qrCode.get and delete accept different spellings of a short URL in the modes By URL and By ID',
		async (toLocator) => {
			const { port } = new URL(world.url);
			for (const text of [`${world.url}/poster`, `127.0.0.1:${port}/poster/`]) {
				expect(getRecord(await pick('get', toLocator(text)))).toMatchObject({
					id: 1,
					name: 'Poster',
				});
			}
			await pick('delete', toLocator(`${world.url}/poster`));
			expect((await account()).map(({ id }) => id)).toEqual([2]);
		},
	);

	test('qrCode.update reads the list of QR codes once for all rows', async () => {
		const row = { url: `${world.url}/poster-2` };
		const items = toItems(Array.from({ length: 20 }, () => row));
		const parameters = { qrCodeId: byUrl('={{ $json.url }}'), updateFields: { name: 'Tent' } };
		const result = await world.run('qrCode', 'update', parameters, { items });
		expect(result.items).toHaveLength(20);
		expect((await world.counts())['GET /api/qrs']).toBe(1);
	});

	test("qrCode.get and delete report a short URL that isn't the URL of exactly one QR code, if the list could be read", async () => {
		const unknown = byUrl('https://go.example.com/none');
		expect(getFailure(await pick('get', unknown)).error).toBe(
			'No QR code has the short URL https://go.example.com/none (2 read)',
		);
		const twins = [1, 2].map((id) => ({ id, url: 'https://go.example.com/none' }));
		await world.respond('/api/qrs', { qrs: twins, maxpage: 1 }, { times: 1 });
		expect(getFailure(await pick('delete', unknown))).toMatchObject({
			error: '2 QR codes have the short URL https://go.example.com/none',
			details: { reason: 'input', httpCode: null },
		});
		await world.fault('/api/qrs', withStatus(403));
		const refused = await pick('get', unknown);
		expect(refused.errorItems[0].json.error).toBe('Fault on demand: 403');
	});
});

test('qrCode.create shows a hint if Link Platform stored a different target', async () => {
	const target = 'https://example.com/cut';
	await world.respond('/api/qr/add', {
		id: 9,
		name: 'A',
		url: 'https://go.example.com/9',
		target,
	});
	const { hints } = await world.run('qrCode', 'create', { name: 'A', url, downloadImage: false });
	expect(getMessages(hints)).toEqual([
		expect.stringContaining('as "https://example.com/cut". Check'),
	]);
});

test('qrCode.create returns no image when used as an AI tool', async () => {
	const parameters = { resource: 'qrCode', operation: 'create', name: 'A', url };
	const tool = await world.engine.connectTool({ node: 'linkPlatform', parameters });
	expect(await tool({})).toEqual([expect.not.objectContaining({ dataUrl: expect.anything() })]);
	expect(await requested(world)).toEqual(['POST /api/qr/add']);
});

test('the dropdown for a QR code can be searched by short URL', async () => {
	await world.fill('qrs', 150);
	const { results } = await world.engine.listSearch('searchQrCodes', { filter: '/POSTER-' });
	expect(results.map(({ name }) => name)).toEqual(['Poster 2 (2)']);
});

test("the dropdown for a QR code can be searched by target, although it doesn't show targets", async () => {
	await world.fill('qrs', 150);
	const target = 'https://example.com/in-the-window';
	await world.run('qrCode', 'create', { name: 'Poster', url: target });
	await world.forget();
	const { results } = await world.engine.listSearch('searchQrCodes', { filter: 'the-window' });
	expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/^Poster \(\d+\)$/)]);
	expect((await sent(world)).map(({ query }) => query)).toEqual([
		{ search: 'the-window', page: '1', limit: '100' },
	]);
});

test.each([
	['png', 'image/png'],
	['svg', 'image/svg+xml'],
	['pdf', 'application/pdf'],
])(
	'qrCode.create returns the QR code with a %s image that encodes its short URL',
	async (format, mimeType) => {
		const parameters = {
			name: 'Menu, table 4',
			url,
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
	'qrCode.download returns a %s image as a data URL if Output As is Data URL',
	async (format) => {
		const parameters = { qrCodeId: byId(1), format, imageOptions: { outputAs: 'dataUrl' } };
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
		expect(await decoded(items[0])).toBe(`${world.url}/poster`);
	},
);

test('qrCode.download puts the file into the chosen binary field and describes it in the JSON output', async () => {
	const parameters = {
		qrCodeId: byId('={{ $json.id }}'),
		imageOptions: { binaryPropertyName: 'image' },
	};
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
	expect(await decoded(result.items[0], 'image')).toBe(`${world.url}/poster-2`);
	const bytes = await world.engine.readBinary(result.items[0].binary!.image);
	expect(result.items[0].json.fileSize).toBe(bytes.length);
	expect(result.errorItems[0].json).toMatchObject({ id: 99, details: { httpCode: '404' } });
});

test.each([
	['create', { name: '={{ $json.name }}', url, downloadImage: true }],
	['createMany', { name: '={{ $json.name }}', url, downloadImage: true }],
	['download', { qrCodeId: byId(1) }],
	['createArtistic', { qrCodeId: byId(1), style: 'pixel' }],
])(
	"qrCode.%s uses each row's file name, and adds numbers to make names unique",
	async (operation, more) => {
		const files = ['table-12', 'table-12.PNG', 'a/b', '', 'table-12', 'TABLE-12 (3)', '../..'];
		const items = toItems(files.map((file, n) => ({ file, name: `Row ${n}` })));
		const parameters = { ...more, imageOptions: { fileName: '={{ $json.file }}' } };
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
		// If an item's JSON has a file name, it must be the name of the item's file.
		const told = getField(result.items, 'fileName').filter(Boolean);
		expect([[], names]).toContainEqual(told);
	},
);

test("qrCode.create and createMany name the ID of the new QR code in the error if its image can't be downloaded", async () => {
	await world.fault('/api/qr/:id/download', withStatus(400));
	for (const operation of ['create', 'createMany']) {
		const more = operation === 'create' ? {} : { ifNameExists: 'create' };
		const failure = await world.fail('qrCode', operation, { name: 'A', url, ...more });
		const { id } = (await account()).at(-1)!;
		expect(failure).toMatchObject({
			error: expect.stringContaining('Fault on demand: 400'),
			message: expect.stringMatching(
				new RegExp(`^The QR code exists \\(ID ${Number(id)}\\), .*Download`),
			),
			details: { httpCode: '400', reason: 'refused' },
		});
	}
	expect(await account()).toHaveLength(4);
});

test.each([
	[{}, '300'],
	[{ imageSize: 200 }, '200'],
])(
	'qrCode.download with %j requests an image %s pixels wide when used as an AI tool',
	async (more, size) => {
		const qr = { resource: 'qrCode', operation: 'download', qrCodeId: byId(1) };
		const parameters = { ...qr, ...more };
		const tool = await world.engine.connectTool({ node: 'linkPlatform', parameters });
		expect(await tool({})).toEqual([
			expect.objectContaining({ dataUrl: expect.stringMatching(/^data:image/) }),
		]);
		const { query } = (await sent(world)).at(-1)!;
		expect(query).toEqual({ format: 'png', size });
	},
);

test('qrCode.createArtistic returns an image in the chosen style', async () => {
	const parameters = { qrCodeId: byId(1), style: 'pixel', prompt: 'a harbor' };
	const { items } = await world.run('qrCode', 'createArtistic', parameters);
	expect(items[0].json).toEqual({
		id: 1,
		format: 'png',
		fileName: 'qr-1-pixel.png',
		mimeType: 'image/png',
		fileSize: expect.any(Number),
	});
	expect(await decoded(items[0])).toBe(`${world.url}/poster`);
});

test('qrCode.createArtistic returns a record if the response has one', async () => {
	await world.change({ artistic: 'record' });
	const parameters = { qrCodeId: byId(1), style: 'custom', customStyle: 'a/b', prompt: 'x' };
	const { items } = await world.run('qrCode', 'createArtistic', parameters);
	expect(items[0].binary).toBeUndefined();
	expect(items[0].json).toMatchObject({
		id: 1,
		style: 'a/b',
		image: expect.stringContaining('/poster/'),
	});
});
