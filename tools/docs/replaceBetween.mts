/**
 * Replaces the part of the text between `<!-- name:start -->` and `<!-- name:end -->`. Throws if one of these markers
 * is missing.
 */
export function replaceBetween(text: string, name: string, content: string) {
	const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`The text lacks the markers ${start} … ${end}`);
	return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
