import tseslint from 'typescript-eslint';

/** A spread of a literal only changes how Prettier breaks lines. */
const noSpreadOfLiteral = ['ArrayExpression', 'ObjectExpression'].flatMap((literal) =>
	['', 'TSAsExpression > '].map((between) => ({
		selector: `SpreadElement > ${between}${literal}`,
		message: 'Write the entries of the literal without a spread.',
	})),
);

/** Words that begin the rest of a sentence, whose subject is in a `describe`. */
const MID_SENTENCE =
	/^(about|after|and|are|as|at|because|before|both|but|by|can|do|does|during|even|for|from|had|has|have|how|if|in|into|is|may|nor|not|of|on|once|or|since|so|than|that|then|though|through|to|under|unless|until|was|were|what|when|where|whether|which|while|who|whose|why|with|without)\b/i;
const CAPITAL = /^(A|An|The)\b/;
/** A placeholder that isn't the subject of a verb. */
const NO_SUBJECT = /^[%$](?!.* (are|can|have|may|must|will|\w*[^as ]s|\w+n't)\b)/;

/** Refuses a test title that a red log can't show alone, because it isn't a sentence with its own subject. */
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
 * Rules for code that never ships, tests included. The package is linted by n8n's own config in the root, and here
 * only for what that config doesn't check.
 */
export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', '.n8n/**'] },
	{
		files: ['**/*.{ts,mts}'],
		languageOptions: { parser: tseslint.parser },
		rules: { 'no-restricted-syntax': ['error', ...noSpreadOfLiteral] },
	},
	{
		files: ['**/*.test.mts'],
		plugins: { local: { rules: { 'whole-titles': wholeTitles } } },
		rules: { 'local/whole-titles': 'error' },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			// jest's and node:test's own promises are theirs to await.
			'@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
			// Naming what is left out is how an object is copied without it.
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
		},
	},
);
