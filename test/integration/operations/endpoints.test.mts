import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import { getBuiltResources, toEndpoint, getRoutes } from '../../../tools/docs/operationsTable.mts';

type Listed = { current: string[]; legacy: string[] };

/** The endpoint tables of the two API documents, as `METHOD /path` with `:name` for every placeholder. */
const listed = JSON.parse(
	readFileSync('test/integration/operations/endpoints.json', 'utf8'),
) as Listed;
const SPEC = join('..', 'shared', 'spec');

const plain = (endpoint: string) => endpoint.replace(/:\w+/g, ':x');
const all = [...listed.current, ...listed.legacy.map((endpoint) => endpoint.replace(' ', ' v3 '))];

function tablesOf(document: string): string[] {
	const rows = [...document.matchAll(/^\| (GET|POST|PUT|DELETE) \| `(\/[^`]+)`/gm)];
	const analytics = [...document.matchAll(/^\| `(\/api\/[^`]*stats[^`]*)`/gm)];
	const versioned = [...document.matchAll(/`(POST) (\/v1\/[^`]+)`/g)];
	return [
		...rows.map(([, method, path]) => `${method} ${path}`),
		...analytics.map(([, path]) => `GET ${path}`),
		...versioned.map(([, method, path]) => `${method} ${path}`),
	];
}

describe('the endpoints of both documents', () => {
	it('are 83', () => {
		expect(all).toHaveLength(83);
		expect(new Set(all.map(plain)).size).toBe(83);
	});

	it('are those of the documents, where these are at hand', () => {
		if (!existsSync(SPEC)) return;
		const [legacy, current] = readdirSync(SPEC)
			.sort()
			.map((file) => tablesOf(readFileSync(join(SPEC, file), 'utf8')).sort());
		expect([...listed.legacy].sort()).toEqual(legacy);
		expect([...listed.current].sort()).toEqual(current);
	});

	it('are each reached by an operation, and no operation calls anything else', async () => {
		const resources = await getBuiltResources(process.cwd());
		const reached = resources.flatMap(({ operations }) =>
			Object.values(operations).flatMap((operation) => getRoutes(operation).map(toEndpoint)),
		);
		expect([...new Set(reached.map(plain))].sort()).toEqual([...all.map(plain)].sort());
	});

	it('are each in the table of the README', () => {
		const readme = readFileSync('README.md', 'utf8');
		const shown = [...readme.matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g)].map(([, endpoint]) =>
			plain(endpoint),
		);
		expect(all.map(plain).filter((endpoint) => !shown.includes(endpoint))).toEqual([]);
	});

	it('are each served by the sandbox', async () => {
		const sandbox = await startSandbox();
		try {
			const openApi = (await (await fetch(sandbox.docsUrl)).json()) as {
				paths: Record<string, Record<string, unknown>>;
			};
			const served = Object.entries(openApi.paths).flatMap(([path, methods]) =>
				Object.keys(methods).map((method) => {
					const isLegacy = path.startsWith('/v3/');
					const own = (isLegacy ? path.slice(3) : path).replace(/\{\w+\}/g, ':x');
					return `${method.toUpperCase()} ${isLegacy ? 'v3 ' : ''}${own}`;
				}),
			);
			const isOfTheService = (endpoint: string) => /^\w+ (v3 )?\/(api|v1)\//.test(endpoint);
			expect(served.filter(isOfTheService).sort()).toEqual([...all.map(plain)].sort());
		} finally {
			await sandbox.close();
		}
	});
});
