import type { IDataObject } from 'n8n-workflow';
import { isRecord, isErrorEnvelope, getMessage, getRecords, omit } from '../../api/envelope';
import { Failure } from '../../api/failure';

export interface Row {
	name: string;
	url: string;
}

type Match = { record: IDataObject } | { failure: Failure };

/**
 * Says which entry of a bulk answer belongs to which row. The answer's shape is not documented: it may be
 * a list or keyed, in another order, shorter, or hold a refusal for single rows. An entry is given to a row
 * only if nothing else fits: by its index, its name, its target, or the order of the ids where several rows
 * have one name. A row without an entry fails.
 */
export function matchRows(rows: Row[], body: unknown): Match[] {
	const entries = getEntries(body);
	const free = new Set(entries);
	const matches = new Map<number, IDataObject>();
	const give = (index: number, entry: IDataObject) => {
		matches.set(index, entry);
		free.delete(entry);
	};

	for (const entry of entries) {
		const index = getIndex(entry);
		if (index !== undefined && rows[index] && !matches.has(index) && fits(entry, rows[index])) {
			give(index, entry);
		}
	}
	if (free.size === entries.length && isInOrder(rows, entries))
		entries.forEach((entry, index) => give(index, entry));
	for (const [index, row] of rows.entries()) {
		if (matches.has(index)) continue;
		const candidates = [...free].filter((entry) => entry.name === row.name && fits(entry, row));
		const byTarget = candidates.find((entry) => getTarget(entry) === row.url);
		const twins = rows.filter((other, at) => !matches.has(at) && other.name === row.name);
		const areAlike = twins.every(({ url }) => url === row.url);
		const inTurn = candidates.length === twins.length ? byCreation(candidates)[0] : undefined;
		const entry = byTarget ?? (areAlike ? candidates[0] : inTurn);
		if (entry) give(index, entry);
	}
	giveUnnamed(rows, matches, free, give);
	return rows.map((row, index) => {
		const entry = matches.get(index);
		return entry === undefined ? { failure: unaccounted(row) } : toMatch(entry);
	});
}

/** True if the entries stand where their rows do, and their ids, given one after another, say so too. */
function isInOrder(rows: Row[], entries: IDataObject[]): boolean {
	const ids = entries.filter(({ id }) => id !== undefined).map(({ id }) => Number(id));
	const isAscending = ids.length > 1 && ids.every((id, at) => at === 0 || id > ids[at - 1]);
	return (
		isAscending &&
		entries.length === rows.length &&
		entries.every((entry, at) => fits(entry, rows[at]))
	);
}

/** Entries of one name in the order in which they were created; none where their ids do not tell it. */
function byCreation(entries: IDataObject[]): IDataObject[] {
	const hasId = ({ id }: IDataObject) => id !== undefined && Number.isFinite(Number(id));
	if (!entries.every(hasId)) return [];
	return [...entries].sort((a, b) => Number(a.id) - Number(b.id));
}

/** Entries without a name can only be told apart by their place, so only if there is one for each row. */
function giveUnnamed(
	rows: Row[],
	matches: Map<number, IDataObject>,
	free: Set<IDataObject>,
	give: (index: number, entry: IDataObject) => void,
): void {
	const open = [...rows.keys()].filter((index) => !matches.has(index));
	const unnamed = [...free].filter((entry) => entry.name === undefined);
	if (open.length !== unnamed.length || free.size !== unnamed.length) return;
	const inTurn = byCreation(unnamed);
	open.forEach((index, at) => give(index, inTurn[at] ?? unnamed[at]));
}

function toMatch(entry: IDataObject): Match {
	if (!isErrorEnvelope(entry)) {
		if (isRecord(entry.data)) return { record: entry.data };
		return { record: omit(entry, ['error', 'message', 'index', 'row']) };
	}
	const said = getMessage(entry);
	return {
		failure: Failure.refused(
			said || 'The service refused this row',
			"Check 'Name' and 'URL' of this item",
		),
	};
}

function unaccounted({ name }: Row): Failure {
	return Failure.unusable(
		`The service's answer does not say what became of "${name}"`,
		'It may have been created: look for it with QR Code > Get Many before you repeat this item',
	);
}

function getEntries(body: unknown): IDataObject[] {
	const data = isRecord(body) && isRecord(body.data) ? body.data : undefined;
	const created = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']);
	const refused = [data, body]
		.map((place) => (isRecord(place) ? place.errors : undefined))
		.find(Array.isArray);
	if (created) return [...created, ...((refused ?? []) as unknown[])].filter(isRecord).map(asEntry);
	const keyed = [data?.qrs, data, body].find(isRecord) ?? {};
	return Object.entries(keyed)
		.filter((pair): pair is [string, IDataObject] => isRecord(pair[1]))
		.map(([key, entry]) =>
			asEntry(/^\d+$/.test(key) ? { index: Number(key), ...entry } : { name: key, ...entry }),
		);
}

/** A refusal may be reported without `error: 1`, in a list of its own. */
function asEntry(entry: IDataObject): IDataObject {
	const isBareRefusal =
		entry.id === undefined && entry.error === undefined && entry.message !== undefined;
	return isBareRefusal ? { error: 1, ...entry } : entry;
}

function getIndex({ index, row }: IDataObject): number | undefined {
	const place = index ?? row;
	return place === undefined || place === null || Number.isNaN(Number(place))
		? undefined
		: Number(place);
}

function getTarget({ linkedUrl, longurl, target, url }: IDataObject): unknown {
	return linkedUrl ?? longurl ?? target ?? url;
}

/** False if the entry says something else than the row. Its `url` is the short one, so it proves nothing. */
function fits(entry: IDataObject, row: Row): boolean {
	const { name, linkedUrl, longurl, target } = entry;
	const toldTarget = linkedUrl ?? longurl ?? target;
	return (
		(name === undefined || name === row.name) &&
		(toldTarget === undefined || toldTarget === row.url)
	);
}
