import { toPlain } from '../../../api/dialect';
import type { IDataObject } from 'n8n-workflow';
import { getMessage, getRecords, isErrorEnvelope, isRecord, omit } from '../../../api/envelope';
import { groupBy, leadsTo, type Row } from './compare';

/** What the response to a batch says about one row: its QR code, or with `error` why there is none. */
export type Entry = IDataObject;

/** A response to a batch. */
export interface Entries {
	/** By the number of the row. */
	of: Map<number, Entry>;
	/** What refusals say that are of no row. */
	said: string;
}

/**
 * The entries of a response to a batch, whose form is not documented. An entry belongs to the row of its name, unless
 * it tells another target. Its place, number and ID say nothing, since services list and number in any order; nor
 * does a name that several entries have.
 */
export function readEntries(body: unknown, rows: Array<[number: number, row: Row]>): Entries {
	const named = groupBy(listEntries(body), ({ name }) => toPlain(name));
	const of = new Map<number, Entry>();
	const used = new Set<Entry>();
	for (const [number, { name, url }] of rows) {
		const entries = (named.get(toPlain(name)) ?? []).filter(
			(entry) => leadsTo(entry, url) !== false && (isRefused(entry) || entry.id !== undefined),
		);
		if (entries.length !== 1) continue;
		const [entry] = entries;
		of.set(number, isRefused(entry) ? entry : omit(entry, ['error', 'message', 'index', 'row']));
		used.add(entry);
	}
	const others = [...named.values()].flat().filter((entry) => isRefused(entry) && !used.has(entry));
	return { of, said: [...new Set(others.map(getMessage))].filter(Boolean).join('; ') };
}

/** True for a refusal. */
export function isRefused(entry: Entry): boolean {
	return isErrorEnvelope(entry);
}

/** A list, or an object by names, each entry perhaps in an envelope; refusals among them or in a list apart. */
function listEntries(body: unknown): Entry[] {
	const places = [isRecord(body) ? body.data : undefined, body].filter(isRecord);
	const listed = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']);
	const [keyed = {}] = [places[0]?.qrs, ...places].filter(isRecord);
	// A number may be a place or an ID, and names no row.
	const named = Object.entries(keyed).map(([key, entry]) =>
		isRecord(entry) ? { ...(/^\d+$/.test(key) ? {} : { name: key }), ...unwrap(entry) } : entry,
	);
	const apart = places.flatMap(({ errors }) =>
		Array.isArray(errors) ? (errors as unknown[]) : [],
	);
	return [...(listed ?? named), ...apart].filter(isRecord).map(unwrap);
}

/** An entry without its envelope. A refusal may be without `error`. */
function unwrap(entry: IDataObject): Entry {
	const { id, message } = entry;
	if (id !== undefined) return entry;
	const inner = Object.entries(entry).filter(([, value]) => isRecord(value) && 'id' in value);
	if (inner.length === 1) {
		const [[key, record]] = inner as Array<[string, IDataObject]>;
		return { ...omit(entry, [key]), ...record };
	}
	const { data } = entry;
	const said = isRecord(data) ? { ...data, ...omit(entry, ['data']) } : entry;
	return message === undefined || 'error' in entry ? said : { error: 1, ...said };
}
