import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

import type { Access, Sandbox, SandboxApp } from './context.mts';
import { deleted, done, findOrRefuse, legacyList, list, ok } from './envelope.mts';
import type { PageQuery } from './envelope.mts';
import * as schemas from './schemas.mts';
import type { Source, Values } from './store.mts';

type Names<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
	? Name | Names<Rest>
	: Route extends `${string}:${infer Name}`
		? Name
		: never;

/** Parameters of a path: those whose names end in "id" are numbers, the others strings. */
type Params<Route extends string> = {
	[Name in Names<Route>]: Name extends `${string}id` ? number : string;
};

interface Endpoint<
	Shape extends z.ZodRawShape,
	Query extends z.ZodType,
	Body extends z.ZodType,
	Answer extends z.ZodType,
> {
	description?: string;
	/** for the few routes whose path does not tell who may call them */
	access?: Access;
	/** parameters that are neither an id nor just any string */
	params?: Shape;
	query?: Query;
	body?: Body;
	/** of the whole response; checked in the sandbox's tests, and the source of the OpenAPI document */
	answer?: Answer;
	/** of a success */
	status?: number;
}

type Handler<Request, Answer> = (
	request: Request,
	reply: FastifyReply,
) => Answer | FastifyReply | void | Promise<Answer | FastifyReply>;

/**
 * Declares routes such as `GET /api/url/:id`. Who may call one follows from its path: in the current
 * API a key with the scope (`:read` for GET, else `:write`), in the legacy API one with full access,
 * anyone elsewhere.
 */
export function endpoints(app: SandboxApp, tag: string, scope?: string) {
	return <
		Route extends string,
		Shape extends z.ZodRawShape = Record<never, never>,
		Query extends z.ZodType = z.ZodType,
		Body extends z.ZodType = z.ZodType,
		Answer extends z.ZodType = z.ZodType,
	>(
		route: Route,
		endpoint: Endpoint<Shape, Query, Body, Answer>,
		handler: Handler<
			FastifyRequest<{
				Params: Omit<Params<Route>, keyof Shape> & z.output<z.ZodObject<Shape>>;
				Querystring: z.output<Query>;
				Body: z.output<Body>;
			}>,
			z.input<Answer>
		>,
	): void => {
		const [method, url] = route.split(' ');
		const { description, query, body, answer, status = 200 } = endpoint;
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
			...(answer === undefined ? {} : { response: { [status]: answer } }),
		};
		const access = endpoint.access ?? getAccess(method, url, scope);
		app.route({ method, url, config: { access }, schema, handler: handler as never });
	};
}

