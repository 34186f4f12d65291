import type { IDataObject } from 'n8n-workflow';
import { isSameUrl as isSameAddress } from '../../api/url';

export interface Row {
	name: string;
	url: string;
}

/** The target that a record states; undefined if it states none. Its `url` is the short one. */
export function getTargetUrl({ linkedUrl, longurl, target }: IDataObject): unknown {
	return linkedUrl ?? longurl ?? target;
}

/** Whether a QR code leads to the row's target; undefined if its record doesn't say where it leads. */
export function leadsTo(record: IDataObject, { url }: Row): boolean | undefined {
	const target = getTargetUrl(record);
	return target === undefined ? undefined : isSameUrl(target, url);
}

/** True if it has the row's name. */
export function isNamed({ name }: IDataObject, row: Row): boolean {
	return name !== undefined && isSameName(name, row.name);
}

/** Equal but for what services do to a text: they trim it, and write it as a page would. */
export function isSameName(one: unknown, other: unknown): boolean {
	return toPlain(one) === toPlain(other);
}

/** Equal but for how services write a URL. */
export function isSameUrl(one: unknown, other: unknown): boolean {
	return isSameAddress(toPlain(one), toPlain(other));
}

/** Records in the order in which they were created; none if their ids don't show it. */
export function byCreation(records: IDataObject[]): IDataObject[] {
	const hasId = ({ id }: IDataObject) => Number.isFinite(Number(id));
	if (!records.every(hasId)) return [];
	return [...records].sort((a, b) => compareIds(a.id, b.id));
}

/** The last created first, if the ids show it. */
export function newestFirst(records: IDataObject[]): IDataObject[] {
	const ordered = byCreation(records);
	return (ordered.length === 0 ? [...records] : ordered).reverse();
}

/** By size, also for ids that are too long for a number; NaN for ids that have none. */
export function compareIds(one: unknown, other: unknown): number {
	const [a, b] = [String(one), String(other)];
	const areLong = /^[1-9]\d*$/.test(a) && /^[1-9]\d*$/.test(b) && a.length === b.length;
	return areLong ? Number(a > b) - Number(a < b) : Number(a) - Number(b);
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
