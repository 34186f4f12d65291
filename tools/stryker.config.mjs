/**
 * `npm run mutate`: runs mutation tests. They make many small changes to modules, one at a time, and report those
 * that no unit test notices. For one module: `npm run mutate -- --mutate nodes/LinkPlatform/api/retry.ts`. A full run
 * takes half an hour, so start it by hand; CI doesn't run it. The report is `.stryker/report.html`.
 */

const FOLDER = '.stryker';

/**
 * The modules to change: those that unit tests can cover completely. The API client is left out, because unit tests
 * notice only 84 % of the changes in it, and testing it takes as long as testing all other modules together.
 */
const MODULES = [
	'api/{limitWindow,rateLimitHeaders,paging,envelope,retry,route,failures}.ts',
	'api/{redactor,dialect,rateLimiter,http,identity,inTurn}.ts',
	'adapter/{baseUrls,memory,publication}.ts',
	'runner/{parseParameter,dates,fileNames,mapConcurrent,items,input}.ts',
	'runner/{inputFields,outputFields,hints,rows}.ts',
	'resources/qrCode/{imageCheck,readability}.ts',
	'resources/link/{utm,filters}.ts',
	'resources/analytics/timeSpan.ts',
	'resources/bioPage/blocks.ts',
	'resources/subscriber/parseCsv.ts',
	'events/{filters,simplify,dropIpAddresses,countries,bots}.ts',
	'deliveries/{signature,duplicates,expiringMap}.ts',
	'{subscriptions,polling}/plan.ts',
	'polling/{poll,reading,records,testEvent}.ts',
	'subscriptions/{heartbeat,resumeUrl}.ts',
	'resources/qrCode/createMany/{plan,answer,names,groupBy}.ts',
];

/**
 * The API client's tests use real delays and run most of the code in api/, so they are included only if that module
 * is requested.
 */
const TESTS = process.argv.some((argument) => argument.includes('api/client')) ? '*' : '!(client)';

/**
 * Matches the declaration of a node's field. Snapshots in test/package check these declarations; unit tests don't.
 */
const FORMS = /^\w+: INodeProperties(\[\])? =/;

/**
 * Excludes the declarations of fields. They contain mostly text for people, and changing text doesn't change
 * behavior.
 */
const texts = {
	shouldIgnore(path) {
		const isForm = path.isVariableDeclarator() && FORMS.test(path.toString());
		return isForm ? 'The form of a field' : undefined;
	},
};

/** The plugins that this file provides. `plugins` below lists this file. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }];

export default {
	plugins: ['@stryker-mutator/jest-runner', import.meta.filename],
	ignorers: ['texts'],
	mutate: MODULES.map((path) => `nodes/LinkPlatform/${path}`),
	testRunner: 'jest',
	jest: {
		configFile: 'test/jest.config.mjs',
		// `testTimeout` is in ms. Tests take less than a tenth of this, so a test that takes longer is waiting for something
		// that the mutation removed.
		config: {
			testMatch: [`<rootDir>/test/unit/${TESTS}.test.mts`],
			testTimeout: 5_000,
			// Stryker can only measure coverage in jest's default runtime.
			runtime: 'jest-runtime',
			// Without examples/, which the copy of the repository doesn't have.
			roots: ['<rootDir>/nodes', '<rootDir>/packages', '<rootDir>/test'],
		},
	},
	coverageAnalysis: 'perTest',
	// Ignore code that runs once, when a module is loaded. Each change to it would require running every test again.
	ignoreStatic: true,
	concurrency: 2,
	// The folder for a copy of the repository, in which Stryker makes the changes.
	tempDirName: `${FOLDER}/sandbox`,
	ignorePatterns: ['/dist', '/docs', '/.n8n', `/${FOLDER}`],
	allowEmpty: false,
	reporters: ['clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: `${FOLDER}/report.html` },
	jsonReporter: { fileName: `${FOLDER}/report.json` },
	thresholds: { high: 95, low: 90, break: 90 },
};
