import type { IDataObject } from 'n8n-workflow';
import { toPlain } from '../../../api/dialect';
import { getPayload, getRecords, isErrorEnvelope, isRecord, omit } from '../../../api/envelope';
import { groupBy, leadsTo, type NumberedRow } from './compare';

/**
 * What the response to a batch, whose form is not documented, says about its rows, by their numbers: the QR code, or
 * with `error` why there is none. An entry belongs to the row of its name, unless it tells another target. Its place,
 * number and ID say nothing, since services list and number in any order; nor does a name that several entries have.
 */
export function readEntries(body: unknown, rows: NumberedRow[]): Map<number, IDataObject> {
	const named = groupBy(listEntries(body), ({ name }) => toPlain(name));
	const found = new Map<number, IDataObject>();
	for (const [number, { name, url }] of rows) {
		const entries = named.get(toPlain(name)) ?? [];
		const [entry, another] = entries.filter((one) => leadsTo(one, url) !== false);
		if (entry && !another) found.set(number, omit(entry, ['index', 'row']));
	}
	return found;
}

/** The entries of a list, or of an object whose keys say nothing, and refusals in a list apart. */
function listEntries(body: unknown): IDataObject[] {
	const places = [isRecord(body) ? body.data : undefined, body].filter(isRecord);
	const [keyed = {}] = [places[0]?.qrs, ...places].filter(isRecord);
	const listed = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']) ?? Object.values(keyed);
	const apart = places.flatMap(({ errors, failed }): unknown[] =>
		[errors, failed].filter(Array.isArray).flat(),
	);
	const entries = [...listed, ...apart].filter(isRecord).map(unwrap);
	return entries.filter((entry) => entry.id !== undefined || isErrorEnvelope(entry));
}

/** An entry without its envelope. A refusal may be without `error`. */
function unwrap(entry: IDataObject): IDataObject {
	const payload = getPayload(entry);
	const inner = isRecord(payload) ? payload : {};
	const isRefused = isErrorEnvelope(entry) || (inner.id === undefined && 'message' in entry);
	return isRefused ? { error: 1, ...inner, ...omit(entry, ['data']) } : inner;
}
