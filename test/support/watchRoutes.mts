import { getResources } from '../../tools/built.mts';
import { getRoutes, toEndpoint } from '../../tools/docs/operations.mts';

/** Gives all placeholders the same name, and removes the prefix of the legacy API, whose address is a setting. */
const toPlain = (endpoint: string) => endpoint.replace(/:\w+/g, ':x').replace(/ \/?v3 ?/, ' ');

/** The requests that any operation may send to find a record by its short URL or alias. */
const LOOK_UPS = ['GET /api/urls', 'GET /api/qrs', 'GET /api/qr/:x'];

/** The requests that each operation may send. */
const declared = new Map<string, string[]>(
	getResources().flatMap(({ value, operations }) =>
		Object.entries(operations).map(([name, operation]) => {
			const routes = getRoutes(operation).map((route) => toPlain(toEndpoint(route)));
			const hasLocator = operation.fields.some(({ type }) => type === 'resourceLocator');
			const all = [...routes, ...(hasLocator ? LOOK_UPS : [])];
			return [`${value}.${name}`, all] as [string, string[]];
		}),
	),
);

/**
 * Returns a function that runs an operation, and throws if the operation sends a request that its `routes` don't name.
 * `counts` returns the number of requests by route. Runs that overlap aren't checked.
 */
export function watchRoutes(counts: () => Promise<Record<string, number>>) {
	/** Returns the counts, or {} if the test has closed the sandbox. */
	const read = () => counts().catch((): Record<string, number> => ({}));
	let begun = 0;
	let open = 0;
	return async <T,>(operation: string, run: () => Promise<T>) => {
		const own = (begun += 1);
		const isAlone = (open += 1) === 1;
		const before = await read();
		const result = await run().finally(() => (open -= 1));
		if (!isAlone || begun !== own) return result;
		const sent = Object.entries(await read()).filter(([route, n]) => n > (before[route] ?? 0));
		const routes = sent
			.map(([route]) => route)
			.filter((one) => /^\w+ (\/v3)?\/(api|v1)\//.test(one));
		const lacking = routes.filter((one) => !declared.get(operation)?.includes(toPlain(one)));
		if (lacking.length === 0) return result;
		throw new Error(`the routes of ${operation} lack ${lacking.join(', ')}`);
	};
}
