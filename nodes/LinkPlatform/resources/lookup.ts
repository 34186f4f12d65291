import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import type { Paging } from '../api/envelope';
import { isRecord } from '../api/envelope';
import { toIdKey } from '../api/identity';
import { readPages, readShortList, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { toRow } from '../runner/items';

/** A search that finds more pages than this looks for text that many records contain. */
const LONGEST_SEARCH = 3;

/** The name, and maybe more, that a record is looked for by. */
export interface Wanted {
	/** One of the names that `toNames` gives the record. */
	name: string;
	/** The text to search for; '' if no search finds the record. */
	search?: string;
	/** True for the right one of several records with that name. */
	fits?: (record: IDataObject) => boolean;
	/** True if one record is enough. */
	isOne?: boolean;
}

/**
 * Finds records of a list by name, e.g. a link by its alias. The list is read once, page by page, and only as far as
 * needed; if it can't be read, everything that isn't found yet fails. Link Platform's search is asked first if that
 * takes fewer requests. Its hits prove themselves, since they show the name; without a hit the list decides, because no
 * document says what a search looks at.
 */
export class Lookup {
	/** All records seen so far: listed, found by a search, or added. */
	readonly records: IDataObject[] = [];
	/** The number of records that the list has shown so far. */
	listed = 0;
	/** The records by name, and each by its ID. */
	private readonly named = new Map<string, Map<unknown, IDataObject>>();
	private readonly unread: AsyncGenerator<unknown[]>;
	private reading?: Promise<void>;
	/** The length of the list, as its pages state it; 0 until the first one is read. */
	private pages = 0;
	private isWhole = false;
	private hasMissed = false;

	constructor(
		protected readonly client: Client,
		private readonly list: List,
		private readonly toNames: (record: IDataObject) => string[],
		/** How many records are looked for. */
		private readonly questions: number,
	) {
		const onPage = ({ pages = 1 }: Paging) => void (this.pages = pages);
		this.unread = readPages(client, list, toRequest(list.route), Infinity, onPage);
	}

	/** Adds a record under its own names and `others`. */
	add(record: IDataObject, others: string[] = []): void {
		this.records.push(record);
		for (const name of [...this.toNames(record), ...others]) {
			const records = this.named.get(name) ?? new Map<unknown, IDataObject>();
			this.named.set(name, records);
			// A record may be listed twice, because the list moves on while it is read.
			records.set(toIdKey(record.id) || record, record);
		}
	}

	/** Returns the records of this name among those seen so far. */
	known(name: string): IDataObject[] {
		return [...(this.named.get(name)?.values() ?? [])];
	}

	/** Returns all records with a name that fit, or at least one if that is enough. */
	async find({ name, search = '', fits = () => true, isOne }: Wanted): Promise<IDataObject[]> {
		const select = () => this.known(name).filter(fits);
		const isFound = () => isOne === true && select().length > 0;
		await this.readUntil(() => isFound() || this.pages > 0);
		if (isFound()) return select();
		const hits = await this.search(name, search);
		if (!hits.some(fits)) await this.readUntil(isFound);
		return select();
	}

	/** Returns the records of a name that a search for this text finds; none if reading the list takes fewer requests. */
	async search(name: string, text: string): Promise<IDataObject[]> {
		await this.readUntil(() => this.pages > 0);
		const isWorthIt = !this.isWhole && !this.hasMissed && this.questions < this.pages;
		if (text === '' || !isWorthIt) return [];
		const read = readShortList(this.client, this.list, LONGEST_SEARCH, { search: text });
		const found = (await read.catch(() => [])) ?? [];
		const records = found.filter(isRecord).map(toRow);
		for (const record of records) this.add(record);
		const hits = records.filter((record) => this.toNames(record).includes(name));
		this.hasMissed ||= hits.length === 0;
		return hits;
	}

	private async readUntil(isEnough: () => boolean): Promise<void> {
		while (!this.isWhole && !isEnough()) await (this.reading ??= this.readPage());
	}

	/** Reads the next page. After a failure `reading` stays rejected, so nothing is requested again. */
	private async readPage(): Promise<void> {
		const { done = false, value } = await this.unread.next();
		this.reading = undefined;
		this.isWhole = done;
		if (done) return;
		this.listed += value.length;
		for (const record of value.filter(isRecord)) this.add(toRow(record));
	}
}
