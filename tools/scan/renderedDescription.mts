/**
 * The linter reads source text, so it cannot see a description that functions compose. This
 * writes the finished one, from the built node, as a literal, and lints that.
 */
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { type Finding, lintText } from './officialRules.mts';

/**
 * Menus in the order of their use, what is dangerous last: n8n's node panel lists actions and events in it, without
 * a search. In the source they are composed, where n8n's own rule for sorting does not apply.
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
			const { text, stubLines } = renderClass(className, node);
			const sourceFile = builtFile.replace(/^dist\//, '').replace(/\.js$/, '.ts');
			const all = await lintText(folder, sourceFile, text);
			// The methods are stubs here; the real ones are linted in their source.
			const lines = text.split('\n');
			return all
				.filter(({ line, rule }) => !stubLines.has(line) && !isExempt(rule, node))
				.map((finding) => ({ ...finding, at: namesAt(lines, finding.line) }))
				.filter(({ rule, at }) => !(rule.endsWith('-unsorted-items') && BY_USE.test(at)))
				.map(({ at, ...finding }) => ({ ...finding, file: `${sourceFile}, ${at}` }));
		}),
	);
	return findings.flat();
}

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

/** A node instance as the source of a class: its description in full, each method as a stub. */
function renderClass(className: string, node: object): { text: string; stubLines: Set<number> } {
	const lines = [
		"import { NodeConnectionTypes } from 'n8n-workflow';",
		"import type { INodeType, INodeTypeDescription } from 'n8n-workflow';",
		'',
		`export class ${className} implements INodeType {`,
	];
	const stubLines = new Set<number>();
	const { description, ...others } = node as Record<string, unknown>;
	lines.push(...`\tdescription: INodeTypeDescription = ${render(description, '\t')};`.split('\n'));
	const addStub = (source: string) => {
		for (const line of source.split('\n')) stubLines.add(lines.push(line));
	};
	for (const [name, value] of Object.entries(others)) {
		addStub(`\t${name} = ${render(value, '\t')};`);
	}
	const prototype = Object.getPrototypeOf(node) as object;
	for (const name of Object.getOwnPropertyNames(prototype)) {
		if (name !== 'constructor') addStub(`\tasync ${name}() {\n\t\treturn [];\n\t}`);
	}
	lines.push('}', '');
	return { text: lines.join('\n'), stubLines };
}

/** The names of the properties around a line, outermost first: the line exists only here. */
function namesAt(lines: string[], line: number): string {
	const names: string[] = [];
	let depth = Infinity;
	for (const text of lines.slice(0, line).reverse()) {
		const indent = text.search(/\S/);
		// Deeper lines belong to blocks that are closed again above the finding.
		if (indent < 0 || indent > depth) continue;
		depth = indent;
		const [, name] = /^\t+name: '(.*)',$/.exec(text) ?? [];
		if (name) names.unshift(name);
	}
	return names.join(' > ');
}

/** A value as source code. Plain keys stay unquoted: the rules do not recognize quoted ones. */
function render(value: unknown, indent: string, key = ''): string {
	const inner = `${indent}\t`;
	const block = (open: string, entries: string[], close: string) =>
		entries.length === 0
			? open + close
			: `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;

	if (typeof value === 'string') {
		// A string constant in n8n-workflow, but the rules expect its name.
		if (['inputs', 'outputs'].includes(key) && value === 'main') return 'NodeConnectionTypes.Main';
		return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
	}
	if (typeof value === 'function') return 'async () => []';
	if (Array.isArray(value)) {
		return block(
			'[',
			value.map((entry) => render(entry, inner, key)),
			']',
		);
	}
	if (value !== null && typeof value === 'object') {
		const entries = Object.entries(value)
			.filter(([, entry]) => entry !== undefined)
			.map(([name, entry]) => {
				const label = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
				return `${label}: ${render(entry, inner, name)}`;
			});
		return block('{', entries, '}');
	}
	return String(value);
}
