import type { IDataObject } from 'n8n-workflow';
import { getMessage, getPayload, isRecord, omit } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { readEntry } from '../../../api/failures';
import { toNameKey } from '../../../api/identity';
import type { NewQrCode } from '../design';
import { groupBy } from './groupBy';

/**
 * The result of a row, read from its entry in a response. If the entry shows neither a QR code nor a refusal,
 * `serviceMessage` is the entry's message.
 */
export type Entry = { record: IDataObject } | { failure: Failure } | { serviceMessage: string };

/**
 * Reads the response to a batch request, and returns its entries by row. The API docs don't show its format. An entry
 * is matched to the row with the same name, because names are unique within a batch. The order of the entries and the
 * numbers in them are ignored, because deployments sort and count the entries differently. If several entries have
 * the same name, all of them are ignored.
 */
export function readEntries(body: unknown, rows: NewQrCode[]): Map<NewQrCode, Entry> {
	const named = groupBy(listEntries(body), (entry) => toNameKey(getName(entry)));
	const found = new Map<NewQrCode, Entry>();
	for (const one of rows) {
		const [entry, another] = named.get(toNameKey(one.row.name)) ?? [];
		if (entry && !another) found.set(one, toEntry(entry));
	}
	return found;
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
