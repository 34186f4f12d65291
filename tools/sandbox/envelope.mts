import type { FastifyError, FastifyReply } from 'fastify';
import type { z } from 'zod/v4';

import type { Settings } from './settings.mts';
import type { Source, Store } from './store.mts';

/** Thrown by a route to refuse a request; becomes `{error: 1, message}` with this status. */
export class Refusal extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
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

/** The answer of a deletion, which the current API does not show: a message, or 204 when so set. */
export function deleted(reply: FastifyReply, settings: Settings, message?: string): void {
	if (settings.deletions === 'noContent') void reply.code(204).send();
	else void reply.send(message === undefined ? { error: 0 } : done(message));
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

/** The rows of the asked page, and what both APIs say about it beside the rows. */
export function readPage<T>(
	settings: Settings,
	query: PageQuery,
	defaultLimit: number,
	source: Source<T>,
): { paging: Paging; rows: T[] } {
	const perpage = Math.min(query.limit ?? defaultLimit, settings.maxPageSize);
	const currentpage = query.page ?? 1;
	const { total } = source;
	const maxpage = total === 0 ? settings.emptyMaxpage : Math.ceil(total / perpage);
	const paging: Paging = { result: total, perpage, currentpage, nextpage: null, maxpage };
	if (currentpage < maxpage || settings.nextpage === 'always') paging.nextpage = currentpage + 1;
	else if (settings.nextpage === 'same') paging.nextpage = currentpage;
	else if (settings.nextpage === 'absent') delete paging.nextpage;
	return { paging, rows: source.rows(perpage, (currentpage - 1) * perpage) };
}

export type ListAnswer<Name extends string, T, Zero = 0> = {
	error: Zero;
	data: Paging & { [key in Name]: T[] };
};

/** A list of the current API: `{error: 0, data: {result, …, <name>: [...]}}`. */
export function list<Name extends string, T>(
	name: Name,
	settings: Settings,
	query: PageQuery,
	source: Source<T>,
	defaultLimit = 15,
): ListAnswer<Name, T> {
	const { paging, rows } = readPage(settings, query, defaultLimit, source);
	return { error: 0, data: { ...paging, [name]: rows } } as ListAnswer<Name, T>;
}

/** A list of the legacy API, where `error` is the string "0" (legacy API, Common rules, 6). */
export function legacyList<Name extends string, T>(
	name: Name,
	settings: Settings,
	query: PageQuery,
	source: Source<T>,
	defaultLimit = 15,
): ListAnswer<Name, T, '0'> {
	const { paging, rows } = readPage(settings, query, defaultLimit, source);
	return { error: '0', data: { ...paging, [name]: rows } } as ListAnswer<Name, T, '0'>;
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

/** One sentence about the first thing wrong with `input`, always naming the field or parameter. */
export function describeProblem(error: z.ZodError, input: unknown, part = 'body'): string {
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

/** Applies the envelope settings (error as string, ids as strings) to a finished answer. */
export function withQuirks(payload: unknown, settings: Settings): unknown {
	if (typeof payload !== 'object' || payload === null) return payload;
	const answer = (settings.idsAsStrings ? idsToStrings(payload) : payload) as {
		error?: number | string;
	};
	const { error } = answer;
	if (settings.errorAs === 'number' || error === undefined) return answer;
	// A rate limit in the body keeps its number: clients tell it apart by that.
	if (Number(error) > 1) return answer;
	return { ...answer, error: settings.errorAs === 'string' ? String(error) : Number(error) === 1 };
}

function idsToStrings(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(idsToStrings);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => {
		const isId = (key === 'id' || key.endsWith('Id')) && typeof inner === 'number';
		return [key, isId ? String(inner) : idsToStrings(inner)];
	});
	return Object.fromEntries(entries);
}
