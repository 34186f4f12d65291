import { toMenu } from './nodeProperties';
import type { Resource } from './operation';

/** What an action node does, as the canvas shows it, e.g. "Create Many: QR Code". */
export function toActionSubtitle(resources: Resource[]): string {
	const entries = resources.flatMap((resource) => [...toMenu(resource), resource]);
	return toSubtitle('[$parameter["operation"], $parameter["resource"]]', entries, ': ');
}

/**
 * An expression for a node's subtitle: the names of the menu entries that the expression `values` lists. n8n
 * knows only parameters there, so it makes names of values, `createMany` as "Create Many", and lists those
 * that are called otherwise.
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

/** `createMany` as "Create Many", `newsletter.sent` as "Newsletter Sent". */
export function toTitle(value: string): string {
	const words = value
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[._\s-]+/g, ' ')
		.trim();
	return words.replace(/(^| )[a-z]/g, (start) => start.toUpperCase());
}

/** The same for n8n's expressions. */
const IN_WORDS =
	'.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[._\\s-]+/g, " ").trim().replace(/(^| )[a-z]/g, (start) => start.toUpperCase())';
