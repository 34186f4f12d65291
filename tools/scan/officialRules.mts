/**
 * Runs the rules of n8n's own scanner (@n8n/scan-community-package), but more strictly: reports warnings too, and
 * uses the newest release of n8n's ESLint plugin. Can also lint text that isn't in a file.
 */
import { join } from 'node:path';
import { ESLint } from 'eslint';

const PLUGIN = '@n8n/community-nodes';

/**
 * Returns the scanner's ESLint config. Removes NODE_ENV while it loads the config, because jest sets NODE_ENV and
 * some rules then behave differently.
 */
async function scannerConfig() {
	const { NODE_ENV } = process.env;
	delete process.env.NODE_ENV;
	try {
		const { buildScanConfig } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
		const { n8nCommunityNodesPlugin } = await import('@n8n/eslint-plugin-community-nodes');
		// The scanner includes an older release of n8n's plugin, so replace it.
		return (await buildScanConfig()).map((part) =>
			part.plugins && PLUGIN in part.plugins ? n8nCommunityNodesPlugin.configs.recommended : part,
		);
	} finally {
		if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
	}
}

/** Lints source text as if it were the content of the file. */
export async function lintText(folder: string, file: string, text: string) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scannerConfig(),
	});
	const results = await eslint.lintText(text, { filePath: join(folder, file) });
	return results
		.flatMap(({ messages }) => messages)
		.map(({ line, ruleId, message }) => ({ file, line, rule: ruleId ?? 'unreadable', message }));
}
