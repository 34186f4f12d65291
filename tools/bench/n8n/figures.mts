/** What many measurements come to. */

/** The value that such a share of them does not exceed; NaN of none. */
export function quantile(values: number[], share: number): number {
	if (values.length === 0) return NaN;
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.max(Math.ceil(values.length * share), 1) - 1];
}

export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** The median of the rounds, and between what they lie where there are several. */
export function toSpread(rounds: number[], digits = 0): string {
	const [low, middle, high] = [0, 0.5, 1].map((share) => quantile(rounds, share));
	if (!Number.isFinite(middle)) return '–';
	const spread = rounds.length > 1 ? ` (${low.toFixed(digits)}–${high.toFixed(digits)})` : '';
	return `${middle.toFixed(digits)}${spread}`;
}
