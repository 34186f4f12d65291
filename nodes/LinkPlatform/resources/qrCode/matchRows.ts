import type { IDataObject } from 'n8n-workflow';
import { isRecord, isErrorEnvelope, getMessage, getRecords, omit } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { qrCodeMessages } from './messages';

export interface Row {
	name: string;
	url: string;
}

type Match = { record: IDataObject } | { failure: Failure };

/**
 * Says which entry of a bulk response belongs to which row. Its form is not documented: it may be a list or
 * keyed, in another order, shorter, counted from 0 or 1, or hold a refusal for single rows. An entry is given
 * to a row only if nothing else fits: by its index, its place, its name, its target, or the order of the ids
 * where several rows have one name. A row without an entry fails.
 */
export function matchRows(rows: Row[], body: unknown): Match[] {
	const { entries, apart } = getEntries(body);
	const free = new Set(entries);
	const matches = new Map<number, IDataObject>();
	const give = (index: number, entry: IDataObject) => {
		matches.set(index, entry);
		free.delete(entry);
	};

	const base = getIndexBase(entries, rows);
	for (const entry of entries) {
		const index = (getIndex(entry) ?? NaN) - base;
		if (rows[index] && !matches.has(index) && fits(entry, rows[index])) give(index, entry);
	}
	const isUntouched = free.size === entries.length && apart.length === 0;
	if (isUntouched && isInOrder(rows, entries))
		entries.forEach((entry, index) => give(index, entry));
	for (const [index, row] of rows.entries()) {
		if (matches.has(index)) continue;
		const candidates = [...free].filter((entry) => isNamed(entry, row) && fits(entry, row));
		const byTarget = candidates.find((entry) => isSameUrl(getTarget(entry), row.url));
		const twins = rows.filter((other, at) => !matches.has(at) && isSame(other.name, row.name));
		const areAlike = twins.every(({ url }) => isSameUrl(url, row.url));
		const inTurn = candidates.length === twins.length ? byCreation(candidates)[0] : undefined;
		const entry = byTarget ?? (areAlike ? candidates[0] : inTurn);
		if (entry) give(index, entry);
	}
	// Among entries from elsewhere, the place of one in a list of refusals is not that of its row.
	const refused = apart.filter((entry) => free.has(entry)).length;
	if (refused === 0 || refused === free.size) giveUnnamed(rows, matches, free, give);
	return rows.map((row, index) => {
		const entry = matches.get(index);
		return entry === undefined ? { failure: unaccounted(row) } : toMatch(entry);
	});
}

/** Whether entries count their rows from 0 or from 1; NaN where both are possible. */
function getIndexBase(entries: IDataObject[], rows: Row[]): number {
	const indexed = entries.filter((entry) => getIndex(entry) !== undefined);
	const isPossible = (base: number, mustFit: boolean) =>
		indexed.every((entry) => {
			const row = rows[(getIndex(entry) as number) - base];
			return row !== undefined && (!mustFit || fits(entry, row));
		});
	const inRange = [0, 1].filter((base) => isPossible(base, false));
	const fitting = inRange.filter((base) => isPossible(base, true));
	if (inRange.length === 1) return inRange[0];
	return fitting.length === 1 ? fitting[0] : NaN;
}

/**
 * True if there is one entry for each row and their ids, given one after another, follow their order. That
 * decides also where a service writes names or targets in another way, unless they are those of another row.
 */
function isInOrder(rows: Row[], entries: IDataObject[]): boolean {
	const ids = entries.filter(({ id }) => id !== undefined).map(({ id }) => id);
	const isAscending =
		ids.length > 1 && ids.every((id, at) => at === 0 || compareIds(id, ids[at - 1]) > 0);
	const isOfOther = (entry: IDataObject) =>
		rows.some((row) => isNamed(entry, row) || isSameUrl(getToldTarget(entry), row.url));
	return (
		isAscending &&
		entries.length === rows.length &&
		entries.every((entry, at) => fits(entry, rows[at]) || !isOfOther(entry))
	);
}

/** Entries of one name in the order in which they were created; none where their ids do not tell it. */
function byCreation(entries: IDataObject[]): IDataObject[] {
	const hasId = ({ id }: IDataObject) => Number.isFinite(Number(id));
	if (!entries.every(hasId)) return [];
	return [...entries].sort((a, b) => compareIds(a.id, b.id));
}

/** By their size, also where JavaScript has no number for them: NaN where they have none. */
function compareIds(one: unknown, other: unknown): number {
	const [a, b] = [String(one), String(other)];
	const areLong = /^[1-9]\d*$/.test(a) && /^[1-9]\d*$/.test(b) && a.length === b.length;
	return areLong ? Number(a > b) - Number(a < b) : Number(a) - Number(b);
}

