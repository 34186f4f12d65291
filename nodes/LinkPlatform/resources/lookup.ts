import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { isRecord, type Paging } from '../api/envelope';
import { toIdKey } from '../api/identity';
import { readPages, type List } from '../api/paging';
import { toRequest } from '../api/route';
import { toRow } from '../runner/items';

/** The search criteria for a record: its name, and optionally more. */
export interface Wanted {
	/** One of the record's names, as `toNames` returns them. */
	name: string;
	/** The text to search Link Platform for; '' if its search can't find the record. */
	search?: string;
	/**
	 * Returns true if a record is wanted. Needed if several records may have that name. By default, all of them are
	 * wanted.
	 */
	fits?: (record: IDataObject) => boolean;
	/** True if finding one record is enough. */
	isOne?: boolean;
}

/**
 * Finds records of a list by name, e.g. a link by its alias. Reads the list only once, page by page, and only as far
 * as needed. If a page can't be read, the lookup fails for every record that wasn't found yet. Uses Link Platform's
 * search first if that takes fewer requests. A search hit can be trusted, because it shows the record's name. If the
 * search finds nothing, reads the list anyway, because the API docs don't say which fields the search covers.
 */
export class Lookup {
	/** All records seen so far: listed, found by a search, or added. */
	readonly records: IDataObject[] = [];
	/** The number of records read from the list so far. */
	listed = 0;
	/** The records by name. For each name, they are stored by ID. */
	private readonly named = new Map<string, Map<unknown, IDataObject>>();
	private readonly unread: AsyncGenerator<unknown[]>;
	private reading?: Promise<void>;
	/** The number of pages of the list, as Link Platform states it; 0 until the first page has been read. */
	private pages = 0;
	private isWhole = false;

	constructor(
		readonly client: Client,
		private readonly list: List,
		private readonly toNames: (record: IDataObject) => string[],
		/** The number of records to look up. */
		private readonly questions: number,
	) {
		const onPage = ({ pages = 1 }: Paging) => void (this.pages = pages);
		this.unread = readPages(client, list, toRequest(list.route), Infinity, onPage);
	}

	/** Adds a record under its names. */
	add(record: IDataObject): void {
		this.records.push(record);
		for (const name of this.toNames(record)) {
			const records = this.named.get(name) ?? new Map<unknown, IDataObject>();
			this.named.set(name, records);
			// A record may be listed twice if other records are created while the list is being read.
			records.set(toIdKey(record.id) || record, record);
		}
	}

	/** Returns the records with this name that have been read so far. */
	known(name: string): IDataObject[] {
		return [...(this.named.get(name)?.values() ?? [])];
	}

	/** Returns all records with this name for which `fits` is true. With `isOne`, stops at the first. */
	async find({
		name,
		search = '',
		fits = () => true,
		isOne = false,
	}: Wanted): Promise<IDataObject[]> {
		const select = () => this.known(name).filter(fits);
		const isFound = () => isOne && select().length > 0;
		await this.readUntil(() => this.pages > 0);
		if (isFound()) return select();
		const isWanted = (record: IDataObject) => this.toNames(record).includes(name) && fits(record);
		if (!(await this.search(search, isWanted, isOne))) await this.readUntil(isFound);
		return select();
	}

	/**
	 * Searches Link Platform for the text, and adds the hits. Returns true if a hit is wanted, and all hits were read
	 * unless one is enough. Doesn't search if reading the list takes fewer requests.
	 */
	private async search(
		text: string,
		isWanted: (record: IDataObject) => boolean,
		isOne: boolean,
	): Promise<boolean> {
		if (text === '' || this.isWhole || this.questions >= this.pages) return false;
		const request = { ...toRequest(this.list.route), query: { search: text } };
		let [pages, isHit] = [1, false];
		const onPage = (paging: Paging) => void (pages = paging.pages ?? 1);
		try {
			for await (const page of readPages(this.client, this.list, request, Infinity, onPage)) {
				const records = page.filter(isRecord).map(toRow);
				for (const record of records) this.add(record);
				isHit ||= records.some(isWanted);
				if (isHit && isOne) return true;
				// The search narrows nothing down.
				if (pages >= this.pages) return false;
			}
		} catch {
			return false;
		}
		return isHit;
	}

	private async readUntil(isEnough: () => boolean): Promise<void> {
		while (!this.isWhole && !isEnough()) await (this.reading ??= this.readPage());
	}

	/**
	 * Reads the next page of the list. After a failure, `reading` stays rejected, so no further page is requested.
	 */
	private async readPage(): Promise<void> {
		const { done = false, value } = await this.unread.next();
		this.reading = undefined;
		this.isWhole = done;
		if (done) return;
		this.listed += value.length;
		for (const record of value.filter(isRecord)) this.add(toRow(record));
	}
}
