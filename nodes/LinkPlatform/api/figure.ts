import { scalarToText } from './envelope';

/** Counts are whole numbers, so what is before three digits separates thousands. */
const WITH_SEPARATORS = /^\d{1,3}(?:[,.'\u2019\s]\d{3})+$/;

/** A count that Link Platform sent as a number or as a text; undefined for anything else. */
export function parseFigure(value: unknown): number | undefined {
	const text = scalarToText(value).trim();
	const digits = WITH_SEPARATORS.test(text) ? text.replace(/\D/g, '') : text;
	const number = digits === '' ? NaN : Number(digits);
	return Number.isFinite(number) ? number : undefined;
}
