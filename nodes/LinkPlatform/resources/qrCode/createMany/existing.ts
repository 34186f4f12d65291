import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../../api/client';
import { parseMoment, toPlain } from '../../../api/dialect';
import { isRecord, scalarToText } from '../../../api/envelope';
import { isSameTarget, toIdKey } from '../../../api/identity';
import { LARGEST_PAGE, readList, readPages } from '../../../api/paging';
import { toRequest } from '../../../api/route';
import { sendForRecord } from '../../../runner/requests';
import { qrCodeList } from '../getAll';
import { getStatedTarget } from '../target';
import { groupBy, type Row } from './compare';
import type { Namesake } from './names';
import type { Found } from './plan';

/** What no QR code is called or leads to: a search that finds something for it finds anything for everything. */
const NOWHERE = 'https://no-qr-code-leads-here.invalid/';

type ByName = Map<string, IDataObject[]>;

/** How a QR code that a run made can be told from those that were there before. */
export interface Since {
	/** The IDs of those that had its name before; undefined if nobody looked. */
	before?: Set<string>;
	/** Link Platform's clock before the request, in ms. */
	clock?: number;
	/** True if the response says that the request was carried out. */
	isDone?: boolean;
}

/**
 * The QR codes of the account at one moment, for a number of rows. Its list decides. The search is asked first only if
 * that takes fewer requests: what it finds is there, what it doesn't find may be there all the same.
 */
export class Existing {
	private readonly pages: AsyncGenerator<unknown[]>;
	/** How many pages the list has, by its first one. */
	private length = 0;
	private first?: Promise<unknown[]>;
	private whole?: Promise<ByName>;
	private hasMissed = false;
	private readonly details = new Map<string, Promise<IDataObject>>();
	private readonly searches = new Map<string, Promise<Set<string>>>();

	constructor(
		private readonly client: Client,
		/** How many rows will be searched for. */
		private readonly rows: number,
	) {
		const request = toRequest(qrCodeList.route);
		this.pages = readPages(client, qrCodeList, request, Infinity, ({ pages = 0 }) => {
			this.length = pages;
		});
	}

	/** The QR codes of this name. */
	async byName(name: string): Promise<IDataObject[]> {
		return (await (this.whole ??= this.readAll())).get(toPlain(name)) ?? [];
	}

	/** Those of this name that the search finds; none if it wasn't asked. */
	async search(name: string): Promise<IDataObject[]> {
		await this.readFirst();
		if (this.hasMissed || this.length <= this.rows) return [];
		const records = await this.ask(name).catch(() => []);
		const found = records.filter((record) => toPlain(record.name) === toPlain(name));
		this.hasMissed ||= found.length === 0;
		return found;
	}

	/**
	 * The QR codes with where they lead, if that is not this URL as far as it takes to find the one that leads there: by
	 * the list, by their own records, and, unless `isOneEnough` and there is only one, by a search for the URL.
	 */
	async withTargets(
		records: IDataObject[],
		url: string,
		isOneEnough: boolean,
	): Promise<Namesake[]> {
		const namesakes = records.map((record): Namesake => {
			return { record, target: getStatedTarget(record, url) };
		});
		const isFound = () => namesakes.some(({ target = '' }) => isSameTarget(target, url));
		for (const namesake of namesakes) {
			if (isFound()) return namesakes;
			const { record } = namesake;
			namesake.target ??= getStatedTarget(await this.readDetails(record), url);
		}
		const untold = namesakes.filter(({ target }) => target === undefined);
		const isEnough = isFound() || untold.length === 0 || (isOneEnough && records.length === 1);
		if (isEnough) return namesakes;
		const found = await this.searchTarget(url);
		for (const namesake of untold) {
			if (found.has(toIdKey(namesake.record.id))) namesake.target = url;
		}
		return namesakes;
	}

	/** What the list has of a QR code; its details may have more. */
	async readDetails(record: IDataObject): Promise<IDataObject> {
		const id = toIdKey(record.id);
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id });
		const details = this.details.get(id) ?? sendForRecord(this.client, request);
		this.details.set(id, details);
		return { ...record, ...(await details) };
	}

	/** The QR code that the run made for a row whose name no other row has. */
	async find({ name, url }: Row, since: Since): Promise<Found> {
		const found = await this.search(name);
		const named = found.length > 0 ? found : await this.byName(name);
		const possible = named.filter((record) => {
			const target = getStatedTarget(record, url);
			const isOther = target !== undefined && !isSameTarget(target, url);
			return !isOther && !since.before?.has(toIdKey(record.id));
		});
		const made = possible.filter(
			(record) => since.before || since.isDone || isLater(record, since),
		);
		return made.length === 1 ? { record: made[0] } : { isUnclear: possible.length > 0 };
	}

	private async readFirst(): Promise<unknown[]> {
		this.first ??= this.pages.next().then(({ done, value }) => (done ? [] : value));
		return await this.first;
	}

	private async readAll(): Promise<ByName> {
		const records = [...(await this.readFirst())];
		for await (const page of this.pages) {
			for (const record of page) records.push(record);
		}
		return groupBy(records.filter(isRecord), ({ name }) => toPlain(name));
	}

	/** The IDs of the QR codes that the search finds by this target; none if it finds what isn't there. */
	private async searchTarget(url: string): Promise<Set<string>> {
		const atNowhere = await this.findIds(NOWHERE);
		return atNowhere.size === 0 ? await this.findIds(url) : new Set();
	}

	private async findIds(url: string): Promise<Set<string>> {
		const find = async () => {
			const found = await this.ask(url);
			// It may have been found by its name.
			const byTarget = found.filter(({ name }) => !scalarToText(name).includes(url));
			return new Set(byTarget.map(({ id }) => toIdKey(id)));
		};
		const ids = this.searches.get(url) ?? find();
		this.searches.set(url, ids);
		return await ids;
	}

	/** One page of what Link Platform's search finds. */
	private async ask(search: string): Promise<IDataObject[]> {
		const found = await readList(this.client, qrCodeList, LARGEST_PAGE, { search });
		return found.filter(isRecord);
	}
}

function isLater({ date }: IDataObject, { clock = Infinity }: Since): boolean {
	return (parseMoment(date) ?? 0) > clock;
}
