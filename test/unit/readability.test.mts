/** Which hints a QR code's design gets; whether such codes scan: test/integration/operations/qrReadability. */
import type { INodeProperties } from 'n8n-workflow';
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import {
	downloadFields,
	imageFields,
} from '../../nodes/LinkPlatform/resources/qrCode/imageFields.ts';
import { MODULES, readability } from '../../nodes/LinkPlatform/resources/qrCode/readability.ts';

const KINDS = ['contrast below 4:1', 'light on dark', 'a logo', 'squares smaller than 3 pixels'];
const [CONTRAST, INVERTED, LOGO, SMALL] = KINDS;

const design: INodeProperties[] = [
	{ displayName: 'Background', name: 'background', type: 'color', default: '' },
	{ displayName: 'Error Correction', name: 'errorCorrection', type: 'string', default: '' },
	{ displayName: 'Foreground', name: 'foreground', type: 'color', default: '' },
	{ displayName: 'Logo', name: 'logo', type: 'string', default: '' },
	{ displayName: 'Margin', name: 'margin', type: 'number', default: 4 },
	{ displayName: 'Size', name: 'size', type: 'number', default: 300 },
];
const group = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'collection',
	default: {},
	options: design,
});
const hintsFor = (fields: INodeProperties[], values: Record<string, unknown>) => {
	const input = new Input(0, fields, (name) => values[name] ?? null, 'UTC');
	const hints = readability.filter(({ when }) => when(input)).map(({ hint }) => hint(1, 1));
	return hints.map((text) => KINDS.find((kind) => text.includes(kind)));
};

test.each([
	['the defaults', {}, []],
	// Either side of 4:1, for each channel, and for dark colors, which have another formula.
	['gray 127 on white', { foreground: '#7f7f7f' }, []],
	['gray 128 on white', { foreground: '#808080' }, [CONTRAST]],
	['red 254 on white', { foreground: '#fe0000' }, []],
	['red 255 on white', { foreground: '#ff0000' }, [CONTRAST]],
	['green 148 on white', { foreground: '#009400' }, []],
	['green 149 on white', { foreground: '#009500' }, [CONTRAST]],
	['blue, lighter by 108', { foreground: '#6c6cff' }, []],
	['blue, lighter by 109', { foreground: '#6d6dff' }, [CONTRAST]],
	['black on gray 109', { background: '#6d6d6d' }, []],
	['black on gray 108', { background: '#6c6c6c' }, [CONTRAST]],
	['gray 10 on gray 113', { foreground: '#0a0a0a', background: '#717171' }, []],
	['gray 10 on gray 112', { foreground: '#0a0a0a', background: '#707070' }, [CONTRAST]],
	['gray 11 on gray 113', { foreground: '#0b0b0b', background: '#717171' }, []],
	['gray 11 on green 131', { foreground: '#0b0b0b', background: '#008300' }, [CONTRAST]],
	['three digits', { foreground: '#aaa', background: '#FFF' }, [CONTRAST]],
	['three digits with enough contrast', { foreground: '#00F', background: '#FF0' }, []],
	['equal colors', { foreground: '#123456', background: '#123456' }, [CONTRAST]],
	['white on navy', { foreground: '#FFFFFF', background: '#000080' }, [INVERTED]],
	['white on gray', { foreground: '#FFFFFF', background: '#AAAAAA' }, [CONTRAST, INVERTED]],
	['a logo', { logo: 'a.png' }, []],
	['a logo with low error correction', { logo: 'a.png', errorCorrection: 'L' }, [LOGO]],
	['low error correction alone', { errorCorrection: 'L' }, []],
	['3 pixels per module', { size: 99 }, []],
	['less than 3 pixels per module', { size: 98 }, [SMALL]],
	['3 pixels without a margin', { size: 75, margin: 0 }, []],
	['less than 3 pixels without a margin', { size: 74, margin: 0 }, [SMALL]],
	['a margin that leaves too little', { margin: 38 }, [SMALL]],
	['a margin that leaves just enough', { margin: 37 }, []],
])('%s in either collection', (_, values, hints) => {
	for (const name of ['additionalFields', 'updateFields']) {
		expect(hintsFor([group(name)], { [name]: values })).toEqual(hints);
	}
});

test.each(Object.entries(MODULES))('error correction %s: %i modules', (level, modules) => {
	const at = (size: number) =>
		hintsFor([group('additionalFields')], {
			additionalFields: { errorCorrection: level, margin: 0, size },
		});
	expect([at(3 * modules), at(3 * modules - 1)]).toEqual([[], [SMALL]]);
});

test.each([
	['a PNG', imageFields, { format: 'png', imageSize: 98 }, [SMALL]],
	['a PNG that is large enough', imageFields, { format: 'png', imageSize: 99 }, []],
	['a PNG of the default size', imageFields, { format: 'png' }, []],
	['an SVG', imageFields, { format: 'svg', imageSize: 98 }, []],
	[
		'a PNG that is fetched',
		downloadFields,
		{ downloadImage: true, format: 'png', imageSize: 98 },
		[SMALL],
	],
	['no image', downloadFields, { downloadImage: false, format: 'png', imageSize: 98 }, []],
])('the size of %s', (_, fields, values, hints) => {
	expect(hintsFor(fields, values)).toEqual(hints);
});

test.each([
	[1, 1, 'The QR code may not scan: '],
	[1, 2, '1 of 2 QR codes may not scan: '],
	[3, 3, '3 of 3 QR codes may not scan: '],
])('%i of %i: %s…', (count, total, start) => {
	for (const { hint } of readability) {
		expect(hint(count, total)).toMatch(new RegExp(`^${start}\\S`));
	}
});

test('the modules of a code are those of ISO/IEC 18004', () => {
	expect(MODULES).toEqual({ L: 25, M: 25, Q: 25, H: 29 });
});
