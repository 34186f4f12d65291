/** Hints on the design of a QR code. */
import type { INodeProperties } from 'n8n-workflow';
import { readability } from '../../nodes/LinkPlatform/resources/qrCode/readability.ts';
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import { table } from '../support/table.mts';

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

test.each(table<[string, object, boolean]>`
	The defaults | {} | false
	Gray 130 on white | {"foreground": "#828282"} | false
	Gray 131 on white | {"foreground": "#838383"} | true
	Red on white | {"foreground": "#F00"} | false
	Green on white | {"foreground": "#0F0"} | true
	Blue on yellow | {"foreground": "#00F", "background": "#FFFF00"} | false
	Yellow on white | {"foreground": "#FFFF00"} | true
	White on navy | {"foreground": "#FFFFFF", "background": "#000080"} | true
	A margin of 4 | {"margin": 4} | false
	A margin of 3 | {"margin": 3} | true
	A logo with high error correction | {"logo": "a.png", "errorCorrection": "H"} | false
	A logo with the default error correction | {"logo": "a.png"} | true
	A small code with a logo | {"logo": "a.png", "errorCorrection": "H", "size": 299} | true
	A small code without one | {"errorCorrection": "L", "size": 50} | false
	All at once | {"foreground": "#FFF", "margin": 0, "logo": "a.png"} | true
`)(
	'the hint that a QR code may not scan judges the design "%s" the same when creating and updating a QR code',
	(_, values, isMeant) => {
		for (const name of ['additionalFields', 'updateFields']) {
			const fields = [field(name, 'collection', design)];
			const hints = readability([new Input(0, fields, () => values, 'UTC')]);
			expect(hints).toHaveLength(isMeant ? 1 : 0);
		}
	},
);

test('the hint that a QR code may not scan counts only items with usable fields', () => {
	const fields = [field('additionalFields', 'collection', design)];
	const toInput = (values: object) => new Input(0, fields, () => values, 'UTC');
	const [hint] = readability([{ margin: 0 }, { margin: 'wide' }, {}].map(toInput));
	expect(hint).toContain(': 1 of 3.');
});
