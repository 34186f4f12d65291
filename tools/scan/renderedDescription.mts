/**
 * The linter reads source text, so it cannot see a description that functions compose. This
 * writes the finished one, from the built node, as a literal, and lints that.
 */
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { inspect } from 'node:util';
import type { INodeTypeDescription } from 'n8n-workflow';
import { type Finding, lintText } from './officialRules.mts';

/**
 * Menus that are ordered by use, dangerous entries last: n8n's node panel lists actions and events in this order.
 * n8n's rule for sorting doesn't apply to the source, which composes them.
 */
const BY_USE = / > (resource|operation|events|utm > values)$/;

/** Lints the descriptions of all nodes that the package names, as they are after the build. */
export async function lintBuiltDescriptions(folder: string): Promise<Finding[]> {
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
			// The methods are stubs here; the real ones are linted in their source.
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

/** Rules about quotes, which don't apply to rendered source. */
const OF_QUOTES = /-unneeded-backticks$/;

/**
 * The webhook of a node that waits (`restartWebhook`) is never registered, so there is no life of it to manage.
 * n8n's rule reports it in the rendered description, but not in the source, which imports it.
 */
function isExempt(rule: string, node: object): boolean {
	const { webhooks = [] } = (node as { description: INodeTypeDescription }).description;
	return (
		rule === '@n8n/community-nodes/webhook-lifecycle-complete' &&
		webhooks.every(({ restartWebhook }) => restartWebhook === true)
	);
}

/** A node instance as the source of a class: its description in full, up to `lastLine`, then each method as a stub. */
function renderClass(className: string, node: object): { text: string; lastLine: number } {
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

/** Returns the names of the properties around a line, outermost first, since the line number exists only here. */
function namesAt(lines: string[], line: number): string {
	const names: string[] = [];
	let depth = Infinity;
	for (const text of lines.slice(0, line).reverse()) {
		const indent = text.search(/\S/);
		// Deeper lines belong to blocks that are closed again above the finding.
		if (indent < 0 || indent > depth) continue;
		depth = indent;
		const [, name] = /^\s+name: '(.*)',?$/.exec(text) ?? [];
		if (name) names.unshift(name);
	}
	return names.join(' > ');
}

/** Returns a value as source code, with a line for each property. */
function render(value: unknown): string {
	const whole = { depth: Infinity, maxArrayLength: null, maxStringLength: null };
	return (
		inspect(value, { ...whole, compact: false, breakLength: Infinity })
			.replace(/\[(Async)?Function[^\]]*\]/g, 'async () => []')
			// A string constant in n8n-workflow, but the rules expect its name.
			.replace(/((?:in|out)puts: \[\s*)'main'/g, '$1NodeConnectionTypes.Main')
	);
}
