/** What is sent to a webhook of which not every delivery is to run. */
import { randomUUID } from 'node:crypto';

export const KINDS = ['wanted', 'filtered', 'repeated', 'forged'] as const;

/** `repeated` is an earlier wanted one once more; `filtered` is genuine, and for another link. */
export type Kind = (typeof KINDS)[number];

/** How many of a hundred are of each kind. */
export type Shares = Record<Kind, number>;

export interface Planned {
	kind: Kind;
	/** Of the delivery: a repeated one has that of the one it repeats. */
	id: string;
	/** When it is to be sent, in ms from the start. */
	due: number;
}

/** Shares as on a command line: `70/20/5/5`, in the order of the kinds. */
export function parseShares(text: string): Shares {
	const numbers = text.split('/').map(Number);
	const total = numbers.reduce((all, one) => all + one, 0);
	if (numbers.length !== KINDS.length || numbers.some((one) => !(one >= 0)) || total !== 100) {
		throw new Error(`A mix is ${KINDS.length} numbers that make 100, e.g. 70/20/5/5 (got ${text})`);
	}
	return Object.fromEntries(KINDS.map((kind, index) => [kind, numbers[index]])) as Shares;
}

export const ONLY_WANTED = parseShares('100/0/0/0');
export const ONLY_FILTERED = parseShares('0/100/0/0');

/** When the delivery of that index is due at a steady pace, in ms. */
export const getDue = (index: number, perSecond: number): number => (index * 1000) / perSecond;

/**
 * So many deliveries at a steady pace, their kinds by chance. Every other repeated one goes out at the same moment as
 * the one it repeats, which is still in flight then; the others repeat any earlier one.
 */
export function planMix(
	shares: Shares,
	count: number,
	perSecond: number,
	random: () => number,
): Planned[] {
	const planned: Planned[] = [];
	const wanted: Planned[] = [];
	let repeated = 0;
	for (let index = 0; index < count; index += 1) {
		const drawn = draw(shares, random);
		const kind = drawn === 'repeated' && wanted.length === 0 ? 'wanted' : drawn;
		const due = getDue(index, perSecond);
		if (kind !== 'repeated') {
			const one = { kind, id: randomUUID(), due };
			planned.push(one);
			if (kind === 'wanted') wanted.push(one);
			continue;
		}
		const isAtOnce = repeated % 2 === 0;
		repeated += 1;
		const original = isAtOnce ? wanted.at(-1)! : wanted[Math.floor(random() * wanted.length)];
		planned.push({ kind, id: original.id, due: isAtOnce ? original.due : due });
	}
	return planned.sort((one, other) => one.due - other.due);
}

function draw(shares: Shares, random: () => number): Kind {
	let left = random() * 100;
	return KINDS.find((kind) => (left -= shares[kind]) < 0) ?? 'wanted';
}
