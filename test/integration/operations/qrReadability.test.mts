/** Compares the hints about QR codes that may be unreadable with the results of a real QR reader. */
import { readQr } from '../../../packages/sandbox/readQr.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const named = { name: 'Menu', url: 'https://example.com/menu' };
const logo = 'https://example.com/logo.png';

test('QR codes that may not scan are still created, and a hint counts them', async () => {
	const colors = ['#000', '#999', 'no color', '#AAA', '#000', '#FFFFFF'];
	const additionalFields = { foreground: '={{ $json.color }}' };
	const items = colors.map((color) => ({ json: { color } }));
	for (const [operation, other] of [
		['create', []],
		['createMany', ['QR codes: ']],
	] as const) {
		const parameters = { ...named, additionalFields, downloadImage: false, ifNameExists: 'create' };
		const result = await world.run('qrCode', operation, parameters, { items });
		expect([result.items.length, result.errorItems.length]).toEqual([5, 1]);
		expect(result.hints[0]).toEqual({
			message: expect.stringMatching(/^QR codes that may not scan: 3 of 6\./),
			type: 'warning',
			location: 'outputPane',
		});
		expect(result.hints.length).toBeGreaterThanOrEqual(1 + other.length);
	}
});

test('qrCode.update bases its "may not scan" hint on the new colors, and on the default for unchanged colors', async () => {
	const changes = [{ foreground: '#FFFF00' }, { background: '#000' }, { name: 'A' }];
	const counts = [];
	for (const updateFields of changes) {
		const result = await world.run('qrCode', 'update', { qrCodeId: byId(1), updateFields });
		counts.push(result.hints.length);
	}
	expect(counts).toEqual([1, 1, 0]);
});

/** Covers just over a quarter of the pattern's width like a logo, because the sandbox doesn't draw logos. */
const cover = (svg: string) => {
	const [, width] = /viewBox="0 0 (\d+)/.exec(svg)!;
	// The pattern has a margin of four modules.
	const side = (Number(width) - 8) * 0.28;
	const at = (Number(width) - side) / 2;
	const logo = `<rect x="${at}" y="${at}" width="${side}" height="${side}" fill="#D33"/>`;
	return svg.replace('</svg>', `${logo}</svg>`);
};

test.each([
	['the defaults', {}, 0, true],
	['pale gray', { foreground: '#CCCCCC' }, 1, false],
	['light on dark', { foreground: '#FFFFFF', background: '#000080' }, 1, false],
	['a logo with low correction', { logo, errorCorrection: 'L' }, 1, false],
	['a logo with high correction', { logo, errorCorrection: 'H' }, 0, true],
])(
	'the "may not scan" hint is shown if and only if a real QR code reader fails: %s',
	async (_, additionalFields, hints, isRead) => {
		const image = { downloadImage: true, imageSize: 400, format: 'svg' };
		const result = await world.run('qrCode', 'create', { ...named, additionalFields, ...image });
		const [{ json, binary }] = result.items;
		const svg = String(await world.engine.readBinary(binary!.data));
		const seen = Buffer.from('logo' in additionalFields ? cover(svg) : svg);
		const { text } = await readQr(seen, 'image/svg+xml', { strict: true });
		expect([result.hints.length, text === json.url]).toEqual([hints, isRead]);
	},
);
