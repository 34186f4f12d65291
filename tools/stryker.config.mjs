/**
 * `npm run mutate`: changes modules in many small ways, one at a time, and names the changes that no
 * unit test notices. One module: `npm run mutate -- --mutate nodes/LinkPlatform/api/retry.ts`. By hand, not in
 * CI, since it takes an hour; the report is `.stryker/report.html`.
 */

const FOLDER = '.stryker';

/** Modules that unit tests can cover completely. The client has its 90%, too, but takes as long as all of them. */
const MODULES = [
	'api/{limitWindow,rateLimitHeaders,paging,envelope,retry,route,failures}.ts',
	'api/{redactor,url,dialect,rateLimiter,http}.ts',
	'adapter/baseUrls.ts',
	'runner/{parseParameter,dates,fileNames,mapConcurrent,items,input}.ts',
	'runner/{inputFields,outputFields,hints,rows}.ts',
	'resources/qrCode/{imageCheck,readability}.ts',
	'resources/link/{utm,filters}.ts',
	'resources/analytics/timeSpan.ts',
	'resources/bioPage/blocks.ts',
	'resources/subscriber/parseCsv.ts',
	'events/{filters,simplify,dropIpAddresses}.ts',
	'deliveries/{signature,duplicates,expiringMap}.ts',
	'{subscriptions,polling}/plan.ts',
	'resources/qrCode/createMany/{plan,answer,compare}.ts',
];

/** The client's tests wait for real pauses, and run through most of api/: only if it is asked for. */
const TESTS = process.argv.some((argument) => argument.includes('api/client')) ? '*' : '!(client)';

/** The form of a field, which the snapshots of test/package hold. */
const FORMS = /^\w+: INodeProperties(\[\])? =/;

/** Leaves out text for people: changing it doesn't change what the code does. */
const texts = {
	shouldIgnore(path) {
		const isForm = path.isVariableDeclarator() && FORMS.test(path.toString());
		return isForm ? 'The form of a field' : undefined;
	},
};

/** Files in which Stryker looks for plugins, including this one. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }];

export default {
	plugins: ['@stryker-mutator/jest-runner', import.meta.filename],
	ignorers: ['texts'],
	mutate: MODULES.map((path) => `nodes/LinkPlatform/${path}`),
	testRunner: 'jest',
	jest: {
		configFile: 'test/jest.config.mjs',
		// In ms: none takes a tenth of it, so one that does waits for what a change has taken away.
		config: {
			testMatch: [`<rootDir>/test/unit/${TESTS}.test.mts`],
			testTimeout: 5_000,
			// Stryker counts what a test runs in jest's own.
			runtime: 'jest-runtime',
		},
	},
	coverageAnalysis: 'perTest',
	// A change to what runs once, when a module is loaded, would need every test again.
	ignoreStatic: true,
	concurrency: 2,
	// A copy of the repository, in which the changes are made.
	tempDirName: `${FOLDER}/sandbox`,
	ignorePatterns: ['/dist', '/docs', '/examples', '/.n8n', `/${FOLDER}`],
	allowEmpty: false,
	reporters: ['clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: `${FOLDER}/report.html` },
	jsonReporter: { fileName: `${FOLDER}/report.json` },
	thresholds: { high: 95, low: 90, break: 90 },
};
