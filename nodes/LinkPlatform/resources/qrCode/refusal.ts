import type { Failure } from '../../api/failure';
import type { Row } from './compare';

/** Whether a number in a refusal counts the rows from 0 or from 1. */
export type Base = 0 | 1;

/** What a refusal says of the rows of its batch. */
export interface Named {
	/** The places of the rows that it quotes, or counts in a known way. */
	places: number[];
	/** Numbers that are the place of one row or another, depending on the count. */
	numbers: number[];
	/** How it counts, if its words show that. */
	base?: Base;
	/** How such words usually count: `qrs.3` from 0, `row 3` from 1. */
	usual: Base;
}

/** `qrs.3.url`, `qrs[3]`, `qrs/3`, or `3.url: …` of the fields. */
const PATH = /(?<!\w)qrs(?:\.|\[|\/)(\d{1,6})\b|(?:^|; )(\d{1,6})(?:\.\w+)?: /gi;
/** `Row 3`, `entry [3]`, `item #3`; not `10 of 10 items`, `items: 10` and `line 1`. */
const WORD = /\b(?:row|item|entry|element|index)\s?[#[(]?(\d{1,6})\b(?! (?:of|per) )/gi;

/**
 * The rows of a batch that a refusal is about. Only then may the others be sent again: a plan or a quota refuses them
 * all, in words that may have numbers, too. What it quotes decides before numbers do.
 */
export function readRefusal({ message }: Failure, rows: Row[], base?: Base): Named {
	// A name may itself read "row 3".
	const text = rows.reduce((rest, { name }) => rest.replaceAll(`"${name}"`, '""'), message);
	const paths = [...text.matchAll(PATH)].map(([, one, other]) => Number(one ?? other));
	const words = [...text.matchAll(WORD)].map(([, one]) => Number(one));
	const usual = paths.length > 0 ? 0 : 1;
	const numbers = [...paths, ...words].filter((number) => number <= rows.length);
	const quoted = [...rows.keys()].filter((place) => isQuoted(message, rows[place]));
	if (numbers.length === 0) return { places: quoted, numbers, usual };
	const both = quoted.filter((place) => numbers.some((number) => [0, 1].includes(number - place)));
	if (both.length > 0) return { places: both, numbers: [], usual };
	const known = base ?? getBase(numbers, rows.length);
	if (known === undefined) return { places: [], numbers: [...new Set(numbers)], usual };
	const places = numbers.map((number) => number - known).filter((place) => rows[place]);
	return { places: [...new Set(places)], numbers: [], base: known, usual };
}

/** What stays the same if a service refuses other rows for the same reason. */
export function toReason({ status, message }: Failure): string {
	const parts = message.replace(/https?:\S+|"[^"]*"|\d+/g, '#').split('; ');
	return [status, ...new Set(parts)].join('; ');
}

/** Only rows that are counted from 0 have a first 0, and only others a last one equal to their number. */
function getBase(numbers: number[], count: number): Base | undefined {
	if (numbers.includes(0)) return 0;
	return numbers.includes(count) ? 1 : undefined;
}

/** Whether the message has the row's URL, or its name in quotes. */
function isQuoted(message: string, { name, url }: Row): boolean {
	const at = message.indexOf(url);
	const isWhole = at >= 0 && !/^[\w/%#?&=-]/.test(message.slice(at + url.length));
	return isWhole || message.includes(`"${name}"`);
}
