import type { IDataObject } from 'n8n-workflow';
import { isRecord, isErrorEnvelope, getMessage, getRecords, omit } from '../../api/envelope';
import { Failure } from '../../api/failure';
import {
	byCreation,
	compareIds,
	getTargetUrl,
	isNamed,
	isSameName,
	isSameUrl,
	leadsTo,
	type Row,
} from './compare';
import { qrCodeMessages } from './messages';

type Match = { record: IDataObject } | { failure: Failure };

/**
 * Finds the entry of a bulk response that belongs to each row. The form of the response is not documented: it may be
 * a list or keyed, in another order, shorter, counted from 0 or 1, or hold a refusal for single rows. The phases run
 * from the surest sign to the weakest, and an entry that contradicts a row is never given to it. A row that is left
 * without an entry fails.
 */
export function matchRows(rows: Row[], body: unknown): Match[] {
	const matching = new Matching(rows, body);
	for (const assignSome of [byIndex, byOrder, byNameAndTarget, byPlaceUnnamed]) {
		assignSome(matching);
	}
	return rows.map((row, index) => {
		const entry = matching.matches.get(index);
		return entry ? toMatch(entry) : { failure: toMissingFailure(row) };
	});
}

/** The rows, the entries of the response, and which of them belong together. */
export class Matching {
	readonly entries: IDataObject[];
	/** Entries from a list of refusals apart from the others. */
	readonly apart: IDataObject[];
	/** Entries without a row. */
	readonly free: Set<IDataObject>;
	readonly matches = new Map<number, IDataObject>();

	constructor(
		readonly rows: Row[],
		body: unknown,
	) {
		({ entries: this.entries, apart: this.apart } = getEntries(body));
		this.free = new Set(this.entries);
	}

	assign(index: number, entry: IDataObject): void {
		this.matches.set(index, entry);
		this.free.delete(entry);
	}
}

/** The entry says which row it is about. */
export function byIndex(matching: Matching): void {
	const { rows, entries, matches } = matching;
	const base = getIndexBase(entries, rows);
	for (const entry of entries) {
		const index = (getIndex(entry) ?? NaN) - base;
		const isOpen = rows[index] !== undefined && !matches.has(index);
		if (isOpen && isConsistent(entry, rows[index])) matching.assign(index, entry);
	}
}

/**
 * One entry for each row, with ids that ascend in their order. This also decides if a deployment writes names or
 * targets in another way, unless they are those of another row.
 */
export function byOrder(matching: Matching): void {
	const { rows, entries, apart, free } = matching;
	if (free.size < entries.length || apart.length > 0 || entries.length !== rows.length) return;
	const ids = entries.filter(({ id }) => id !== undefined).map(({ id }) => id);
	const isAscending =
		ids.length > 1 && ids.every((id, at) => at === 0 || compareIds(id, ids[at - 1]) > 0);
	const isOfOther = (entry: IDataObject) =>
		rows.some((row) => isNamed(entry, row) || isSameUrl(getTargetUrl(entry), row.url));
	const isInOrder = entries.every(
		(entry, at) => isConsistent(entry, rows[at]) || !isOfOther(entry),
	);
	if (isAscending && isInOrder) entries.forEach((entry, index) => matching.assign(index, entry));
}

/** The row's name; of several entries with that name, the row's target, then the order of their ids. */
export function byNameAndTarget(matching: Matching): void {
	const { rows, free, matches } = matching;
	for (const [index, row] of rows.entries()) {
		if (matches.has(index)) continue;
		const candidates = [...free].filter((entry) => isNamed(entry, row) && isConsistent(entry, row));
		const withTarget = candidates.find((entry) =>
			isSameUrl(getTargetUrl(entry) ?? entry.url, row.url),
		);
		const twins = rows.filter((other, at) => !matches.has(at) && isSameName(other.name, row.name));
		const areAlike = twins.every(({ url }) => isSameUrl(url, row.url));
		const first = candidates.length === twins.length ? byCreation(candidates)[0] : undefined;
		const entry = withTarget ?? (areAlike ? candidates[0] : first);
		if (entry) matching.assign(index, entry);
	}
}

