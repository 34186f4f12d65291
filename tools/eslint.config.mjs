import tseslint from 'typescript-eslint';

/**
 * For all that never ships, tests included: n8n's own config, in the root, reads only `.ts` files and is meant
 * for code that runs inside n8n.
 */
export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', '.n8n/**', 'nodes/**', 'credentials/**'] },
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
