/** Hints on QR codes that are hard to read, and what a reader makes of Link Platform's images of just these. */
import QRCode from 'qrcode';
import sharp from 'sharp';
import { MODULES } from '../../../nodes/LinkPlatform/resources/qrCode/readability.ts';
import { readQr } from '../../support/readQr.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const named = { name: 'Menu', url: 'https://example.com/menu' };
const LOW_CONTRAST = 'contrast below 4:1';
const INVERTED = 'light on dark';
const LOGO = "logo with low 'Error Correction'";
const SMALL = 'squares smaller than 3 pixels';
const kinds = [LOW_CONTRAST, INVERTED, LOGO, SMALL];
const logo = 'https://example.com/logo.png';

/** What the hints of a run are about, in their order. */
const getAbout = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => kinds.find((kind) => message.includes(kind)) ?? message);

describe('hint on a QR code that may not scan, which is made all the same', () => {
	test.each([
		['the defaults', {}, []],
		['contrast 4.54', { foreground: '#767676' }, []],
		['contrast 4.00', { foreground: '#7F7F7F' }, []],
		['contrast 3.95', { foreground: '#808080' }, [LOW_CONTRAST]],
		['short hex', { foreground: '#aaa', background: '#FFF' }, [LOW_CONTRAST]],
		['a dark background', { background: '#333' }, [LOW_CONTRAST]],
		['red on green', { foreground: '#FF0000', background: '#00AA00' }, [LOW_CONTRAST]],
		['blue on yellow', { foreground: '#0000FF', background: '#FFFF00' }, []],
		['equal colors', { foreground: '#123456', background: '#123456' }, [LOW_CONTRAST]],
		['white on navy', { foreground: '#FFFFFF', background: '#000080' }, [INVERTED]],
		['white on gray', { foreground: '#FFFFFF', background: '#AAAAAA' }, [LOW_CONTRAST, INVERTED]],
		['a logo', { logo }, []],
		['a logo with low correction', { logo, errorCorrection: 'L' }, [LOGO]],
		['low correction alone', { errorCorrection: 'L', logo: '' }, []],
		['33 modules of 3 pixels', { size: 99 }, []],
		['33 modules on 98 pixels', { size: 98 }, [SMALL]],
		['37 modules, as H needs more', { size: 110, errorCorrection: 'H' }, [SMALL]],
		['25 modules without a margin', { size: 75, margin: 0 }, []],
		['a margin that takes up the room', { margin: 40 }, [SMALL]],
	])('create with %s', async (_, additionalFields, about) => {
		const result = await world.run('qrCode', 'create', { ...named, additionalFields });
		expect(result.errorItems).toEqual([]);
		expect(result.items).toHaveLength(1);
		expect(getAbout(result)).toEqual(about);
		for (const { message } of result.hints) expect(message).toMatch(/^The QR code may not scan: /);
	});

	test.each([
		['png', 98, [SMALL]],
		['png', 99, []],
		['svg', 50, []],
		['pdf', 50, []],
	])(
		'image as %s of %d pixels, in each operation that returns one',
		async (format, imageSize, about) => {
			const image = { format, imageSize };
			const results = [
				await world.run('qrCode', 'create', { ...named, downloadImage: true, ...image }),
				await world.run('qrCode', 'createMany', { ...named, downloadImage: true, ...image }),
				await world.run('qrCode', 'download', { qrCodeId: byId(1), ...image }),
			];
			for (const result of results)
				expect([result.items.length, getAbout(result)]).toEqual([1, about]);
		},
	);

	test('no image, no hint', async () => {
		const parameters = { ...named, downloadImage: '={{ false }}', format: 'png', imageSize: 10 };
		expect((await world.run('qrCode', 'create', parameters)).hints).toEqual([]);
	});

	test('update is judged by what it changes, and by the defaults for the rest', async () => {
		const changes = [
			{ foreground: '#FFFF00' },
			{ background: '#000' },
			{ size: 50 },
			{ name: 'A' },
		];
		const found = [];
		for (const updateFields of changes) {
			const result = await world.run('qrCode', 'update', { qrCodeId: byId(1), updateFields });
			expect(result.errorItems).toEqual([]);
			found.push(getAbout(result));
		}
		expect(found).toEqual([[LOW_CONTRAST], [LOW_CONTRAST], [SMALL], []]);
	});

	test('is one of a kind for all items, with their number; an unusable item is not counted', async () => {
		const colors = ['#000', '#999', 'no color', '#AAA', '#000', '#FFFFFF'];
		const additionalFields = { foreground: '={{ $json.color }}' };
		const result = await world.run(
			'qrCode',
			'create',
			{ ...named, additionalFields },
			{ items: colors.map((color) => ({ json: { color } })) },
		);
		expect(result.items).toHaveLength(5);
		expect(result.errorItems).toHaveLength(1);
		expect(result.hints).toEqual([
			{
				message: expect.stringMatching(/^3 of 6 QR codes may not scan: contrast/),
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});
});

describe('reader', () => {
	/** The image of a QR code made so, and a reader's verdict on it after `spoil`. */
	async function isRead(
		additionalFields: object,
		{
			imageSize = 400,
			spoil = async (image: Buffer) => await Promise.resolve(image),
		}: { imageSize?: number; spoil?: (image: Buffer) => Promise<Buffer> } = {},
	) {
		const result = await world.run('qrCode', 'create', {
			...named,
			additionalFields,
			downloadImage: true,
			imageSize,
		});
		const [{ json, binary }] = result.items;
		const image = await spoil(Buffer.from(await world.engine.readBinary(binary!.data)));
		const { text } = await readQr(image, 'image/png', { strict: true });
		return { isWarned: getAbout(result), isRead: text === json.url };
	}
	const unfocused = async (image: Buffer) => await sharp(image).blur(1.2).png().toBuffer();
	/** A bit more than a quarter of the pattern's width covered, as by a logo: the sandbox draws none. */
	const covered = async (image: Buffer) => {
		const { width } = await sharp(image).metadata();
		const side = Math.round(((width * 29) / 37) * 0.28);
		const cover = {
			create: { width: side, height: side, channels: 3, background: '#D33' },
		} as const;
		return await sharp(image)
			.composite([{ input: cover, gravity: 'center' }])
			.png()
			.toBuffer();
	};

	test('does not read a contrast of 1.6:1; the threshold of the hint keeps a reserve', async () => {
		expect(await isRead({ foreground: '#767676' })).toEqual({ isWarned: [], isRead: true });
		const reserve = await isRead({ foreground: '#999999' });
		expect(reserve).toEqual({ isWarned: [LOW_CONTRAST], isRead: true });
		const pale = await isRead({ foreground: '#CCCCCC' });
		expect(pale).toEqual({ isWarned: [LOW_CONTRAST], isRead: false });
	});

	test('that expects dark on light does not read light on dark', async () => {
		const colors = { foreground: '#FFFFFF', background: '#000080' };
		expect(await isRead(colors)).toEqual({ isWarned: [INVERTED], isRead: false });
	});

	test('reads a code with a logo with high correction, not with low', async () => {
		const spoil = covered;
		const low = await isRead({ logo, errorCorrection: 'L' }, { spoil });
		expect(low).toEqual({ isWarned: [LOGO], isRead: false });
		const high = await isRead({ logo, errorCorrection: 'H' }, { spoil });
		expect(high).toEqual({ isWarned: [], isRead: true });
	});

	test('reads small modules as they are, but not slightly out of focus', async () => {
		const spoil = unfocused;
		expect(await isRead({}, { imageSize: 90 })).toEqual({ isWarned: [SMALL], isRead: true });
		expect(await isRead({}, { imageSize: 90, spoil })).toEqual({
			isWarned: [SMALL],
			isRead: false,
		});
		// The sandbox's addresses are longer than those that the hint assumes.
		expect(await isRead({}, { imageSize: 120, spoil })).toEqual({ isWarned: [], isRead: true });
	});
});

test.each(['L', 'M', 'Q', 'H'] as const)(
	'number of modules of a short URL with %s is known',
	(level) => {
		const { modules } = QRCode.create('https://go.example/a', { errorCorrectionLevel: level });
		expect(MODULES[level]).toBe(modules.size);
	},
);
