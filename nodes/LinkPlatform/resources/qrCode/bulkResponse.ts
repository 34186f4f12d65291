import type { IDataObject } from 'n8n-workflow';
import { getRecords, isErrorEnvelope, isRecord, omit, scalarToText } from '../../api/envelope';
import { toPlain, type Row } from './compare';

/** What a bulk response says about one row: a QR code, or with `error` why there is none. */
export type Entry = IDataObject;

/**
 * The entries of a bulk response. Its form is not documented: a list or an object, with the keys being names or
 * places, each entry perhaps in an envelope of its own, refusals among the others or in a list apart.
 */
export function readEntries(body: unknown, rows: Row[]): Entry[] {
	const places = [isRecord(body) ? body.data : undefined, body].filter(isRecord);
	const names = new Set(rows.map(({ name }) => toPlain(name)));
	const listed = getRecords(body, ['qrs', 'qrcodes', 'results', 'created', 'ids']);
	const apart = places.map(({ errors }) => errors).find(Array.isArray) ?? [];
	const entries =
		listed?.map((entry) => toEntry(entry, names)) ??
		readKeyed([places[0]?.qrs, ...places].find(isRecord) ?? {}, names);
	return [...entries, ...(apart as unknown[])].filter(isRecord).map(normalize);
}

/** An entry that is only the ID of a QR code, as one with that field; names and words are something else. */
function toEntry(entry: unknown, names: Set<string>): unknown {
	const text = scalarToText(entry);
	return /^[\w-]*\d[\w-]*$/.test(text) && !names.has(toPlain(text)) ? { id: entry } : entry;
}

/** True for a refusal. */
export function isRefused(entry: Entry): boolean {
	return isErrorEnvelope(entry);
}

/** The place that an entry states, undefined if none. Whether the first is 0 or 1 is another question. */
export function getPlace({ index, row }: Entry): number | undefined {
	const place = Number(index ?? row ?? NaN);
	return Number.isNaN(place) ? undefined : place;
}

/** Entries by keys, which are places if all are numbers, unless they are the IDs; nothing if they may be names, too. */
function readKeyed(keyed: IDataObject, names: Set<string>): Entry[] {
	const pairs = Object.entries(keyed).filter((pair): pair is [string, IDataObject] =>
		isRecord(pair[1]),
	);
	const areIds = pairs.every(([key, entry]) => String(normalize(entry).id) === key);
	const arePlaces = pairs.every(([key]) => /^\d+$/.test(key));
	const mayBeNames = pairs.every(([key]) => names.has(toPlain(key)));
	return pairs.map(([key, entry]) => {
		if (areIds || (arePlaces && mayBeNames)) return entry;
		return arePlaces ? { index: Number(key), ...entry } : { name: key, ...entry };
	});
}

/** An entry without its envelope. A refusal may be reported without `error: 1`. */
function normalize(entry: IDataObject): Entry {
	const { id, message } = entry;
	const inner = Object.entries(entry).filter(([, value]) => isRecord(value) && 'id' in value);
	if (id === undefined && inner.length === 1) {
		const [[key, record]] = inner as Array<[string, IDataObject]>;
		return { ...omit(entry, [key]), ...record };
	}
	return id === undefined && message !== undefined ? { error: 1, ...entry } : entry;
}
