import { closest, distance } from 'fastest-levenshtein';

/** Returns the advice for a name that doesn't exist: the known name that is spelled alike, or else all known names. */
export function suggest(unknown: string, known: string[]): string {
	const nearest = closest(unknown, known);
	if (distance(unknown, nearest) <= 2) return `Did you mean "${nearest}"?`;
	return `Choose one of: ${known.join(', ')}.`;
}