/** The last created first, where the ids tell it. */
export function newestFirst(records: IDataObject[]): IDataObject[] {
	const inTurn = byCreation(records);
	return (inTurn.length === 0 ? [...records] : inTurn).reverse();
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
	const created = unnamed.filter(({ id }) => id !== undefined);
	const inTurn = byCreation(created);
	// Refused rows have no ID: what says that their place is the row's is that the others are in turn.
	const isMixed = created.length > 0 && created.length < unnamed.length;
	const isInTurn = inTurn.length > 1 && created.every((entry, at) => entry === inTurn[at]);
	if (isMixed && !isInTurn) return;
	const placed = isMixed || inTurn.length === 0 ? unnamed : inTurn;
	open.forEach((index, at) => give(index, placed[at]));
}

function toMatch(entry: IDataObject): Match {
	if (!isErrorEnvelope(entry)) {
		if (isRecord(entry.data)) return { record: entry.data };
		return { record: omit(entry, ['error', 'message', 'index', 'row']) };
	}
	const { message, description } = qrCodeMessages.rowRefused;
	return { failure: Failure.refused({ message: getMessage(entry) || message, description }) };
}

function unaccounted({ name }: Row): Failure {
	return Failure.unusable(qrCodeMessages.resultMissing, { name });
}

/** The entries of a response, and which of them stand in a list of refusals apart from the others. */
function getEntries(body: unknown): { entries: IDataObject[]; apart: IDataObject[] } {
	const data = isRecord(body) && isRecord(body.data) ? body.data : undefined;
	const created = getRecords(body, ['qrs', 'qrcodes', 'results', 'created']);
	const refused = [data, body]
		.map((place) => (isRecord(place) ? place.errors : undefined))
		.find(Array.isArray);
	const apart = ((refused ?? []) as unknown[]).filter(isRecord).map(asEntry);
	if (created) return { entries: [...created.filter(isRecord).map(asEntry), ...apart], apart };
	const keyed = [data?.qrs, data, body].find(isRecord) ?? {};
	const entries = Object.entries(keyed)
		.filter((pair): pair is [string, IDataObject] => isRecord(pair[1]))
		.map(([key, entry]) =>
			asEntry(/^\d+$/.test(key) ? { index: Number(key), ...entry } : { name: key, ...entry }),
		);
	return { entries: [...entries, ...apart], apart };
}

/** A refusal may be reported without `error: 1`, in a list of its own. */
function asEntry(entry: IDataObject): IDataObject {
	const isBareRefusal = entry.id === undefined && entry.message !== undefined;
	return isBareRefusal ? { error: 1, ...entry } : entry;
}

function getIndex({ index, row }: IDataObject): number | undefined {
	const place = Number(index ?? row ?? NaN);
	return Number.isNaN(place) ? undefined : place;
}

function getTarget(entry: IDataObject): unknown {
	return getToldTarget(entry) ?? entry.url;
}

/** Where it says that it leads; undefined where it does not say so. */
export function getToldTarget({ linkedUrl, longurl, target }: IDataObject): unknown {
	return linkedUrl ?? longurl ?? target;
}

/** Whether a QR code leads to the row's target; undefined where it does not say where it leads. */
export function hasTarget(record: IDataObject, { url }: Row): boolean | undefined {
	const target = getToldTarget(record);
	return target === undefined ? undefined : isSameUrl(target, url);
}

/** False if the entry says something else than the row. Its `url` is the short one, so it proves nothing. */
function fits(entry: IDataObject, row: Row): boolean {
	return (entry.name === undefined || isNamed(entry, row)) && hasTarget(entry, row) !== false;
}

/** True if it has the row's name. */
export function isNamed({ name }: IDataObject, row: Row): boolean {
	return name !== undefined && isSame(name, row.name);
}

/** Equal but for what services do to a text: they trim it, and write it as a page would. */
function isSame(one: unknown, other: unknown): boolean {
	return toPlain(one) === toPlain(other);
}

/** Equal but for how services write a URL. */
export function isSameUrl(one: unknown, other: unknown): boolean {
	const [a, b] = [toPlain(one), toPlain(other)];
	const areUrls = URL.canParse(a) && URL.canParse(b);
	return a === b || (areUrls && new URL(a).href === new URL(b).href);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text without what services do to one: equal texts are the same name. */
export function toPlain(text: unknown): string {
	return String(text ?? '')
		.slice(0, 10_000)
		.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name])
		.replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.normalize('NFC')
		.trim();
}
