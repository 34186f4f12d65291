import { fill } from '../../api/fill';
import type { Input } from '../../runner/input';
import type { Warning } from '../../runner/operation';
import { qrCodeMessages } from './messages';

/** The minimum difference in brightness between the pattern and its background, on a scale of 0 to 255. */
const LEAST_DIFFERENCE = 125;
/** The minimum width of the empty border according to ISO/IEC 18004, in squares of the pattern. */
const LEAST_MARGIN = 4;
const LEAST_PIXELS_WITH_LOGO = 300;

/**
 * Link Platform's defaults for fields that aren't sent (current API, limits). Existing QR codes are assumed to have
 * them too.
 */
const DEFAULTS = {
	foreground: '#000000',
	background: '#FFFFFF',
	errorCorrection: 'M',
	size: 300,
	margin: 4,
	logo: '',
};
type Design = typeof DEFAULTS;

/** Counts the QR codes whose design is hard to scan. */
export const readability: Warning = (inputs) => {
	const count = inputs.filter(isHardToScan).length;
	return count > 0 ? [fill(qrCodeMessages.mayNotScan, { count, total: inputs.length })] : [];
};

function isHardToScan(input: Input): boolean {
	const design = readDesign(input);
	if (!design) return false;
	const difference = toBrightness(design.background) - toBrightness(design.foreground);
	const isRestorable = design.errorCorrection === 'H' && design.size >= LEAST_PIXELS_WITH_LOGO;
	const isCovered = design.logo !== '' && !isRestorable;
	return difference < LEAST_DIFFERENCE || design.margin < LEAST_MARGIN || isCovered;
}

/** Returns the design of an item's QR code; undefined if a field is unusable. */
function readDesign(input: Input): Design | undefined {
	try {
		return { ...DEFAULTS, ...input.optionalFields() };
	} catch {
		return undefined;
	}
}

/** Returns the perceived brightness of a color (`#RGB` or `#RRGGBB`): 0 for black, 255 for white. */
function toBrightness(color: string): number {
	const digits = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color;
	const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
	return 0.299 * red + 0.587 * green + 0.114 * blue;
}
