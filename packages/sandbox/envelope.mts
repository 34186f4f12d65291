import type { FastifyError, FastifyReply } from 'fastify';
import type { z } from 'zod/v4';

import type { Sandbox } from './context.mts';
import { write } from './dialect.mts';
import type { Settings } from './settings.mts';
import type { Source, Store } from './store.mts';

/** Thrown by a route to refuse a request; becomes `{error: 1, message}` with this status. */
export class Refusal extends Error {
	readonly status: number;
	/** of the wrong value, if there is one */
	readonly field?: string;

	constructor(status: number, message: string, field?: string) {
		super(message);
		this.status = status;
		this.field = field;
	}
}

/** What reading an unknown record returns with HTTP 200, if that is set. */
export function toNothing({ notFound }: Settings): object {
	return notFound === 'absent' ? { error: 0 } : ok(notFound === 'null' ? null : {});
}

/** Refuses (409) a value that must be unique and is in use. */
export function checkFree({ store }: Sandbox, table: string, column: string, value: string): void {
	if (store.get(`SELECT 1 FROM ${table} WHERE ${column} = ?`, value)) {
		throw new Refusal(409, `The ${column} "${value}" is already taken.`);
	}
}

/** A refusal that names a field, for rules that a schema cannot check. */
export function toFieldRefusal({ settings }: Sandbox, field: string, problem: string): Refusal {
	const message = `The field "${field}" is not valid: ${problem}.`;
	return new Refusal(settings.invalidStatus, message, field);
}

/** Refuses (403) what would exceed the plan's quota. */
export function checkQuota(
	{ settings }: Sandbox,
	quota: keyof Settings['quotas'],
	used: number,
	wanted = 1,
): void {
	const limit = settings.quotas[quota];
	if (used + wanted <= limit) return;
	const words = {
		limit: `Your plan's limit of ${limit} ${quota} is reached.`,
		used: `Quota exceeded for ${quota}: ${used} of ${limit} used.`,
		line: `Validation failed on line 1: your plan has no more ${quota}.`,
	};
	throw new Refusal(403, words[settings.quotaWords]);
}

/** The row of a table that a path names by its id, or a 404. */
export function findOrRefuse<Row>(
	{ store }: { store: Store },
	table: string,
	id: number,
	noun: string,
): Row {
	const row = store.find<Row>(table, id);
	if (!row) throw new Refusal(404, `There is no ${noun} with id ${id}.`);
	return row;
}

/** `{error: 0, data}` (current API, Common rules, 3). */
export function ok<T>(data: T): { error: 0; data: T } {
	return { error: 0, data };
}

/** `{error: 0, message}`: actions that return no record (legacy API, Common rules, 5). */
export function done(message: string): { error: 0; message: string } {
	return { error: 0, message };
}

/** Responds to a deletion, as set: the current API does not document how. */
export function deleted(reply: FastifyReply, settings: Settings, message?: string): void {
	if (settings.deletions !== 'body') {
		void reply.code(settings.deletions === 'empty' ? 200 : 204).send();
		return;
	}
	void reply.send(message === undefined ? { error: 0 } : done(message));
}

export interface PageQuery {
	page?: number;
	limit?: number;
}

export interface Paging {
	result: number;
	perpage: number;
	currentpage: number;
	nextpage?: number | null;
	maxpage: number;
}

/** The rows of a page, and what both APIs state beside them. */
export function readPage<T>(
	settings: Settings,
	query: PageQuery,
	defaultLimit: number,
	given: Source<T>,
): { paging: Paging; rows: T[] } {
	const perpage = Math.min(query.limit ?? defaultLimit, settings.maxPageSize);
	const source = inOrder(given, settings.listOrder);
	const { total } = source;
	const currentpage = query.page ?? 1;
	const maxpage = total === 0 ? settings.emptyMaxpage : Math.ceil(total / perpage);
	const paging: Paging = { result: total, perpage, currentpage, nextpage: null, maxpage };
	if (currentpage < maxpage || settings.nextpage === 'always') paging.nextpage = currentpage + 1;
	else if (settings.nextpage === 'same') paging.nextpage = currentpage;
	else if (settings.nextpage === 'absent') delete paging.nextpage;
	const rows = currentpage > maxpage ? [] : source.rows(perpage, (currentpage - 1) * perpage);
	// Schemas and routes know the figures as documented.
	return { paging: writeFigures(paging, rows.length, settings) as Paging, rows };
}

/** The list in the order that is set; routes give it by id. */
export function inOrder<T>(source: Source<T>, order: Settings['listOrder']): Source<T> {
	const { total } = source;
	const rows = (limit: number, offset: number) => source.rows(limit, offset);
	switch (order) {
		case 'oldest':
			return source;
		case 'newest':
			return {
				total,
				rows: (limit, offset) => {
					const from = Math.max(0, total - offset - limit);
					const size = Math.max(0, total - offset - from);
					return size === 0 ? [] : rows(size, from).toReversed();
				},
			};
		case 'random':
			// The same at each request: every third record, then those after them, then the rest.
			return {
				total,
				rows: (limit, offset) => {
					const all = rows(total, 0);
					const mixed = [1, 0, 2].flatMap((rest) => all.filter((_, at) => at % 3 === rest));
					return mixed.slice(offset, offset + limit);
				},
			};
	}
}

