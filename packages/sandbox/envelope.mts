import type { FastifyError, FastifyReply } from 'fastify';
import type { z } from 'zod';

import type { Sandbox } from './context.mts';
import { write } from './dialect.mts';
import type { Settings } from './settings.mts';
import type { Source, Store } from './store.mts';

/**
 * The error that a route throws to refuse a request. The response has this status and the body `{error: 1, message}`.
 */
export class Refusal extends Error {
	readonly status: number;
	/** The name of the field that caused the refusal, if there is one. */
	readonly field?: string;

	constructor(status: number, message: string, field?: string) {
		super(message);
		this.status = status;
		this.field = field;
	}
}

/** Refuses the request (409) if a value that must be unique is already in use. */
export function checkFree({ store }: Sandbox, table: string, column: string, value: string) {
	if (store.get(`SELECT 1 FROM ${table} WHERE ${column} = ?`, value)) {
		throw new Refusal(409, `The ${column} "${value}" is already taken.`);
	}
}

/** Returns a refusal that names a field, for validation rules that a schema can't express. */
export function toFieldRefusal(field: string, problem: string) {
	return new Refusal(422, `The field "${field}" is not valid: ${problem}.`, field);
}

/** Refuses the request (403) if `wanted` more records would exceed the plan's quota. */
export function checkQuota(
	{ settings }: Sandbox,
	quota: keyof Settings['quotas'],
	used: number,
	wanted = 1,
) {
	const limit = settings.quotas[quota];
	if (used + wanted <= limit) return;
	throw new Refusal(403, `Your plan's limit of ${limit} ${quota} is reached.`);
}

/** Returns the row with this ID, or refuses the request (404). */
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

/** Returns the body of a successful response: `{error: 0, data}` (current API, Common rules, 3). */
export function ok<T>(data: T): { error: 0; data: T } {
	return { error: 0, data };
}

/** Returns the body for an action that returns no record: `{error: 0, message}` (legacy API, Common rules, 5). */
export function done(message: string): { error: 0; message: string } {
	return { error: 0, message };
}

/**
 * Responds to a deletion in the form that the settings specify, because the current API doesn't document that
 * response.
 */
export function deleted(reply: FastifyReply, settings: Settings, message?: string) {
	if (settings.deletions !== 'body') {
		void reply.code(settings.deletions === 'empty' ? 200 : 204).send();
		return;
	}
	void reply.send(message === undefined ? { error: 0 } : done(message));
}

/** The query parameters of a paged list. The first page is 1. */
export interface PageQuery {
	page?: number;
	limit?: number;
}

/** The paging fields of a list response. `result` is the total number of records. */
export interface Paging {
	result: number;
	perpage: number;
	currentpage: number;
	nextpage: number | null;
	maxpage: number;
}

/**
 * Returns the records of one page as `rows`, and the list's paging fields as `paging`, in the form that the settings
 * specify.
 */
export function readPage<T>(
	settings: Settings,
	query: PageQuery,
	defaultLimit: number,
	list: Source<T>,
) {
	const { total } = list;
	const perpage = Math.min(query.limit ?? defaultLimit, settings.maxPageSize);
	const currentpage = query.page ?? 1;
	const maxpage = total === 0 ? settings.emptyMaxpage : Math.ceil(total / perpage);
	const last = settings.nextpage === 'same' ? currentpage : null;
	const nextpage = currentpage < maxpage ? currentpage + 1 : last;
	const rows =
		currentpage > maxpage
			? []
			: inOrder(list, settings.listOrder).rows(perpage, (currentpage - 1) * perpage);
	const result = settings.figures === 'ofPage' ? rows.length : total;
	const paging = { result, perpage, currentpage, nextpage, maxpage };
	return { paging: settings.figures === 'text' ? toTexts(paging) : paging, rows };
}

/** Returns the list in the order that the settings specify. Routes pass the list sorted by ID. */
function inOrder<T>({ total, rows }: Source<T>, order: Settings['listOrder']): Source<T> {
	if (order === 'oldest') return { total, rows };
	return {
		total,
		rows: (limit, offset) => {
			const from = Math.max(0, total - offset - limit);
			const size = Math.max(0, total - offset - from);
			return size === 0 ? [] : rows(size, from).toReversed();
		},
	};
}

/** Returns the paging fields as strings. Schemas and routes use numbers, as documented. */
function toTexts(paging: Paging) {
	const texts = Object.entries(paging).map(([name, value]: [string, number | null]) => [
		name,
		value === null ? null : String(value),
	]);
	return Object.fromEntries(texts) as Paging;
}

/** Returns a list response of the current API: `{error: 0, data: {result, …, <name>: [...]}}`. */
export function list(
	name: string,
	settings: Settings,
	query: PageQuery,
	source: Source<object>,
	defaultLimit = 15,
): object {
	const { paging, rows } = readPage(settings, query, defaultLimit, source);
	const shown = { named: name, list: 'list', other: 'rows' }[settings.collections];
	return { error: 0, data: { ...paging, [shown]: rows } };
}

/** Returns a list response of the legacy API, where `error` is the string "0" (legacy API, Common rules, 6). */
export function legacyList(...given: Parameters<typeof list>): object {
	return { ...list(...given), error: '0' };
}

/** Returns the HTTP status and message for any error thrown by a route or before it runs. */
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

/** Returns the refusal of an invalid `input`. Its message always names the field or parameter. */
export function toInvalid(error: z.ZodError, input: unknown, part?: string) {
	const [issue] = error.issues;
	const keys = issue.code === 'unrecognized_keys' ? [issue.keys[0]] : [];
	const field = [...issue.path, ...keys].join('.');
	const problem = describeProblem(error, input, part);
	return new Refusal(422, problem, field || part);
}

/** Returns the message of the refusal of an invalid input. */
function describeProblem(error: z.ZodError, input: unknown, part = 'body') {
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

/** Returns a response body after applying the settings that change every API response. */
export function toOwnForm(payload: unknown, settings: Settings) {
	if (typeof payload !== 'object' || payload === null) return payload;
	const body = write(payload, settings) as Body;
	const { error, data, ...rest } = body;
	const stated = writeError(error, settings);
	if (Number(error) > 0 || error === undefined) return { ...body, ...stated };
	const isTopLevel = settings.envelope === 'topLevel' && isPlainObject(data);
	const shown = isTopLevel ? { ...data, error, ...rest } : body;
	return { ...shown, ...stated };
}

/** The envelope of a response. */
interface Body {
	error?: number | string;
	data?: unknown;
}

/**
 * Returns `error` in the form that the settings specify. A rate limit error is always the number 429, because clients
 * look for that number.
 */
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

function isPlainObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
