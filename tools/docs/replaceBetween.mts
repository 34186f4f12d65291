/** The text with what stands between the markers `<!-- name:start -->` and `<!-- name:end -->` replaced. */
export function replaceBetween(text: string, name: string, content: string): string {
	const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`The text has no markers ${start} … ${end}`);
	return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
