/** What the sandbox declares of its routes: the schemas of request and answer, and who may call. */
import fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod/v4';
import type { Access, Sandbox } from '../sandbox/context.mts';
import { resources } from '../sandbox/resources.mts';

export interface ServedRoute {
	access: Access;
	query?: z.ZodType;
	body?: z.ZodType;
	/** Undefined where the answer is a file, or not declared. */
	answer?: z.ZodType;
}

/** Looks up a route as the node's table writes it; throws if the sandbox does not serve it. */
export type Served = (route: string) => ServedRoute;

/** Reads the routes of all resources; nothing is served. */
export async function getServedRoutes(): Promise<Served> {
	const byRoute = new Map<string, ServedRoute>();
	const app = fastify({ exposeHeadRoutes: false }).withTypeProvider<ZodTypeProvider>();
	app.setValidatorCompiler(() => () => true);
	app.setSerializerCompiler(() => JSON.stringify);
	app.addHook('onRoute', ({ method, url, schema, config }) => {
		const found = Object.entries(schema?.response ?? {}).find(([status]) => status.startsWith('2'));
		const answer = found?.[1] as z.ZodType | undefined;
		const { querystring: query, body } = (schema ?? {}) as {
			querystring?: z.ZodType;
			body?: z.ZodType;
		};
		// Every route has one: the sandbox does not start otherwise.
		const access = config?.access as Access;
		byRoute.set(toKey(`${String(method)} ${url}`), { access, query, body, answer });
	});
	for (const resource of resources) resource.routes(app, {} as Sandbox);
	await app.ready();
	return (route) => {
		const served = byRoute.get(toKey(route));
		if (!served)
			throw new Error(`Add ${route} to tools/sandbox/routes/: the sandbox does not serve it`);
		return served;
	};
}

/** Routes of both sides under one spelling. */
function toKey(route: string): string {
	return route.replace('legacy:', '/v3').replace(/\{\w+\}|:\w+|\*/g, ':');
}
