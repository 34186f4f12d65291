import { getResources } from '../../tools/built.mts';
import { getRoutes, toEndpoint } from '../../tools/docs/operations.mts';

/** Whatever a placeholder is called. */
const toPlain = (endpoint: string) => endpoint.replace(/:\w+/g, ':x');

/** Requests that find a record by its short URL or alias, whatever the operation. */
const LOOK_UPS = ['GET /api/urls', 'GET /api/qrs', 'GET /api/qr/:x'];

/** The requests that each operation may send. */
const declared = new Map<string, string[]>(
	getResources().flatMap(({ value, operations }) =>
		Object.entries(operations).map(([name, operation]) => {
			const routes = getRoutes(operation).map((route) =>
				toEndpoint(route).replace(' v3 /', ' /v3/'),
			);
			const hasLocator = operation.fields.some(({ type }) => type === 'resourceLocator');
			const all = [...routes.map(toPlain), ...(hasLocator ? LOOK_UPS : [])];
			return [`${value}.${name}`, all] as [string, string[]];
		}),
	),
);

/**
 * Returns a function that runs an operation, and throws if the operation sends a request that its `routes` don't name.
 * `counts` returns the number of requests by route. Runs that overlap aren't checked.
 */
export function watchRoutes(counts: () => Promise<Record<string, number>>) {
	let begun = 0;
	let open = 0;
	return async <T,>(operation: string, run: () => Promise<T>): Promise<T> => {
		const own = (begun += 1);
		const isAlone = (open += 1) === 1;
		const before = await counts();
		const result = await run().finally(() => (open -= 1));
		if (!isAlone || begun !== own) return result;
		const sent = Object.entries(await counts()).filter(([route, n]) => n > (before[route] ?? 0));
		const routes = sent
			.map(([route]) => route)
			.filter((one) => /^\w+ (\/v3)?\/(api|v1)\//.test(one));
		const lacking = routes.filter((one) => !declared.get(operation)?.includes(toPlain(one)));
		if (lacking.length === 0) return result;
		throw new Error(`the routes of ${operation} lack ${lacking.join(', ')}`);
	};
}
