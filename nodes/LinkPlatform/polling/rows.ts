import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { parseTimestamp } from '../api/dialect';
import { dropIpAddresses } from '../webhooks/dropIpAddresses';

/** Rows that may still be listed. More are not to be expected, and would have to be read each time. */
const MOST_OWED = 1_000;
/** Names that the moment of a record may have; of activity none is documented. */
const TIMES = ['date', 'timestamp', 'time', 'createdAt', 'created_at', 'clickedAt', 'clicked_at'];

/**
 * Where the last reading of a list of clicks ended: the digest of its newest row, and how many clicks came out
 * before their rows were listed.
 */
export type RowMark = [digest: string, owed: number];

/** The moment of a record in ms, if it says so. */
export function getTime(record: IDataObject): number | undefined {
	return TIMES.map((name) => parseTimestamp(record[name])).find((time) => time !== undefined);
}

/** What identifies a row. Addresses are left out, since services make them unreadable after some days. */
function toDigest(row: IDataObject): string {
	const { id } = row;
	const identity = id === undefined ? dropIpAddresses(row) : id;
	return createHash('sha256').update(JSON.stringify(identity)).digest('base64').slice(0, 8);
}

/** The order of rows by their moments; undefined if they have none, are alike, or are in no order. */
export function getOrder(rows: IDataObject[]): 'oldestFirst' | 'newestFirst' | undefined {
	const times = rows.map(getTime).filter((time) => time !== undefined);
	if (times.length < rows.length || times[0] === times[times.length - 1]) return undefined;
	const rises = times.every((time, at) => at === 0 || time >= times[at - 1]);
	const falls = times.every((time, at) => at === 0 || time <= times[at - 1]);
	if (rises) return 'oldestFirst';
	return falls ? 'newestFirst' : undefined;
}

/**
 * Rows in the order of their moments, each once: one may come twice if pages move while they are read. Rows without
 * moments are documented as "chronological", and may be alike.
 */
export function toChronological(rows: IDataObject[]): IDataObject[] {
	if (rows.some((row) => getTime(row) === undefined)) return rows;
	const ordered = getOrder(rows) === 'newestFirst' ? [...rows].reverse() : rows;
	const once = new Map(ordered.map((row) => [JSON.stringify(row), row]));
	return [...once.values()].sort((a, b) => Number(getTime(a)) - Number(getTime(b)));
}

/**
 * The rows of `wanted` new clicks, out of the newest rows in chronological order. No row is chosen twice, and none
 * from before `notBefore`: rows that are listed later than the counter grew are passed over, so there may be fewer
 * rows than clicks.
 */
export function chooseRows(
	rows: IDataObject[],
	wanted: number,
	mark: RowMark | undefined,
	notBefore: number,
): { chosen: IDataObject[]; mark: RowMark | undefined } {
	const [digest, owed] = mark ?? ['', 0];
	let at = mark ? rows.length - 1 : -1;
	while (at >= 0 && toDigest(rows[at]) !== digest) at -= 1;
	const fresh = rows.slice(at + 1).filter((row) => (getTime(row) ?? Infinity) >= notBefore);
	const surplus = Math.max(0, fresh.length - wanted);
	// Rows beyond those: of clicks that came out without a row, or of clicks that are not counted yet.
	const late = at < 0 ? surplus : Math.min(owed, surplus);
	const chosen = fresh.slice(late, late + wanted);
	const newest = chosen[chosen.length - 1] ?? rows[rows.length - 1];
	const stillOwed = Math.min(MOST_OWED, Math.max(0, owed - late) + wanted - chosen.length);
	const isMarked = newest !== undefined || mark !== undefined;
	const last = newest === undefined || (chosen.length === 0 && at >= 0) ? digest : toDigest(newest);
	return { chosen, mark: isMarked ? [last, stillOwed] : undefined };
}
