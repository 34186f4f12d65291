import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * Forbids spreading an array or object literal. The only effect of such a spread is to change Prettier's line breaks.
 */
const noSpreadOfLiteral = ['ArrayExpression', 'ObjectExpression'].flatMap((literal) =>
	['', 'TSAsExpression > '].map((between) => ({
		selector: `SpreadElement > ${between}${literal}`,
		message: 'Write the entries of the literal without a spread.',
	})),
);

/** Matches a test title that begins in the middle of a sentence, so it is unclear without its `describe`. */
const MID_SENTENCE =
	/^(about|after|and|are|as|at|because|before|both|but|by|can|do|does|during|even|for|from|had|has|have|how|if|in|into|is|may|nor|not|of|on|once|or|since|so|than|that|then|though|through|to|under|unless|until|was|were|what|when|where|whether|which|while|who|whose|why|with|without)\b/i;
const CAPITAL = /^(A|An|The)\b/;
/** Matches a title that begins with a placeholder, unless the placeholder is the subject of a verb. */
const NO_SUBJECT = /^[%$](?!.* (are|can|have|may|must|will|\w*[^as ]s|\w+n't)\b)/;

/**
 * Refuses a test title that isn't a sentence with its own subject, because it can't be understood alone in a failure
 * log.
 */
const wholeTitles = {
	create: (context) => ({
		CallExpression({ callee, arguments: [title] }) {
			const source = context.sourceCode.getText(callee);
			if (!/^(it|test)\b/.test(source) || /\.(each|skipIf)$/.test(source)) return;
			const text = title?.value ?? title?.quasis?.map(({ value }) => value.raw).join('%s');
			if (typeof text !== 'string') return;
			const isPart = [MID_SENTENCE, CAPITAL, NO_SUBJECT].some((start) => start.test(text));
			if (isPart || text.split(' ').length < 4) {
				context.report({ node: title, message: `Write the title as a whole sentence: ${text}` });
			}
		},
	}),
};

/**
 * Lint rules for code that isn't published, including tests. n8n's own config in the root lints the package; the rules
 * here check only what that config doesn't.
 */
export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', '.n8n/**'] },
	{
		files: ['**/*.{ts,mts}'],
		languageOptions: { parser: tseslint.parser },
		rules: { 'no-restricted-syntax': ['error', ...noSpreadOfLiteral] },
	},
	{
		// Visitors, rows and Link Platform may send any text, so the time that a regular expression takes must not grow
		// with the square of the text's length.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		// Here, the text is short: it is cut first, or comes from the workflow's author.
		files: ['**/adapter/baseUrls.ts', '**/runner/{assertEvaluated,fileNames}.ts'],
		rules: { 'regexp/no-super-linear-move': 'off' },
	},
	{
		files: ['**/*.test.mts'],
		plugins: { local: { rules: { 'whole-titles': wholeTitles } } },
		rules: { 'local/whole-titles': 'error' },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: '../test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			// jest and node:test await the promises of their own functions.
			'@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
			// Destructuring the properties to leave out is the usual way to copy an object without them.
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
		},
	},
);
