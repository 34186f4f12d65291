import type { IDataObject } from 'n8n-workflow';
import { CLOCK_TOLERANCE, parseMoment } from '../../../api/dialect';
import { isRecord, scalarToText } from '../../../api/envelope';
import { isSameTarget, toIdKey, toNameKey } from '../../../api/identity';
import { LARGEST_PAGE, readList } from '../../../api/paging';
import { toRequest } from '../../../api/route';
import { sendForRecord } from '../../../runner/requests';
import type { Row } from '../design';
import { qrCodeList } from '../getAll';
import { QrCodeLookup } from '../qrCodeLookup';
import { getStatedTarget } from '../target';
import { leadsTo, type Namesake } from './names';
import type { Found, NewRow } from './plan';

/**
 * A URL that isn't the target of any QR code. If a search for it returns hits, Link Platform's search ignores the
 * search text.
 */
const NOWHERE = 'https://no-qr-code-leads-here.invalid/';

/**
 * The QR codes of an account at one point in time, with their targets. After creating a QR code, make a new instance.
 */
export class Existing extends QrCodeLookup {
	private readonly details = new Map<string, Promise<IDataObject>>();
	private atNowhere?: Promise<Set<string>>;

	/**
	 * Returns the QR codes that have the name of a row, with their targets. Searches for the name first if that takes
	 * fewer requests. Reads the whole list unless the search finds a QR code that leads to the row's URL. With
	 * `isOneEnough`, the target of a QR code may stay unknown if it is the only one with this name.
	 */
	async getNamesakes({ name, url }: Row, isOneEnough: boolean): Promise<Namesake[]> {
		const key = `name ${toNameKey(name)}`;
		const found = await this.withTargets(await this.search(key, name), url, isOneEnough);
		if (found.some(leadsTo(url))) return found;
		return await this.withTargets(await this.find({ name: key }), url, isOneEnough);
	}

	/**
	 * Returns the QR codes with their targets. Takes the targets from the list first, then from the details of each
	 * QR code, then from a search for the URL. Stops as soon as one QR code is known to lead to `url`.
	 */
	private async withTargets(
		records: IDataObject[],
		url: string,
		isOneEnough: boolean,
	): Promise<Namesake[]> {
		const namesakes = records.map((record): Namesake => {
			return { record, target: getStatedTarget(record, url) };
		});
		if (namesakes.some(leadsTo(url))) return namesakes;
		for (const namesake of namesakes) {
			if (namesake.target !== undefined) continue;
			namesake.target = getStatedTarget(await this.readDetails(namesake.record), url);
			if (leadsTo(url)(namesake)) return namesakes;
		}
		const hidden = namesakes.filter(({ target }) => target === undefined);
		if (hidden.length === 0 || (isOneEnough && records.length === 1)) return namesakes;
		const found = await this.searchTarget(url);
		for (const namesake of hidden) {
			if (found.has(toIdKey(namesake.record.id))) namesake.target = url;
		}
		return namesakes;
	}

	/**
	 * Returns a QR code's fields from the list, merged with the fields from its details. The details may have more
	 * fields.
	 */
	async readDetails(record: IDataObject): Promise<IDataObject> {
		const id = toIdKey(record.id);
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id });
		const details = this.details.get(id) ?? sendForRecord(this.client, request);
		this.details.set(id, details);
		return { ...record, ...(await details) };
	}

	/**
	 * Finds the QR code that a request of this run created for a row. The row's name must be unique within the run. A
	 * QR code is new if the look-up before the request didn't find it. If there was no such look-up, it is new if its
	 * date is after the request, and old if its date is minutes before it. If the response says that the request was
	 * carried out, the only QR code with the name that isn't old also counts as new, provided that it is known to lead
	 * to the row's URL.
	 */
	async findCreated({ row: { name, url }, before, answer }: NewRow): Promise<Found> {
		// How long after the request a QR code was created, in ms; NaN if that isn't known.
		const toAge = ({ date }: IDataObject) => (parseMoment(date) ?? NaN) - (answer?.clock ?? NaN);
		const fits = (record: IDataObject) => {
			const isOld = before?.has(toIdKey(record.id)) ?? toAge(record) < -CLOCK_TOLERANCE;
			return !isOld && isSameTarget(getStatedTarget(record, url) ?? url, url);
		};
		const open = await this.find({ name: `name ${toNameKey(name)}`, search: name, fits });
		// A second, because the clock comes from the `Date` header, which has no fractions of a second.
		const created = before ? open : open.filter((record) => toAge(record) >= 1000);
		if (created.length === 1) return { record: created[0] };
		if (answer?.isDone && open.length === 1) {
			const [only] = await this.withTargets(open, url, true);
			if (leadsTo(url)(only)) return { record: only.record };
		}
		return { isUnclear: open.length > 0 };
	}

	/**
	 * Returns the IDs of the QR codes that Link Platform's search finds by this target. Returns no IDs if the search
	 * ignores its search text.
	 */
	private async searchTarget(url: string): Promise<Set<string>> {
		const atNowhere = await (this.atNowhere ??= this.findIds(NOWHERE));
		return atNowhere.size === 0 ? await this.findIds(url) : new Set();
	}

	private async findIds(url: string): Promise<Set<string>> {
		const found = await readList(this.client, qrCodeList, LARGEST_PAGE, { search: url });
		// The search also covers names, so ignore hits whose name contains the URL.
		const byTarget = found.filter(isRecord).filter(({ name }) => !scalarToText(name).includes(url));
		return new Set(byTarget.map(({ id }) => toIdKey(id)));
	}
}
