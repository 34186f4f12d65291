import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Access, Sandbox, SandboxApp } from './context.mts';
import { deleted, done, findOrRefuse, legacyList, list, ok } from './envelope.mts';
import type { PageQuery } from './envelope.mts';
import * as schemas from './schemas.mts';
import type { Source, Values } from './store.mts';

/** The names of the parameters in a route's path. */
type Names<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
	? Name | Names<Rest>
	: Route extends `${string}:${infer Name}`
		? Name
		: never;

/** The parameters in a route's path. A parameter whose name ends in "id" is a number; any other is a string. */
type Params<Route extends string> = {
	[Name in Names<Route>]: Name extends `${string}id` ? number : string;
};

/** The description, permission and schemas of a route. */
interface Endpoint<Shape extends z.ZodRawShape, Query extends z.ZodType, Body extends z.ZodType> {
	description?: string;
	/** The required permission. Default: the permission that the path determines. */
	access?: Access;
	/** Schemas of the path parameters. IDs and arbitrary strings need no schema. */
	params?: Shape;
	query?: Query;
	body?: Body;
}

/**
 * Returns a function that declares routes such as `GET /api/url/:id`. The path determines which API key a request
 * needs. Current API: a key with the scope (`:read` for GET, otherwise `:write`). Legacy API: a key with full access.
 * Other paths: no key.
 */
export function endpoints(app: SandboxApp, tag: string, scope?: string) {
	return <
		Route extends string,
		Shape extends z.ZodRawShape = Record<never, never>,
		Query extends z.ZodType = z.ZodType,
		Body extends z.ZodType = z.ZodType,
	>(
		route: Route,
		endpoint: Endpoint<Shape, Query, Body>,
		/** Handles the request. Returns the response body, or the reply if it was sent already. */
		handler: (
			request: FastifyRequest<{
				Params: Omit<Params<Route>, keyof Shape> & z.output<z.ZodObject<Shape>>;
				Querystring: z.output<Query>;
				Body: z.output<Body>;
			}>,
			reply: FastifyReply,
		) => unknown,
	) => {
		const [method, url] = route.split(' ');
		const { description, query, body } = endpoint;
		const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
		const byName = names.map((name) => [name, name.endsWith('id') ? schemas.id : z.string()]);
		const params = { ...Object.fromEntries(byName), ...endpoint.params } as z.ZodRawShape;
		const isPage = !/^\/(api|v1|v3|_sandbox)\//.test(url);
		const schema = {
			tags: [isPage ? 'Public pages' : tag],
			...(description === undefined ? {} : { description }),
			...(names.length === 0 ? {} : { params: z.strictObject(params) }),
			...(query === undefined ? {} : { querystring: query }),
			...(body === undefined ? {} : { body }),
		};
		const access = endpoint.access ?? getAccess(method, url, scope);
		app.route({ method, url, config: { access }, schema, handler: handler as never });
	};
}

