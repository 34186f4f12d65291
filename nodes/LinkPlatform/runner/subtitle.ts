/**
 * Returns an n8n expression for a node's subtitle, which shows dropdown labels. The expression `values` returns the
 * values of the dropdown entries. A subtitle can read only these values, not the labels. So it derives each label
 * from its value (`createMany` becomes "Create Many"), and contains a list of the labels that can't be derived.
 */
export function toSubtitle(
	values: string,
	options: Array<{ name: string; value: unknown }>,
	separator: string,
): string {
	const named = options.map(({ name, value }) => [String(value), name]);
	const others = Object.fromEntries(named.filter(([value, name]) => toTitle(value) !== name));
	return `={{ ${values}.map((value) => (${JSON.stringify(others)})[value] ?? value${IN_WORDS}).join("${separator}") }}`;
}

/** Converts a value to a title: `createMany` becomes "Create Many", `newsletter.sent` becomes "Newsletter Sent". */
export function toTitle(value: string): string {
	const words = value
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[._\s-]+/g, ' ')
		.trim();
	return words.replace(/(^| )[a-z]/g, (start) => start.toUpperCase());
}

/** The code of `toTitle` for use in n8n expressions. */
const IN_WORDS =
	'.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[._\\s-]+/g, " ").trim().replace(/(^| )[a-z]/g, (start) => start.toUpperCase())';
