import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../../api/client';
import { getTarget, toPlain } from '../../../api/dialect';
import { getPayload, isRecord } from '../../../api/envelope';
import { readShortList } from '../../../api/paging';
import { toRequest } from '../../../api/route';
import { qrCodeList } from '../getAll';
import { groupBy, leadsTo, toUrlKey, type Row } from './compare';
import type { Found } from './plan';

/** In pages: a search that finds more does not narrow the list, or looks for what is in every target. */
const LONGEST_SEARCH = 3;
/** A name that every service stores as it is, and that fits a query. */
const PLAIN = /^(?!.*\s{2})[\w!#$()*+,./:;=?@ -]{1,100}$/;

/** A QR code of the account, and where it leads if that is told anywhere. */
type Told = { record: IDataObject; target?: string };
type ByName = Map<string, IDataObject[]>;

/**
 * The QR codes of the account at one moment, for a number of questions. Takes the cheaper way: one request for each
 * question, or the whole list if that has no more pages.
 */
export class Existing {
	private short?: Promise<ByName | undefined>;
	private whole?: Promise<ByName | undefined>;

	constructor(
		private readonly client: Client,
		/** How many names will be asked for. */
		private readonly questions: number,
	) {}

	/** The QR codes of this name. */
	async byName(name: string): Promise<IDataObject[]> {
		// Its first page shows how long the list is, and is used: so one page more costs nothing extra.
		if (this.questions > 1) this.short ??= this.read(this.questions + 1);
		const listed = (await this.short) ?? (await this.whole);
		const found = listed ?? (await this.search(name)) ?? (await (this.whole ??= this.read()));
		return found?.get(toPlain(name)) ?? [];
	}

	/** The QR codes with their targets, from their own records where the list has none, unless `asListed`. */
	async withTargets(records: IDataObject[], asListed = false): Promise<Told[]> {
		const read: Told[] = [];
		for (const record of records) {
			const target = getTarget(record) ?? (asListed ? undefined : await this.readTarget(record));
			read.push({ record, target });
		}
		return read;
	}

	/**
	 * The QR code that the run may have created for a row whose name no other row has. `isNewName`: the account had none
	 * of that name before.
	 */
	async find({ name, url }: Row, isNewName: boolean): Promise<Found> {
		const named = await this.byName(name);
		const [only] = named;
		if (isNewName && named.length === 1 && leadsTo(only, url) !== false) return { record: only };
		const read = await this.withTargets(named);
		const same = read.filter(({ target }) => target && toUrlKey(target) === toUrlKey(url));
		const isUntold = read.some(({ target }) => isNewName || target === undefined);
		// Of several, one may have been there before.
		return same.length === 1 ? same[0] : { isUnclear: same.length > 1 || isUntold };
	}

	/** Lists are documented without it. */
	private async readTarget({ id }: IDataObject): Promise<string | undefined> {
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id });
		const detail = getPayload(await this.client.send(request));
		return isRecord(detail) ? getTarget(detail) : undefined;
	}

	/** The whole list; undefined if it takes more than `most` requests. */
	private async read(most = Infinity, search?: string): Promise<ByName | undefined> {
		const records = await readShortList(this.client, qrCodeList, most, { search });
		if (!records) return undefined;
		return groupBy(records.filter(isRecord), ({ name }) => toPlain(name));
	}

	/** What Link Platform finds for a name, and more; undefined if that takes too many requests, or may miss it. */
	private async search(name: string): Promise<ByName | undefined> {
		return PLAIN.test(name) ? await this.read(LONGEST_SEARCH, name) : undefined;
	}
}
