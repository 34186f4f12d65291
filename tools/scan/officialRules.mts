/**
 * The rules of n8n's own scanner (@n8n/scan-community-package), stricter: here every finding counts, also
 * the mere warnings, the rules of n8n's plugin are the newest, and texts can be judged that are in no file.
 */
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ESLint } from 'eslint';

export interface Finding {
	file: string;
	line: number;
	rule: string;
	message: string;
}

const PLUGIN = '@n8n/community-nodes';

/** Under jest some rules would take a way made for their own tests, unless they are loaded like this. */
async function scannerConfig() {
	const { NODE_ENV } = process.env;
	delete process.env.NODE_ENV;
	try {
		const { buildScanConfig } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
		const { n8nCommunityNodesPlugin } = await import('@n8n/eslint-plugin-community-nodes');
		// The scanner brings an older release of the plugin.
		return (await buildScanConfig()).map((part) =>
			part.plugins && PLUGIN in part.plugins ? n8nCommunityNodesPlugin.configs.recommended : part,
		);
	} finally {
		if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
	}
}

const linter = async (folder: string) =>
	new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scannerConfig(),
	});

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
	const eslint = await linter(folder);
	return toFindings(folder, await eslint.lintFiles(files));
}

/** Lints a text as if it were the content of the file. */
export async function lintText(folder: string, file: string, text: string): Promise<Finding[]> {
	const eslint = await linter(folder);
	return toFindings(folder, await eslint.lintText(text, { filePath: join(folder, file) }));
}