/** Entries without a name: only their place is left, so there must be one for each open row. */
export function byPlaceUnnamed(matching: Matching): void {
	const { rows, apart, free, matches } = matching;
	// Among entries from elsewhere, the place of one in a list of refusals is not that of its row.
	const refused = apart.filter((entry) => free.has(entry)).length;
	if (refused > 0 && refused < free.size) return;
	const open = [...rows.keys()].filter((index) => !matches.has(index));
	const unnamed = [...free].filter((entry) => entry.name === undefined);
	if (open.length !== unnamed.length || free.size !== unnamed.length) return;
	const created = unnamed.filter(({ id }) => id !== undefined);
	const ordered = byCreation(created);
	// Refused rows have no ID. Their place is the row's only if the others are in order.
	const isMixed = created.length > 0 && created.length < unnamed.length;
	const isInOrder = ordered.length > 1 && created.every((entry, at) => entry === ordered[at]);
	if (isMixed && !isInOrder) return;
	const placed = isMixed || ordered.length === 0 ? unnamed : ordered;
	open.forEach((index, at) => matching.assign(index, placed[at]));
}

/** Whether entries count their rows from 0 or from 1; NaN if both are possible. */
function getIndexBase(entries: IDataObject[], rows: Row[]): number {
	const indexed = entries.filter((entry) => getIndex(entry) !== undefined);
	const isPossible = (base: number, mustBeConsistent: boolean) =>
		indexed.every((entry) => {
			const row = rows[(getIndex(entry) as number) - base];
			return row !== undefined && (!mustBeConsistent || isConsistent(entry, row));
		});
	const inRange = [0, 1].filter((base) => isPossible(base, false));
	const consistent = inRange.filter((base) => isPossible(base, true));
	if (inRange.length === 1) return inRange[0];
	return consistent.length === 1 ? consistent[0] : NaN;
}

function toMatch(entry: IDataObject): Match {
	if (!isErrorEnvelope(entry)) {
		if (isRecord(entry.data)) return { record: entry.data };
		return { record: omit(entry, ['error', 'message', 'index', 'row']) };
	}
	const { message, description } = qrCodeMessages.rowRefused;
	return { failure: Failure.refused({ message: getMessage(entry) || message, description }) };
}

function toMissingFailure({ name }: Row): Failure {
	return Failure.unusable(qrCodeMessages.resultMissing, { name });
}

/** The entries of a response, and which of them come from a list of refusals apart from the others. */
function getEntries(body: unknown): { entries: IDataObject[]; apart: IDataObject[] } {
	const data = isRecord(body) && isRecord(body.data) ? body.data : undefined;
	const created = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']);
	const refused = [data, body]
		.map((place) => (isRecord(place) ? place.errors : undefined))
		.find(Array.isArray);
	const apart = ((refused ?? []) as unknown[]).filter(isRecord).map(normalizeEntry);
	if (created) {
		return { entries: [...created.filter(isRecord).map(normalizeEntry), ...apart], apart };
	}
	const keyed = [data?.qrs, data, body].find(isRecord) ?? {};
	const entries = Object.entries(keyed)
		.filter((pair): pair is [string, IDataObject] => isRecord(pair[1]))
		.map(([key, entry]) =>
			normalizeEntry(
				/^\d+$/.test(key) ? { index: Number(key), ...entry } : { name: key, ...entry },
			),
		);
	return { entries: [...entries, ...apart], apart };
}

/** A refusal may be reported without `error: 1`, in a list of its own. */
function normalizeEntry(entry: IDataObject): IDataObject {
	const isBareRefusal = entry.id === undefined && entry.message !== undefined;
	return isBareRefusal ? { error: 1, ...entry } : entry;
}

function getIndex({ index, row }: IDataObject): number | undefined {
	const place = Number(index ?? row ?? NaN);
	return Number.isNaN(place) ? undefined : place;
}

/** False if the entry says something else than the row. */
function isConsistent(entry: IDataObject, row: Row): boolean {
	return (entry.name === undefined || isNamed(entry, row)) && leadsTo(entry, row) !== false;
}
