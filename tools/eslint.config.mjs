import tseslint from 'typescript-eslint';

/** A spread of a literal only changes how Prettier breaks lines. */
const noSpreadOfLiteral = ['ArrayExpression', 'ObjectExpression'].flatMap((literal) =>
	['', 'TSAsExpression > '].map((between) => ({
		selector: `SpreadElement > ${between}${literal}`,
		message: 'Write the entries of the literal without a spread.',
	})),
);

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
