/**
 * The rules by which n8n's own scanner (@n8n/scan-community-package) judges a published package:
 * the recommended rules for community nodes and three rule sets for descriptions, without the
 * exceptions that a comment could make. Here every finding counts, also the mere warnings.
 */
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { ESLint, type Linter } from 'eslint';

export interface Finding {
	file: string;
	line: number;
	rule: string;
	message: string;
}

type RuleSets = Record<string, { rules: Linter.RulesRecord }>;

/** The linter plugins come with n8n's command line tool, which is what the project depends on. */
const fromTool = createRequire(
	createRequire(join(process.cwd(), 'package.json')).resolve('@n8n/node-cli/eslint'),
);

/** Loads a plugin as the linter does: under jest some rules would take a way made for their own tests. */
function loadFromTool<T>(name: string): T {
	const { NODE_ENV } = process.env;
	delete process.env.NODE_ENV;
	try {
		return fromTool(name) as T;
	} finally {
		if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
	}
}

const off = (...rules: string[]): Linter.RulesRecord =>
	Object.fromEntries(rules.map((rule) => [`n8n-nodes-base/${rule}`, 'off']));

function scannerConfig(): Linter.Config[] {
	const { n8nCommunityNodesPlugin } = loadFromTool<{
		n8nCommunityNodesPlugin: { configs: { recommended: Linter.Config } };
	}>('@n8n/eslint-plugin-community-nodes');
	const descriptions = loadFromTool<{ configs: RuleSets }>('eslint-plugin-n8n-nodes-base');
	const { parser } = loadFromTool<{ parser: Linter.Parser }>('typescript-eslint');
	const { community, credentials, nodes } = descriptions.configs;
	return [
		n8nCommunityNodesPlugin.configs.recommended,
		{ rules: { 'no-console': 'error' } },
		{ plugins: { 'n8n-nodes-base': descriptions as never } },
		{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
		{ files: ['package.json'], rules: community.rules },
		{
			files: ['**/credentials/**/*.ts'],
			rules: {
				...credentials.rules,
				// The same two that the scanner leaves out for community packages, as below.
				...off(
					'cred-class-field-documentation-url-miscased',
					'cred-class-field-type-options-password-missing',
				),
			},
		},
		{
			files: ['**/nodes/**/*.ts'],
			rules: {
				...nodes.rules,
				...off(
					'node-class-description-inputs-wrong-regular-node',
					'node-class-description-outputs-wrong',
					'node-param-type-options-max-value-present',
				),
			},
		},
	];
}

function linter(folder: string): ESLint {
	return new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: scannerConfig(),
	});
}

const toFindings = (folder: string, results: ESLint.LintResult[]): Finding[] =>
	results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => ({
			file: relative(folder, filePath),
			line,
			rule: ruleId ?? 'unreadable',
			message,
		})),
	);

/** Lints the folder's files that match the patterns. */
export async function lintFiles(folder: string, patterns: string[]): Promise<Finding[]> {
	const files = globSync(patterns, { cwd: folder, exclude: ['**/node_modules/**'] });
	if (files.length === 0) throw new Error(`No file in ${folder} matches ${patterns.join(', ')}`);
	return toFindings(folder, await linter(folder).lintFiles(files));
}

/** Lints a text as if it were the content of the file. */
export async function lintText(folder: string, file: string, text: string): Promise<Finding[]> {
	const results = await linter(folder).lintText(text, { filePath: join(folder, file) });
	return toFindings(folder, results);
}
