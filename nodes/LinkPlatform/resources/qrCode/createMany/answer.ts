import type { IDataObject } from 'n8n-workflow';
import { toPlain } from '../../../api/dialect';
import { getMessage, getPayload, getRecords, isRecord, omit } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { readEntry } from '../../../api/failures';
import { groupBy, type NumberedRow } from './compare';

/** What an entry says of its row; `said`: its words, if it proves neither a QR code nor a refusal. */
export type Entry = { record: IDataObject } | { failure: Failure } | { said: string };

/**
 * What the response to a batch, whose form is not documented, says about its rows, by their numbers. An entry belongs to
 * the row of its name, which no other row of the batch has. Its place and number say nothing, since services list and
 * number in any order; nor does a name that several entries have.
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

/** The entries of a list, or of an object whose keys say nothing, and refusals in a list apart. */
function listEntries(body: unknown): IDataObject[] {
	const places = [isRecord(body) ? body.data : undefined, body].filter(isRecord);
	const [keyed = {}] = [places[0]?.qrs, ...places].filter(isRecord);
	const listed = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']) ?? Object.values(keyed);
	const apart = places
		.flatMap(({ errors, failed }) => [errors, failed].filter(Array.isArray).flat())
		.filter(isRecord)
		.map((entry) => ({ error: 1, ...entry }));
	return [...listed, ...apart].filter(isRecord);
}

/** An entry may have an envelope of its own. */
function getName(entry: IDataObject): unknown {
	const payload = getPayload(entry);
	return entry.name ?? (isRecord(payload) ? payload.name : undefined);
}

function toEntry(entry: IDataObject): Entry {
	const read = readEntry(entry);
	if (read === undefined) return { said: getMessage(entry) };
	if (read instanceof Failure) return { failure: read };
	return { record: omit(read, ['index', 'row']) };
}