/** Returns the permission that a route requires. Throws if a route of the current API has no scope. */
function getAccess(method: string, url: string, scope?: string) {
	if (url.startsWith('/v3/')) return 'full';
	if (!/^\/(api|v1)\//.test(url)) return 'public';
	if (scope === undefined) throw new Error(`${url} lacks a scope`);
	return `${scope}:${method === 'GET' ? 'read' : 'write'}` as Access;
}

/** The form of a response: the record, or only a message. */
type Form = 'record' | 'message';

/** The standard routes of a resource. `crud` adds the routes that are set here. */
interface Collection<
	Row extends { id: number },
	Query extends z.ZodType<PageQuery>,
	Add extends z.ZodType,
	Change extends z.ZodType,
> {
	tag: string;
	scope?: string;
	/** The path of one record without its ID, e.g. `/api/campaign`. `/v3/…` belongs to the legacy API. */
	path: string;
	table: string;
	noun: string;
	/** Returns the row with this ID. Default: looks it up in the table, and refuses (404) if it is missing. */
	find?: (id: number) => Row;
	toRecord: (row: Row) => object;
	/**
	 * Returns the record as shown in the responses of the routes get and update. Default: `toRecord`, the same as in
	 * the list.
	 */
	toDetail?: (row: Row) => object;
	/**
	 * The list route. Its default path is the plural of `path`. The last part of `path`, in the plural, is the default
	 * name of the response property that holds the records.
	 */
	list?: {
		path?: string;
		/** Returns the name of the response property that holds the records. */
		name?: () => string;
		description?: string;
		query?: Query;
		/** Returns the rows that match the query. Default: all rows of the table. */
		source?: (query: z.output<Query>) => Source<object>;
	};
	add?: {
		body: Add;
		description?: string;
		/** The content of the response: the record (the default), or only the new row's ID. */
		returns?: 'record' | 'id';
		/**
		 * Inserts the new row and returns its ID, or returns the columns to insert. Default: the columns are the
		 * request body.
		 */
		insert?: (body: z.output<Add>) => Values | number;
	};
	get?: Record<never, never>;
	update?: {
		body: Change;
		description?: string;
		/**
		 * The form of the response to an update. It is a function if a setting determines the form. Default: `record`.
		 */
		returns?: Form | (() => Form);
		/**
		 * Changes the row itself, or returns the columns to change. By default, the columns in the request body are
		 * changed.
		 */
		change?: (row: Row, body: z.output<Change>) => Values | void;
	};
	/**
	 * The delete route. `before` may refuse the deletion, or delete records that depend on the row. With the message
	 * `none`, the response contains no message.
	 */
	remove?: { before?: (row: Row) => void; message?: 'none' };
}

/**
 * Adds the standard routes of a resource (list, add, get, update and remove) that `collection` defines. The path
 * determines the API version, which determines the envelopes, messages and paging.
 */
export function crud<
	Row extends { id: number },
	Query extends z.ZodType<PageQuery> = z.ZodType<PageQuery>,
	Add extends z.ZodType = z.ZodType,
	Change extends z.ZodType = z.ZodType,
>(app: SandboxApp, sandbox: Sandbox, collection: Collection<Row, Query, Add, Change>) {
	const { path, table, noun, toRecord, toDetail = toRecord, add, update, remove } = collection;
	const { store } = sandbox;
	const route = endpoints(app, collection.tag, collection.scope);
	const isLegacy = path.startsWith('/v3/');
	const find = collection.find ?? ((id: number) => findOrRefuse<Row>(sandbox, table, id, noun));
	/** Wraps a record in the response's envelope. In the legacy API, the fields are next to `error`. */
	const wrap = (data: object) => (isLegacy ? { error: 0 as const, ...data } : ok(data));

	addList(app, sandbox, collection);

	if (add) {
		const { body, description, returns = 'record', insert } = add;
		route(`POST ${path}/add`, { description, body }, (request) => {
			const made = insert ? insert(request.body as z.output<Add>) : (request.body as Values);
			const id = typeof made === 'number' ? made : store.insert(table, made);
			if (!isLegacy && sandbox.settings.creations === 'message') {
				return done(toMessage(noun, 'created', isLegacy));
			}
			return returns === 'id' ? { error: 0, id } : wrap(toRecord(find(id)));
		});
	}

	if (collection.get) {
		route(`GET ${path}/:id`, {}, ({ params }) => wrap(toDetail(find(params.id))));
	}

	if (update) {
		const { body, description, returns = 'record', change } = update;
		route(`PUT ${path}/:id/update`, { description, body }, (request) => {
			const { id } = request.params;
			const given = request.body as z.output<Change>;
			const row = find(id);
			const columns = change ? change(row, given) : (given as Values);
			if (columns) store.update(table, id, columns);
			const form = typeof returns === 'function' ? returns() : returns;
			return form === 'message'
				? done(toMessage(noun, 'updated', isLegacy))
				: wrap(toDetail(find(id)));
		});
	}

	if (remove) {
		route(`DELETE ${path}/:id/delete`, {}, ({ params: { id } }, reply) => {
			const row = find(id);
			remove.before?.(row);
			store.remove(table, id);
			const message = toMessage(noun, 'deleted', isLegacy);
			deleted(reply, sandbox.settings, remove.message === 'none' ? undefined : message);
		});
	}
}

/** The parts of a collection that the list route needs. */
type ListOf<Row extends { id: number }, Query extends z.ZodType<PageQuery>> = Pick<
	Collection<Row, Query, z.ZodType, z.ZodType>,
	'list' | 'path' | 'scope' | 'table' | 'tag' | 'toRecord'
>;

/** Adds the list route of a collection, if the collection defines it. */
function addList<Row extends { id: number }, Query extends z.ZodType<PageQuery>>(
	app: SandboxApp,
	sandbox: Sandbox,
	{ list: given, path, scope, table, tag, toRecord }: ListOf<Row, Query>,
) {
	if (!given) return;
	const isLegacy = path.startsWith('/v3/');
	const plural = `${path.slice(path.lastIndexOf('/') + 1)}s`;
	const { name = () => plural, description, source } = given;
	const query = (given.query ?? schemas.pageQuery) as Query;
	const route = endpoints(app, tag, scope);
	route(`GET ${given.path ?? `${path}s`}`, { description, query }, (request) => {
		const page = request.query as z.output<Query>;
		const rows = source ? source(page) : sandbox.store.list(table, toRecord);
		return (isLegacy ? legacyList : list)(name(), sandbox.settings, page, rows);
	});
}

/** Returns the message of a successful update or deletion. */
const toMessage = (noun: string, verb: string, isLegacy: boolean) =>
	isLegacy
		? `${noun[0].toUpperCase()}${noun.slice(1)} has been ${verb} successfully.`
		: `The ${noun} has been ${verb}.`;