/** The figures of a page as set. */
function writeFigures(paging: Paging, onPage: number, { figures }: Settings): Partial<Paging> {
	switch (figures) {
		case 'right':
			return paging;
		case 'ofPage':
			return { ...paging, result: onPage };
		case 'text': {
			const entries = Object.entries(paging) as Array<[string, number | null]>;
			const texts = entries.map(([name, value]) => [name, value === null ? null : String(value)]);
			return Object.fromEntries(texts) as Partial<Paging>;
		}
	}
}

/** A list of the current API: `{error: 0, data: {result, …, <name>: [...]}}`. */
export function list(
	name: string,
	settings: Settings,
	query: PageQuery,
	source: Source<object>,
	defaultLimit = 15,
): object {
	const { paging, rows } = readPage(settings, query, defaultLimit, source);
	const { collections } = settings;
	if (collections === 'bare') return { error: 0, ...paging, data: rows };
	const shown = { named: name, list: 'list', other: 'rows' }[collections];
	return { error: 0, data: { ...paging, [shown]: rows } };
}

/** A list of the legacy API, where `error` is the string "0" (legacy API, Common rules, 6). */
export function legacyList(...given: Parameters<typeof list>): object {
	return { ...list(...given), error: '0' };
}

/** Status and text for anything thrown on the way to or in a route. */
export function toFailure(error: FastifyError | Refusal): [number, string] {
	if (error instanceof Refusal) return [error.status, error.message];
	switch (error.code) {
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return [415, 'The body must be sent as application/json.'];
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return [413, 'The body is too large.'];
		case 'FST_ERR_CTP_INVALID_JSON_BODY':
			return [400, 'The body is not valid JSON.'];
	}
	if (error.statusCode !== undefined && error.statusCode < 500) {
		return [error.statusCode, error.message];
	}
	return [500, `The sandbox itself failed: ${error.stack ?? error.message}`];
}

/** The refusal of an invalid `input`, which always names the field or parameter. */
export function toInvalid(
	error: z.ZodError,
	input: unknown,
	settings: Settings,
	part?: string,
): Refusal {
	const [issue] = error.issues;
	const keys = issue.code === 'unrecognized_keys' ? [issue.keys[0]] : [];
	const field = [...issue.path, ...keys].join('.');
	const problem = describeProblem(error, input, part);
	return new Refusal(settings.invalidStatus, problem, field || part);
}

function describeProblem(error: z.ZodError, input: unknown, part = 'body'): string {
	const [issue] = error.issues;
	const place = part === 'querystring' ? 'query parameter' : 'field';
	if (issue.code === 'unrecognized_keys') {
		return `Unknown ${place} "${[...issue.path, issue.keys[0]].join('.')}".`;
	}
	const path = issue.path.join('.');
	if (path === '') return `The ${part} is not valid: ${issue.message}.`;
	let found = input;
	for (const key of issue.path) found = (found as Record<PropertyKey, unknown>)?.[key];
	if (found === undefined) return `The ${place} "${path}" is required.`;
	return `The ${place} "${path}" is not valid: ${issue.message}.`;
}

/** Applies the settings that concern every response of the API. */
export function toOwnForm(payload: unknown, settings: Settings, isWrite: boolean): unknown {
	if (typeof payload !== 'object' || payload === null) return payload;
	const body = write(payload, settings) as Body;
	const { error } = body;
	const isFailure = Number(error) > 0 || error === undefined;
	if (isFailure) return { ...body, ...writeError(error, settings) };
	const { data, ...rest } = body;
	return {
		...(isWrite ? toRemark(settings) : {}),
		...(isPlainObject(data) ? placePayload(data, rest, settings) : body),
		...writeError(error, settings),
	};
}

/** The payload where it is set to be. */
function placePayload(data: object, rest: object, { envelope }: Settings): object {
	return envelope === 'topLevel' ? { ...data, ...rest } : { ...rest, data };
}

interface Body {
	error?: number | string;
	data?: unknown;
}

/** `error` as set; a rate limit in the body keeps its number: clients tell it apart by that. */
function writeError(error: Body['error'], { errorAs }: Settings): { error?: unknown } {
	if (error === undefined || Number(error) > 1) return {};
	const isFailure = Number(error) === 1;
	switch (errorAs) {
		case 'number':
			return {};
		case 'string':
			return { error: String(error) };
		case 'boolean':
			return { error: isFailure };
	}
}

/** What a success says besides. */
function toRemark({ remarks }: Settings): object {
	switch (remarks) {
		case 'none':
			return {};
		case 'message':
			return { message: 'Saved. Changes are visible within a minute.' };
		case 'warnings':
			return { warnings: ['Some visitors may still see the earlier version.'] };
	}
}

function isPlainObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
