/**
 * Lints the finished node descriptions. The linter reads source text, so it can't see a description that functions
 * compose. This module writes the description of the built node as a literal, and lints that.
 */
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { inspect } from 'node:util';
import type { INodeTypeDescription } from 'n8n-workflow';
import { lintText } from './officialRules.mts';

/**
 * Matches menus that are sorted by use, with dangerous entries last, because n8n's node panel shows them in that
 * order. In the source, functions compose these menus, so n8n's sorting rule doesn't check them.
 */
const BY_USE = / > (resource|operation|events|utm > values)$/;

/** Lints the finished descriptions of all nodes in the built package. */
export async function lintBuiltDescriptions(folder: string) {
	const fromPackage = createRequire(join(folder, 'package.json'));
	const { n8n } = fromPackage('./package.json') as { n8n: { nodes: string[] } };
	const findings = await Promise.all(
		n8n.nodes.map(async (builtFile) => {
			const className = parse(builtFile).name.split('.')[0];
			const exported = fromPackage(`./${builtFile}`) as Record<string, new () => object>;
			const node = new exported[className]();
			const { text, lastLine } = renderClass(className, node);
			const sourceFile = builtFile.replace(/^dist\//, '').replace(/\.js$/, '.ts');
			const all = await lintText(folder, sourceFile, text);
			// Keep only findings in the description. The rendered methods are empty; their real code is linted in its
			// own source files.
			const lines = text.split('\n');
			return all
				.filter(({ line, rule }) => line <= lastLine && !OF_QUOTES.test(rule))
				.filter(({ rule }) => !isExempt(rule, node))
				.map((finding) => ({ ...finding, at: namesAt(lines, finding.line) }))
				.filter(({ rule, at }) => !(rule.endsWith('-unsorted-items') && BY_USE.test(at)))
				.map(({ at, ...finding }) => ({ ...finding, file: `${sourceFile}, ${at}` }));
		}),
	);
	return findings.flat();
}

/** Matches rules about quotes. Quotes don't matter in rendered source. */
const OF_QUOTES = /-unneeded-backticks$/;

/**
 * True if the rule is about managing webhooks, and the node's webhooks only resume a waiting execution
 * (`restartWebhook`). n8n never registers such a webhook, so there is nothing to manage. The source imports the
 * webhook from another file, so n8n's rule reports it only in the rendered description.
 */
function isExempt(rule: string, node: object) {
	const { webhooks = [] } = (node as { description: INodeTypeDescription }).description;
	return (
		rule === '@n8n/community-nodes/webhook-lifecycle-complete' &&
		webhooks.every(({ restartWebhook }) => restartWebhook === true)
	);
}

/**
 * Returns a node as the source of a class: first its full description, up to `lastLine`, then each method with an empty
 * body.
 */
function renderClass(className: string, node: object) {
	const { description, ...others } = node as Record<string, unknown>;
	const head = [
		"import { NodeConnectionTypes } from 'n8n-workflow';",
		"import type { INodeType, INodeTypeDescription } from 'n8n-workflow';",
		'',
		`export class ${className} implements INodeType {`,
		`\tdescription: INodeTypeDescription = ${render(description)};`,
	].join('\n');
	const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(node));
	const stubs = [
		...Object.entries(others).map(([name, value]) => `\t${name} = ${render(value)};`),
		...methods
			.filter((name) => name !== 'constructor')
			.map((name) => `\tasync ${name}() {\n\t\treturn [];\n\t}`),
	];
	return { text: [head, ...stubs, '}', ''].join('\n'), lastLine: head.split('\n').length };
}

/**
 * Returns the names of the properties that contain a line, outermost first. Findings show these names instead of line
 * numbers, because line numbers in rendered source are useless to readers.
 */
function namesAt(lines: string[], line: number) {
	const names: string[] = [];
	let depth = Infinity;
	for (const text of lines.slice(0, line).reverse()) {
		const indent = text.search(/\S/);
		// Skip lines that are indented deeper: they belong to blocks that end before the finding.
		if (indent < 0 || indent > depth) continue;
		depth = indent;
		const [, name] = /^\s+name: '(.*)',?$/.exec(text) ?? [];
		if (name) names.unshift(name);
	}
	return names.join(' > ');
}

/** Returns a value as source code, with one line per property. */
function render(value: unknown) {
	const whole = { depth: Infinity, maxArrayLength: null, maxStringLength: null };
	return (
		inspect(value, { ...whole, compact: false, breakLength: Infinity })
			.replace(/\[(Async)?Function[^\]]*\]/g, 'async () => []')
			// n8n-workflow defines the constant as this string, but the lint rules expect the constant's name.
			.replace(/((?:in|out)puts: \[\s*)'main'/g, '$1NodeConnectionTypes.Main')
	);
}
