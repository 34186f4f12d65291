import type { IDataObject } from 'n8n-workflow';
import { toPlain } from '../../../api/dialect';
import { getPayload, getRecords, isRecord, omit } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { readEntry } from '../../../api/failures';
import { groupBy, leadsTo, type NumberedRow } from './compare';

/** What an entry says of the row of this name: the QR code, or why there is none. */
interface Entry {
	fields: IDataObject;
	said: IDataObject | Failure;
}

/**
 * What the response to a batch, whose form is not documented, says about its rows, by their numbers. An entry belongs to
 * the row of its name, unless it tells another target. Its place, number and ID say nothing, since services list and
 * number in any order; nor does a name that several entries have.
 */
export function readEntries(
	body: unknown,
	rows: NumberedRow[],
): Map<number, IDataObject | Failure> {
	const named = groupBy(listEntries(body), ({ fields }) => toPlain(fields.name));
	const found = new Map<number, IDataObject | Failure>();
	for (const [number, { name, url }] of rows) {
		const entries = named.get(toPlain(name)) ?? [];
		const [entry, another] = entries.filter(({ fields }) => leadsTo(fields, url) !== false);
		if (entry && !another) found.set(number, entry.said);
	}
	return found;
}

/** The entries of a list, or of an object whose keys say nothing, and refusals in a list apart. */
function listEntries(body: unknown): Entry[] {
	const places = [isRecord(body) ? body.data : undefined, body].filter(isRecord);
	const [keyed = {}] = [places[0]?.qrs, ...places].filter(isRecord);
	const listed = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']) ?? Object.values(keyed);
	const apart = places
		.flatMap(({ errors, failed }) => [errors, failed].filter(Array.isArray).flat())
		.filter(isRecord)
		.map((entry) => ({ error: 1, ...entry }));
	return [...listed, ...apart].filter(isRecord).flatMap((entry) => {
		const said = readEntry(entry);
		const payload = getPayload(entry);
		if (said === undefined) return [];
		const inner = isRecord(payload) ? payload : {};
		const fields = { ...inner, ...omit(entry, ['data']) };
		const isRefused = said instanceof Failure;
		return [{ fields, said: isRefused ? said : omit(said, ['index', 'row']) }];
	});
}
