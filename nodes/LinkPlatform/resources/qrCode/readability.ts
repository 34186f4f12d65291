import { fill } from '../../api/fill';
import type { Warning } from '../../runner/operation';
import type { Input } from '../../runner/input';
import { qrCodeMessages } from './messages';

/** Between the recommendation for interface parts (3:1) and for text (4.5:1) of WCAG 2.1; see docs/maintainers/qr-readability.md. */
const LEAST_CONTRAST = 4;

/** DENSO WAVE asks for 4 dots per module in print; cameras read from screens down to about 3 pixels. */
const FEWEST_PIXELS = 3;

/**
 * Modules along a side, by error correction: what an address of 20 characters needs, such as
 * `https://go.example/a` (ISO/IEC 18004, byte mode: version 2 has room for 32, 26 or 20 of them with L, M or Q;
 * with H for 14, so version 3). Link Platform encodes a short URL that is not known before. It is
 * hardly shorter; if it is longer, modules are smaller still, so no hint is given wrongly.
 */
export const MODULES: Record<string, number> = { L: 25, M: 25, Q: 25, H: 29 };

/** What Link Platform uses for a value that is not sent (current API, limits); assumed for existing records too. */
const DEFAULTS = {
	foreground: '#000000',
	background: '#FFFFFF',
	errorCorrection: 'M',
	size: 300,
	margin: 4,
	logo: '',
};

/** What makes a QR code hard to read, one hint for all items that it applies to. */
export const readability: Warning[] = [
	{
		when: (input) => contrast(getDesign(input)) < LEAST_CONTRAST,
		hint: (count, total) =>
			toHint(fill(qrCodeMessages.lowContrast, { count, total, ratio: LEAST_CONTRAST })),
	},
	{
		when: (input) => {
			const { foreground, background } = getDesign(input);
			return luminance(foreground) > luminance(background);
		},
		hint: (count, total) => toHint(fill(qrCodeMessages.lightOnDark, { count, total })),
	},
	{
		when: (input) => {
			const { logo, errorCorrection } = getDesign(input);
			return logo !== '' && errorCorrection === 'L';
		},
		hint: (count, total) => toHint(fill(qrCodeMessages.logoCovers, { count, total })),
	},
	{
		when: (input) => {
			const { errorCorrection, margin } = getDesign(input);
			const modules = MODULES[errorCorrection] + 2 * margin;
			return getWidths(input).some((width) => width / modules < FEWEST_PIXELS);
		},
		hint: (count, total) =>
			toHint(fill(qrCodeMessages.tooSmall, { count, total, pixels: FEWEST_PIXELS })),
	},
];

/** A single QR code is not counted. */
function toHint({ message }: { message: string }): string {
	return message.replace(/^1 of 1 QR codes/, 'The QR code');
}

function getDesign(input: Input): typeof DEFAULTS {
	const groups = ['additionalFields', 'updateFields'].filter((name) => input.has(name));
	return Object.assign({}, DEFAULTS, ...groups.map((name) => input.collection(name)));
}

/** The sizes in pixels that the item asks for: the QR code's own, and that of an image unless it scales freely. */
function getWidths(input: Input): number[] {
	const isImage =
		input.has('format') && (!input.has('downloadImage') || input.boolean('downloadImage'));
	const isPng = isImage && input.string('format') === 'png';
	return [getDesign(input).size, ...(isPng ? [input.number('imageSize') ?? DEFAULTS.size] : [])];
}

/** WCAG 2.1, "contrast ratio": 1 for equal colors, 21 for black on white. */
function contrast({ foreground, background }: typeof DEFAULTS): number {
	const [dark, light] = [luminance(foreground), luminance(background)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.1, "relative luminance" of `#RGB` or `#RRGGBB`: 0 for black, 1 for white. */
function luminance(color: string): number {
	const digits = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color;
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
