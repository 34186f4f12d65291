import type { FastifyError, FastifyReply } from 'fastify';
import type { z } from 'zod/v4';

import type { Sandbox } from './context.mts';
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

/** The body of a refusal, in the form that is set. */
export function refusalBody(message: string, field: string | undefined, settings: Settings) {
	if (field === undefined || settings.validation === 'sentence') return { error: 1, message };
	const body = { message: 'The given data was invalid.', errors: { [field]: [message] } };
	// Under a good status only `error` tells it apart from a success.
	return settings.failuresAs200 ? { error: 1, ...body } : body;
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
	if (used + wanted > limit) {
		throw new Refusal(403, `Your plan's limit of ${limit} ${quota} is reached.`);
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

/** Responds to a deletion, as set: the current API does not document how. */
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

/** The rows of a page, and what both APIs state beside them. */
export function readPage<T>(
	settings: Settings,
	query: PageQuery,
	defaultLimit: number,
	source: Source<T>,
): { paging: Paging; rows: T[] } {
	const perpage = Math.min(query.limit ?? defaultLimit, settings.maxPageSize);
	const currentpage = query.page ?? 1;
	const { total } = source;
	const { maxpage, offset } = toPlace(settings, total, perpage, currentpage);
	const paging: Paging = { result: total, perpage, currentpage, nextpage: null, maxpage };
	if (currentpage < maxpage || settings.nextpage === 'always') paging.nextpage = currentpage + 1;
	else if (settings.nextpage === 'same') paging.nextpage = currentpage;
	else if (settings.nextpage === 'absent') delete paging.nextpage;
	return { paging, rows: offset === undefined ? [] : source.rows(perpage, offset) };
}

/** The number of pages, and the offset of a page in the list; none for an empty one. */
function toPlace(
	{ emptyMaxpage, emptyPages }: Settings,
	total: number,
	size: number,
	page: number,
) {
	if (total === 0) return { maxpage: emptyMaxpage, offset: 0 };
	let maxpage = Math.ceil(total / size);
	let emptyBefore = 0;
	let isEmpty = false;
	for (const empty of [...new Set(emptyPages)].toSorted((a, b) => a - b)) {
		// The last page is never an empty one.
		if (empty > maxpage) break;
		maxpage += 1;
		if (empty < page) emptyBefore += 1;
		isEmpty ||= empty === page;
	}
	return { maxpage, offset: isEmpty ? undefined : (page - 1 - emptyBefore) * size };
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
export function legacyList<Name extends string, T>(...given: Parameters<typeof list<Name, T>>) {
	return { ...list<Name, T>(...given), error: '0' as const };
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

/** Applies the settings that concern every response: types of error and ids, spellings. */
export function withQuirks(payload: unknown, settings: Settings): unknown {
	if (typeof payload !== 'object' || payload === null) return payload;
	const spell = speller(settings);
	const answer = (spell ? respell(payload, spell) : payload) as { error?: number | string };
	const { error } = answer;
	if (settings.errorAs === 'number' || error === undefined) return answer;
	// A rate limit in the body keeps its number: clients tell it apart by that.
	if (Number(error) > 1) return answer;
	return { ...answer, error: settings.errorAs === 'string' ? String(error) : Number(error) === 1 };
}

/** Writes a value of a response as set; depends on the name of its field. */
type Spell = (name: string, value: unknown) => unknown;

/** Undefined if nothing changes. */
function speller({ idsAsStrings, names, targets }: Settings): Spell | undefined {
	if (!idsAsStrings && names === 'asGiven' && targets === 'asGiven') return undefined;
	return (name, value) => {
		const isId = (name === 'id' || name.endsWith('Id')) && typeof value === 'number';
		if (isId) return idsAsStrings ? String(value) : value;
		if (typeof value !== 'string') return value;
		if (names === 'escaped' && name === 'name') return escapeHtml(value);
		const isTarget = ['url', 'longurl', 'target'].includes(name) && URL.canParse(value);
		return targets === 'normalized' && isTarget ? new URL(value).href : value;
	};
}

function respell(value: unknown, spell: Spell): unknown {
	if (Array.isArray(value)) return value.map((inner) => respell(inner, spell));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [
		key,
		respell(spell(key, inner), spell),
	]);
	return Object.fromEntries(entries);
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** A text as it is written in HTML. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
