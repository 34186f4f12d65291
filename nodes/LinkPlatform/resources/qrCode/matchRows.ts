import { getTargetUrl, toLooseTargetKey, toPlain, toTargetKey, type Row } from './compare';
import { getPlace, type Entry } from './bulkResponse';

export interface Matching {
	/** The entry of each row, undefined if none is certain. */
	entries: Array<Entry | undefined>;
	/** Entries that may be about any of several rows, or write their name in another way. */
	open: Entry[];
}

/** In rounds of elimination: more only help if each row is known by the one before. */
const MOST_ROUNDS = 3;

/**
 * Finds the entry of a bulk response that is about each row, by what it says: its target, name and place. Where it
 * is among the others and which ID it has say nothing, since services list and number them in any order. An entry is
 * given to a row only if it can be about no other row, or only about equal ones.
 */
export function matchRows(rows: Row[], entries: Entry[]): Matching {
	const index = new RowIndex(rows);
	const matched: Array<Entry | undefined> = rows.map(() => undefined);
	const isOneEach = entries.length === rows.length;
	let open = entries
		.map((entry): Candidate => ({ entry, place: getPlace(entry), keys: index.find(entry) }))
		// One that says something else than every row is about none.
		.filter(({ keys }) => keys !== null);
	for (let round = 0; round < MOST_ROUNDS; round += 1) {
		const base = index.getBase(open);
		const rest = open.filter((one) => {
			const isSilent = toPlain(one.entry.name) === '' && one.place === undefined;
			const place =
				index.takeAt((one.place ?? NaN) - base, one) ?? index.takeOnly(one, isSilent && isOneEach);
			if (place !== undefined) matched[place] = one.entry;
			return place === undefined;
		});
		if (rest.length === open.length) break;
		open = rest;
	}
	return { entries: matched, open: open.map(({ entry }) => entry) };
}

/** Keys of rows; rows with the same key are equal. */
type Keys = Set<string>;

interface Candidate {
	entry: Entry;
	/** The place that it states. */
	place: number | undefined;
	keys: Keys | undefined | null;
}

/** The rows without an entry, by what an entry may say of them. */
class RowIndex {
	private readonly keys: string[];
	/** By key: the places of the rows. */
	private readonly free = new Map<string, Set<number>>();
	/** By sign: the keys of the free rows that have it; empty if there were such rows. */
	private readonly bySign = new Map<string, Keys>();

	constructor(private readonly rows: Row[]) {
		this.keys = rows.map(({ name, url }) => toSign(name, url));
		for (const [place, row] of rows.entries()) {
			const key = this.keys[place];
			add(this.free, key, place);
			for (const sign of toSigns(row)) add(this.bySign, sign, key);
		}
	}

	/**
	 * The keys of the rows that an entry may be about by its name and target; rows that have got an entry leave the
	 * set. Undefined if it states neither, or only a name that no row has; null if what it states is of no row.
	 */
	find(entry: Entry): Keys | undefined | null {
		const isKnown = (...signs: unknown[]) => this.bySign.has(toSign(...signs));
		const name = isKnown(entry.name) ? entry.name : undefined;
		// A refusal may contain the row as it was sent.
		const target = getTargetUrl(entry) ?? (isKnown(undefined, entry.url) ? entry.url : undefined);
		if (target === undefined) return name === undefined ? undefined : this.bySign.get(toSign(name));
		const sign = isKnown(undefined, target) ? toSign(name, target) : toLooseSign(name, target);
		return this.bySign.get(sign) ?? null;
	}

	/** Takes the row at this place, unless it has an entry or the entry is about another one. */
	takeAt(place: number, candidate: Candidate): number | undefined {
		if (!this.mayBeAt(place, candidate)) return undefined;
		const key = this.keys[place];
		const places = this.free.get(key) as Set<number>;
		places.delete(place);
		if (places.size === 0) {
			this.free.delete(key);
			for (const sign of toSigns(this.rows[place])) this.bySign.get(sign)?.delete(key);
		}
		return place;
	}

	/** Takes the row that the entry is about, if all that it may be about are equal. `isAny`: it may be about any. */
	takeOnly(candidate: Candidate, isAny: boolean): number | undefined {
		const keys = candidate.keys ?? (isAny ? this.free : undefined);
		if (keys?.size !== 1) return undefined;
		const [key] = keys.keys();
		const [place] = this.free.get(key) ?? [];
		return this.takeAt(place, candidate);
	}

	/** Whether entries count their rows from 0 or from 1; NaN if both are possible, or neither. */
	getBase(candidates: Candidate[]): number {
		const possible = [0, 1].filter((base) =>
			candidates.every((one) => one.place === undefined || this.mayBeAt(one.place - base, one)),
		);
		return possible.length === 1 ? possible[0] : NaN;
	}

	private mayBeAt(place: number, { keys }: Candidate): boolean {
		const key = this.keys[place];
		return (this.free.get(key)?.has(place) ?? false) && (keys?.has(key) ?? true);
	}
}

/** All that an entry may say of a row. */
function toSigns({ name, url }: Row): string[] {
	return [
		...[toSign(name), toSign(undefined, url), toSign(name, url)],
		...[toLooseSign(undefined, url), toLooseSign(name, url)],
	];
}

/** Of a name, a target or both; what is not stated is empty. */
function toSign(name?: unknown, url?: unknown): string {
	return JSON.stringify([toPlain(name), toTargetKey(url)]);
}

function toLooseSign(name: unknown, url: unknown): string {
	return JSON.stringify([toPlain(name), toLooseTargetKey(url), 'loosely']);
}

function add<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
	const present = map.get(key);
	if (present) present.add(value);
	else map.set(key, new Set([value]));
}
