import type { IDataObject } from 'n8n-workflow';
import { toPlain } from '../../../api/dialect';
import { getMessage, getPayload, isRecord, omit } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { readEntry } from '../../../api/failures';
import { groupBy, type NumberedRow } from './compare';

/** The result of a row in a response; `serviceMessage` has the words of an entry that proves neither a QR code nor a refusal. */
export type Entry = { record: IDataObject } | { failure: Failure } | { serviceMessage: string };

/**
 * Reads the response to a batch, whose form isn't documented, and returns its entries by the numbers of their rows. An
 * entry belongs to the row with its name, because no other row of the batch has that name. Its position and number are
 * ignored, because services sort and number in any order. A name that several entries have is ignored.
 */
export function readEntries(body: unknown, rows: NumberedRow[]): Map<number, Entry> {
	const named = groupBy(listEntries(body), (entry) => toPlain(getName(entry)));
	const found = new Map<number, Entry>();
	for (const [number, { name }] of rows) {
		const [entry, another] = named.get(toPlain(name)) ?? [];
		if (entry && !another) found.set(number, toEntry(entry));
	}
	return found;
}

/** How deep entries are looked for: in the body, its `data`, a list there, and an object by numbers. */
const DEEPEST = 4;

/** Returns all records with a name, wherever the body has them. Those under `errors` or `failed` are refusals. */
function listEntries(body: unknown, depth = DEEPEST): IDataObject[] {
	if (depth === 0 || typeof body !== 'object' || body === null) return [];
	if (isRecord(body) && getName(body) !== undefined) return [body];
	return Object.entries(body).flatMap(([key, value]) => {
		const entries = listEntries(value, depth - 1);
		const areRefused = key === 'errors' || key === 'failed';
		return areRefused ? entries.map((entry) => ({ error: 1, ...entry })) : entries;
	});
}

/** Returns the name of an entry, which may have an envelope of its own. */
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
