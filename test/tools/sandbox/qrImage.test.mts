import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';
import sharp from 'sharp';

import { useSandbox } from './sandboxClient.mts';

// CommonJS with types written for a default export.
const jsQR = jsqr as unknown as typeof jsqr.default;

const sandbox = useSandbox();
const { ask } = sandbox;

async function download(path: string, init?: RequestInit) {
	const headers = { Authorization: `Bearer ${sandbox.apiKey}`, ...init?.headers };
	const response = await fetch(sandbox.url + path, { ...init, headers });
	expect(response.status).toBe(200);
	return { type: response.headers.get('content-type'), image: await response.bytes() };
}

/** Pixels as a QR reader sees them; a PDF is rendered first. */
async function read(image: Uint8Array, format = 'png') {
	let picture = sharp(image);
	if (format === 'pdf') {
		const library = await PDFiumLibrary.init();
		const document = await library.loadDocument(image);
		const { data, width, height } = await document
			.getPage(0)
			.render({ scale: 2, render: 'bitmap' });
		picture = sharp(data, { raw: { width, height, channels: 4 } });
		document.destroy();
		library.destroy();
	}
	const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	const found = jsQR(new Uint8ClampedArray(data), info.width, info.height);
	return { width: info.width, height: info.height, text: found?.data, pixels: data };
}

const create = async (more: object) => {
	const input = { name: 'Test', url: 'https://example.com/target', ...more };
	return (await ask('POST /api/qr/add', input)).body.data;
};

test.each([
	['png', 'image/png'],
	['svg', 'image/svg+xml'],
	['pdf', 'application/pdf'],
])(
	'a %s encodes the short URL of the QR code, which redirects to the target',
	async (format, type) => {
		const qr = await create({});
		const file = await download(`/api/qr/${qr.id}/download?format=${format}&size=400`);
		expect(file.type).toBe(type);
		const { text, width } = await read(file.image, format);
		expect(text).toBe(qr.url);
		expect(width).toBe(format === 'pdf' ? 800 : 400);
		const visit = await fetch(qr.url, { redirect: 'manual' });
		const location = visit.headers.get('location');
		expect([visit.status, location]).toEqual([302, 'https://example.com/target']);
	},
);

test.each([[50], [137], [300], [1000]])('a PNG is %i pixels wide and readable', async (size) => {
	const { image } = await download(`/api/qr/1/download?format=png&size=${size}`);
	const { width, height, text } = await read(image);
	expect([width, height]).toEqual([size, size]);
	// Below three pixels per module jsQR fails; above that, the text must be right.
	if (size > 120) expect(text).toBe(`${sandbox.url}/q/poster`);
});

test('the size is 300 by default, and never below a pixel per module', async () => {
	expect((await read((await download('/api/qr/1/download?format=png')).image)).width).toBe(300);
	const tiny = await read((await download('/api/qr/1/download?format=png&size=1')).image);
	expect(tiny.width).toBeGreaterThan(28);
});

test('the image has the colors, margin and error correction of the QR code', async () => {
	const design = { foreground: '#102040', background: '#FED', errorCorrection: 'H', margin: 0 };
	const qr = await create(design);
	for (const format of ['png', 'svg', 'pdf']) {
		const file = await download(`/api/qr/${qr.id}/download?format=${format}&size=330`);
		const { pixels, width, text } = await read(file.image, format);
		expect(text).toBe(qr.url);
		const colors = new Map<string, number>();
		for (let at = 0; at < pixels.length; at += 4) {
			const color = pixels.subarray(at, at + 3).toString('hex');
			colors.set(color, (colors.get(color) ?? 0) + 1);
		}
		const common = [...colors].sort((a, b) => b[1] - a[1]).map(([color]) => color);
		expect(new Set(common.slice(0, 2))).toEqual(new Set(['102040', 'ffeedd']));
		// Without a quiet zone the finder pattern reaches (nearly) the corner.
		const corner = Math.floor(width * 0.03);
		const at = (corner * width + corner) * 4;
		expect(pixels.subarray(at, at + 3).toString('hex')).toBe('102040');
	}
});

test('an update changes the image', async () => {
	const qr = await create({});
	const path = `/api/qr/${qr.id}/download?format=svg`;
	const before = await download(path);
	await ask(`PUT /api/qr/${qr.id}/update`, { foreground: '#AA0000' });
	const after = await download(path);
	expect(Buffer.from(after.image).toString()).toContain('#AA0000');
	expect(after.image).not.toEqual(before.image);
});

test.each([['abstract'], ['watercolor'], ['pixel'], ['something else']])(
	'artistic %s: readable, styled and repeatable',
	async (style) => {
		const qr = await create({ size: 600 });
		const draw = (prompt: string) =>
			download(`/api/qr/${qr.id}/artistic`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ style, prompt }),
			});
		const { type, image } = await draw('a forest');
		expect(type).toBe('image/png');
		const { text, pixels } = await read(image);
		expect(text).toBe(qr.url);
		const colors = new Set<string>();
		for (let at = 0; at < pixels.length; at += 4) {
			colors.add(pixels.subarray(at, at + 3).toString('hex'));
		}
		expect(colors.size).toBeGreaterThan(5);
		expect((await draw('a forest')).image).toEqual(image);
		expect((await draw('the sea')).image).not.toEqual(image);
	},
);

test('artistic can return a record whose image is a public URL', async () => {
	await sandbox.change({ artistic: 'record' });
	const given = { style: 'pixel', prompt: 'ä & b' };
	const { body } = await ask('POST /api/qr/1/artistic', given);
	expect(body.data).toMatchObject({ id: 1, ...given });
	const response = await fetch(body.data.image);
	expect(response.headers.get('content-type')).toBe('image/png');
	expect((await read(await response.bytes())).text).toBe(`${sandbox.url}/q/poster`);
	await sandbox.reset();
});

test('scans of a QR code of a short link count for that link', async () => {
	const qr = await create({ url: `${sandbox.url}/guide` });
	const detail = await ask(`GET /api/qr/${qr.id}`);
	expect(detail.body.data.linkId).toBe(2);
	await fetch(qr.url, { redirect: 'manual' });
	expect((await ask('GET /api/url/2')).body.data.clicks).toBe(1);
	expect((await ask(`GET /api/qr/${qr.id}`)).body.data.scans).toBe(1);
});
