import { toMenu } from './nodeProperties';
import type { Resource } from './operation';

/** Returns the subtitle of an action node on the canvas, e.g. "Create Many: QR Code". */
export function toActionSubtitle(resources: Resource[]): string {
	const entries = resources.flatMap((resource) => [...toMenu(resource), resource]);
	return toSubtitle('[$parameter["operation"], $parameter["resource"]]', entries, ': ');
}

/**
 * Returns an expression for a node's subtitle: the names of the menu entries in the expression `values`. n8n only knows
 * parameters there, so the expression makes names of values, `createMany` as "Create Many", and lists the other names.
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

/** Returns a value as a title: `createMany` as "Create Many", `newsletter.sent` as "Newsletter Sent". */
export function toTitle(value: string): string {
	const words = value
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[._\s-]+/g, ' ')
		.trim();
	return words.replace(/(^| )[a-z]/g, (start) => start.toUpperCase());
}

/** `toTitle` for n8n's expressions. */
const IN_WORDS =
	'.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[._\\s-]+/g, " ").trim().replace(/(^| )[a-z]/g, (start) => start.toUpperCase())';
