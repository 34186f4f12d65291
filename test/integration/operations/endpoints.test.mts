/**
 * Tests that every endpoint that Link Platform documents is a route of an operation, and that the sandbox serves it.
 * Each test that runs an operation also checks that the operation requests only its routes
 * (`test/support/watchRoutes.mts`).
 */
import { getResources } from '../../../tools/built.mts';
import { readFileSync } from 'node:fs';
import { toEndpoint, getRoutes } from '../../../tools/docs/operations.mts';
import { startSandbox } from '../../../packages/sandbox/server.mts';

const PAGE = readFileSync('docs/maintainers/service-api.md', 'utf8');

/** Returns the endpoints of a section's table as `METHOD /path`, or `METHOD v3 /path` for the legacy API. */
function endpointsUnder(heading: string, version = '') {
	const [, section] = PAGE.split(`\n## ${heading}\n`);
	const [own] = section.split('\n## ');
	const rows = [...own.matchAll(/^\| (GET|POST|PUT|DELETE) \| `([^`]+)`/gm)];
	return rows.map(([, method, path]) => `${method} ${version}${path}`);
}
const all = [
	...endpointsUnder('Endpoints of the current API'),
	...endpointsUnder('Endpoints of the legacy API', 'v3 '),
];

/** Gives all placeholders the same name. */
const plain = (endpoints: string[]) =>
	endpoints.map((endpoint) => endpoint.replace(/:\w+/g, ':x')).sort();

test('the routes of all operations are exactly the documented endpoints of Link Platform', () => {
	const resources = getResources();
	const reached = resources.flatMap(({ operations }) =>
		Object.values(operations).flatMap((operation) => getRoutes(operation).map(toEndpoint)),
	);
	expect(plain([...new Set(reached)])).toEqual(plain(all));
});

test('the sandbox serves exactly the documented endpoints of Link Platform', async () => {
	const sandbox = await startSandbox();
	try {
		const openApi = (await (await fetch(sandbox.docsUrl)).json()) as {
			paths: Record<string, Record<string, unknown>>;
		};
		const served = Object.entries(openApi.paths).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => {
				const own = path.replace(/\{(\w+)\}/g, ':$1').replace(/^\/v3\//, 'v3 /');
				return `${method.toUpperCase()} ${own}`;
			}),
		);
		const isOfTheService = (endpoint: string) => /^\w+ (v3 )?\/(api|v1)\//.test(endpoint);
		expect(plain(served.filter(isOfTheService))).toEqual(plain(all));
	} finally {
		await sandbox.close();
	}
});