function getAccess(method: string, url: string, scope?: string): Access {
	if (url.startsWith('/v3/')) return 'full';
	if (!/^\/(api|v1)\//.test(url)) return 'public';
	if (scope === undefined) throw new Error(`${url} lacks a scope`);
	return `${scope}:${method === 'GET' ? 'read' : 'write'}` as Access;
}

type Form = 'record' | 'message';

interface Collection<
	Row extends { id: number },
	Item extends z.ZodObject,
	Detail extends z.ZodObject,
	Query extends z.ZodType<PageQuery>,
	Add extends z.ZodType,
	Change extends z.ZodType,
> {
	tag: string;
	scope?: string;
	/** of one record without its id, e.g. `/api/campaign`; `/v3/…` is the legacy API */
	path: string;
	table: string;
	noun: string;
	/** default: by id in the table, else a 404 */
	find?: (id: number) => Row;
	record: Item;
	toRecord: (row: Row) => z.input<Item>;
	/** what reading or changing a record returns; default: the same as its entry in the list */
	detail?: Detail;
	toDetail?: (row: Row) => z.input<Detail>;
	/** default: at the path in the plural, which is also the name of the collection */
	list?: {
		path?: string;
		/** possible names of the collection */
		names?: [string, ...string[]];
		/** the one that is set; default: the first */
		name?: () => string;
		description?: string;
		query?: Query;
		source?: (query: z.output<Query>) => Source<z.input<Item>>;
	};
	add?: {
		body: Add;
		description?: string;
		returns?: 'record' | 'id';
		/** columns of the new row, or the id of one that is already made; default: the body */
		insert?: (body: z.output<Add>) => Values | number;
	};
	get?: Record<never, never>;
	update?: {
		body: Change;
		description?: string;
		/** in the legacy API, where a function returns what is set */
		returns?: Form | (() => Form);
		/** columns that change, or nothing if that is done already; default: the body */
		change?: (row: Row, body: z.output<Change>) => Values | void;
	};
	/** `before` may refuse, or delete what depends on the record */
	remove?: { before?: (row: Row) => void; message?: 'none' };
}

/**
 * The routes of a plain resource: list, add, get, update, remove, as far as they are given. Paths,
 * envelopes, messages and paging follow from the API that its path belongs to.
 */
export function crud<
	Row extends { id: number },
	Item extends z.ZodObject,
	Detail extends z.ZodObject = Item,
	Query extends z.ZodType<PageQuery> = z.ZodType<PageQuery>,
	Add extends z.ZodType = z.ZodType,
	Change extends z.ZodType = z.ZodType,
>(
	app: SandboxApp,
	sandbox: Sandbox,
	collection: Collection<Row, Item, Detail, Query, Add, Change>,
): void {
	const { path, table, noun, record, toRecord, add, update, remove } = collection;
	const { store } = sandbox;
	const route = endpoints(app, collection.tag, collection.scope);
	const isLegacy = path.startsWith('/v3/');
	const find = collection.find ?? ((id: number) => findOrRefuse<Row>(sandbox, table, id, noun));
	const say = (verb: 'updated' | 'deleted') =>
		isLegacy
			? `${noun[0].toUpperCase()}${noun.slice(1)} has been ${verb} successfully.`
			: `The ${noun} has been ${verb}.`;
	const detail = (collection.detail ?? record) as z.ZodObject;
	const toDetail = (collection.toDetail ?? toRecord) as (row: Row) => object;
	/** The legacy API has the fields of a record beside `error`. */
	const wrap = (data: object) => (isLegacy ? { error: 0 as const, ...data } : ok(data));
	const wrapped = (schema: z.ZodObject) =>
		isLegacy ? schema.extend({ error: z.literal(0) }) : schemas.answer(schema);

	if (collection.list) {
		const plural = `${path.slice(path.lastIndexOf('/') + 1)}s`;
		const { names = [plural], name = () => names[0], description } = collection.list;
		const { source = () => store.list(table, toRecord) } = collection.list;
		const answers = names.map((one) => schemas.listAnswer(one, record, isLegacy ? '0' : 0));
		const answer: z.ZodType = answers.length === 1 ? answers[0] : z.union(answers);
		const query = (collection.list.query ?? schemas.pageQuery) as Query;
		route(
			`GET ${collection.list.path ?? `${path}s`}`,
			{ description, query, answer },
			(request) => {
				const page = request.query as z.output<Query>;
				return (isLegacy ? legacyList : list)(name(), sandbox.settings, page, source(page));
			},
		);
	}

	if (add) {
		const { body, description, returns = 'record', insert } = add;
		const answer = returns === 'id' ? schemas.idAnswer : wrapped(record);
		route(`POST ${path}/add`, { description, body, answer: answer as z.ZodType }, (request) => {
			const made = insert ? insert(request.body as z.output<Add>) : (request.body as Values);
			const id = typeof made === 'number' ? made : store.insert(table, made);
			return returns === 'id' ? { error: 0, id } : wrap(toRecord(find(id)));
		});
	}

	if (collection.get) {
		const answer: z.ZodType = wrapped(detail);
		route(`GET ${path}/:id`, { answer }, ({ params }) => wrap(toDetail(find(params.id))));
	}

	if (update) {
		const { body, description, returns = 'record', change } = update;
		const forms = { message: schemas.messageAnswer, record: wrapped(detail) };
		const answer: z.ZodType =
			typeof returns === 'function' ? z.union([forms.message, forms.record]) : forms[returns];
		route(`PUT ${path}/:id/update`, { description, body, answer }, (request) => {
			const { id } = request.params;
			const row = find(id);
			const given = request.body as z.output<Change>;
			const columns = change ? change(row, given) : (given as Values);
			if (columns) store.update(table, id, columns);
			const form = typeof returns === 'function' ? returns() : returns;
			return form === 'message' ? done(say('updated')) : wrap(toDetail(find(id)));
		});
	}

	if (remove) {
		route(`DELETE ${path}/:id/delete`, {}, ({ params: { id } }, reply) => {
			const row = find(id);
			remove.before?.(row);
			store.remove(table, id);
			deleted(reply, sandbox.settings, remove.message === 'none' ? undefined : say('deleted'));
		});
	}
}
