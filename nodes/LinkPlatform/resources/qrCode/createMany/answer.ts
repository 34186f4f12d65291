import type { IDataObject } from 'n8n-workflow';
import { getSpan } from '../../../api/dialect';
import { getMessage, getPayload, hasId, isRecord, omit } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { readEntry } from '../../../api/failures';
import { toIdKey, toNameKey } from '../../../api/identity';
import { toRecord } from '../../../runner/items';
import type { NewQrCode } from '../design';
import { groupBy } from './groupBy';
import type { Job } from './rows';

/**
 * The result of a row, read from its entry in a response. If the entry shows neither a QR code nor a refusal,
 * `serviceMessage` is the entry's message. `mayBeNew` is true for the entry of a refusal that shows a QR code, if that
 * may be new or not.
 */
export type Entry =
	| { record: IDataObject }
	| { failure: Failure }
	| { serviceMessage: string; mayBeNew?: boolean };

/** The entries of a response by row, and the QR codes in it that have the name of no row. */
export interface Entries {
	entries: Map<NewQrCode, Entry>;
	others?: IDataObject[];
}

/** Reads the response to a request for a single row. Whatever came back with an ID is what was made. */
export function readSingle(body: unknown, row: NewQrCode): Entries {
	const record = toRecord(body);
	return { entries: new Map(hasId(record) ? [[row, { record }]] : []) };
}

/**
 * Reads the response to a batch request, and returns its entries by row. The API docs don't show its format. An entry
 * is matched to the row with the same name, because names are unique within a batch. The order of the entries and the
 * numbers in them are ignored, because deployments sort and count the entries differently. If several entries have
 * the same name, all of them are ignored.
 */
export function readEntries(body: unknown, rows: NewQrCode[]): Entries {
	const named = groupBy(listEntries(body), (entry) => toNameKey(getName(entry)));
	const entries = new Map<NewQrCode, Entry>();
	for (const one of rows) {
		const key = toNameKey(one.name);
		const [entry, another] = named.get(key) ?? [];
		if (entry && !another) entries.set(one, toEntry(entry));
		named.delete(key);
	}
	const others = [...named.values()].flat().map(toEntry);
	return { entries, others: others.flatMap((one) => ('record' in one ? [one.record] : [])) };
}

/**
 * Reads a refusal like `readEntries`. It may show QR codes that were there before, e.g. one whose name is taken. So a
 * QR code in it counts only if its date proves that it is new.
 */
export function readRefusal(body: unknown, rows: Job[], clock: number): Entries {
	const { entries } = readEntries(body, rows);
	for (const row of rows) {
		const entry = entries.get(row);
		if (!entry || !('record' in entry)) continue;
		const isMade = isNew(entry.record, row.before, clock);
		if (isMade === undefined) entries.set(row, { serviceMessage: '', mayBeNew: true });
		if (isMade === false) entries.delete(row);
	}
	return { entries };
}

const SECOND = 1_000;
/** The largest expected difference between the clocks of Link Platform's servers, in ms. */
const TOLERANCE = 120_000;

/**
 * True if a request that was sent at `clock` has created the QR code, false if the QR code was there before; undefined
 * if its record proves neither.
 */
export function isNew(
	record: IDataObject,
	before: Set<string> | undefined,
	clock = NaN,
): boolean | undefined {
	if (before?.has(toIdKey(record.id))) return false;
	const { from, to } = getSpan(record) ?? { from: NaN, to: NaN };
	// Link Platform's clock is known to the second.
	if (from >= Math.floor(clock / SECOND) * SECOND) return true;
	return to <= clock - TOLERANCE ? false : undefined;
}

/**
 * The number of levels of a response to search for entries: the body, its `data`, a list in `data`, and an
 * object in that list whose keys are numbers.
 */
const DEEPEST = 4;

/** Returns all records with a name, wherever they are in the body. Records under `errors` or `failed` are refusals. */
function listEntries(body: unknown, depth = DEEPEST): IDataObject[] {
	if (depth === 0 || typeof body !== 'object' || body === null) return [];
	if (isRecord(body) && getName(body) !== undefined) return [body];
	return Object.entries(body).flatMap(([key, value]) => {
		const entries = listEntries(value, depth - 1);
		const areRefused = key === 'errors' || key === 'failed';
		return areRefused
			? entries.map((entry) => ({ ...entry, error: getMessage(entry) || 1 }))
			: entries;
	});
}

/** Returns the name of an entry. The entry's record may be wrapped in another object. */
function getName(entry: IDataObject): unknown {
	const payload = getPayload(entry);
	return entry.name ?? (isRecord(payload) ? payload.name : undefined);
}

function toEntry(entry: IDataObject): Entry {
	const read = readEntry(entry);
	if (read === undefined) return { serviceMessage: getMessage(entry) };
	if (read instanceof Failure) return { failure: read };
	return { record: omit(read, ['index', 'row']) };
}
