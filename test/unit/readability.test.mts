/** Hints on the design of a QR code. */
import type { INodeProperties } from 'n8n-workflow';
import { readability } from '../../nodes/LinkPlatform/resources/qrCode/readability.ts';
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';

const KINDS = ['too little contrast', "'Margin' below 4", 'a logo'];
const [CONTRAST, MARGIN, LOGO] = KINDS;

const field = (name: string, type: INodeProperties['type'], options?: INodeProperties[]) => ({
	displayName: name,
	name,
	type,
	default: type === 'collection' ? {} : '',
	...(options ? { options } : {}),
});
const design = [
	...['background', 'foreground'].map((name) => field(name, 'color')),
	...['errorCorrection', 'logo'].map((name) => field(name, 'string')),
	...['margin', 'size'].map((name) => field(name, 'number')),
];

test.each([
	['The defaults', {}, []],
	['Gray 130 on white', { foreground: '#828282' }, []],
	['Gray 131 on white', { foreground: '#838383' }, [CONTRAST]],
	['Red on white', { foreground: '#F00' }, []],
	['Green on white', { foreground: '#0F0' }, [CONTRAST]],
	['Blue on yellow', { foreground: '#00F', background: '#FFFF00' }, []],
	['Yellow on white', { foreground: '#FFFF00' }, [CONTRAST]],
	['White on navy', { foreground: '#FFFFFF', background: '#000080' }, [CONTRAST]],
	['A margin of 4', { margin: 4 }, []],
	['A margin of 3', { margin: 3 }, [MARGIN]],
	['A logo with high error correction', { logo: 'a.png', errorCorrection: 'H' }, []],
	['A logo with the default error correction', { logo: 'a.png' }, [LOGO]],
	['A small code with a logo', { logo: 'a.png', errorCorrection: 'H', size: 299 }, [LOGO]],
	['A small code without one', { errorCorrection: 'L', size: 50 }, []],
	['All at once', { foreground: '#FFF', margin: 0, logo: 'a.png' }, KINDS],
])(
	'the design "%s" gets the right hints about scanning, both when creating and updating a QR code',
	(_, values, kinds) => {
		for (const name of ['additionalFields', 'updateFields']) {
			const fields = [field(name, 'collection', design)];
			const input = new Input(0, fields, () => values, 'UTC');
			const hints = readability.filter(({ when }) => when(input)).map(({ hint }) => hint(1, 1));
			expect(hints.map((text) => KINDS.find((kind) => text.includes(kind)))).toEqual(kinds);
		}
	},
);

test.each([
	[1, 1, 'The QR code may not scan: '],
	[1, 2, '1 of 2 QR codes may not scan: '],
	[3, 3, '3 of 3 QR codes may not scan: '],
])(
	'a hint that %i of %i QR codes may not scan starts with the right count',
	(count, total, start) => {
		for (const { hint } of readability) expect(hint(count, total).startsWith(start)).toBe(true);
	},
);
