import type { IDataObject } from 'n8n-workflow';
import { isRecord, scalarToText } from '../../../api/envelope';
import { isOwnShortUrl, isSameTarget, toIdKey } from '../../../api/identity';
import { readPages } from '../../../api/paging';
import { toRequest } from '../../../api/route';
import type { AccountOfRun } from '../../../runner/fields';
import { LinkLookup } from '../../link/linkLookup';
import type { Row } from '../design';
import { qrCodeList } from '../getAll';
import { QrCodeLookup } from '../qrCodeLookup';
import { getStatedTarget, Leads } from '../target';
import { isNew } from './answer';
import { leadsTo, type Namesake } from './names';
import type { Found, NewRow } from './plan';

/**
 * A URL that isn't the target of any QR code. If a search for it returns hits, Link Platform's search ignores the
 * search text.
 */
const NOWHERE = 'https://no-qr-code-leads-here.invalid/';

/**
 * The QR codes of an account at one point in time, and where they lead. After creating a QR code, make a new instance.
 */
export class Existing extends QrCodeLookup {
	readonly leads: Leads;
	private isSearchBlind?: Promise<boolean>;

	constructor(account: AccountOfRun, questions: number) {
		super(account.client, questions);
		this.leads = new Leads(new LinkLookup(account));
	}

	/**
	 * Returns the QR codes that have the name of a row, and where they lead. Asks no further once one is known to lead to
	 * the row's URL. With `isOneEnough`, doesn't ask where the only one with this name leads.
	 */
	async getNamesakes({ name, url }: Row, isOneEnough: boolean): Promise<Namesake[]> {
		const namesakes = (await this.findNamed(name)).map((record): Namesake => {
			// A QR code of this very short URL.
			const target = isOwnShortUrl(url, record.url) ? url : getStatedTarget(record, url);
			return { record, target };
		});
		if (isOneEnough && namesakes.length === 1) return namesakes;
		for (const namesake of namesakes) {
			if (namesakes.some(leadsTo(url))) return namesakes;
			namesake.target ??= (await this.leads.of(namesake.record, url)).target;
		}
		if (namesakes.some(leadsTo(url))) return namesakes;
		for (const namesake of namesakes) {
			if (namesake.target === undefined)
				namesake.isLikely = await this.isFoundBy(url, namesake.record);
		}
		return namesakes;
	}

	/**
	 * Finds the QR code that a request of this run created for a row. It has the row's name, isn't known to lead
	 * elsewhere, and its date proves that it is new. If none has the name, it may be the only one that the response shows
	 * under another name and that is known to lead to the row's URL.
	 */
	async findCreated(row: NewRow): Promise<Found> {
		const { name, url } = row;
		const open: Array<{ record: IDataObject; isMade?: boolean }> = [];
		for (const record of await this.findNamed(name)) {
			const isMade = isNew(record, row.before, row.answer?.clock);
			if (isMade === false) continue;
			const { target = url } = await this.leads.of(record, url);
			if (isSameTarget(target, url)) open.push({ record, isMade });
		}
		const [made, another] = open.filter(({ isMade }) => isMade);
		if (made && !another) return made;
		return { record: await this.findRenamed(row), isUnclear: open.length > 0 };
	}

	private async findRenamed({ url, answer }: NewRow): Promise<IDataObject | undefined> {
		const { others = [], entries, rows = [] } = answer ?? {};
		const alike = rows.filter((one) => !entries?.has(one) && isSameTarget(one.url, url));
		if (alike.length > 1) return undefined;
		const there: IDataObject[] = [];
		for (const record of others) {
			const { target } = await this.leads.of(record, url);
			if (isSameTarget(target, url)) there.push(record);
		}
		return there.length === 1 ? there[0] : undefined;
	}

	/**
	 * True if Link Platform's search finds the QR code by this target. That doesn't prove that it leads there: its target
	 * may only begin with this URL. Hits by name don't count, nor does a search that ignores its text.
	 */
	private async isFoundBy(url: string, { id, name }: IDataObject): Promise<boolean> {
		if (scalarToText(name).includes(url)) return false;
		this.isSearchBlind ??= this.hasHit(NOWHERE, () => true);
		if (await this.isSearchBlind) return false;
		return await this.hasHit(url, (hit) => toIdKey(hit.id) === toIdKey(id));
	}

	private async hasHit(text: string, isHit: (record: IDataObject) => boolean): Promise<boolean> {
		const request = { ...toRequest(qrCodeList.route), query: { search: text } };
		for await (const page of readPages(this.client, qrCodeList, request))
			if (page.filter(isRecord).some(isHit)) return true;
		return false;
	}
}
