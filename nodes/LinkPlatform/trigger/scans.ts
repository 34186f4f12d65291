import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { scalarToText } from '../api/envelope';
import { parseTimestamp } from '../api/dialect';
import { ExpiringMap } from './expiringMap';

/** A scan emits both of these, as two deliveries in either order (current API, Events). */
export const CLICK = 'link.clicked';
export const SCAN = 'qr.scanned';

/** In ms: the largest difference between the times of a scan and its click: Link Platform records both in one visit. */
const MOST_APART = 2_000;
/** Longer than Link Platform's first retry (1 minute), in case the click has to be delivered again. */
const REMEMBERED_FOR = 120_000;
/** In ms, as the above: Link Platform sends both deliveries at the same time. */
const LONGEST_WAIT = 3_000;
const STEP = 100;
/** The key of a visit whose link is unknown, so that it matches nothing. */
const NO_LINK = '';

interface Scan {
	id: string;
	happenedAt: number;
	arrivedAt: number;
	/** The delivery that was its click: there is only one. */
	click?: string;
}

/** By trigger and by what a scan has in common with its click. */
const scans = new ExpiringMap<Scan[]>(REMEMBERED_FOR);

/** Remembers the delivery of a scan, in this process, for the click that comes with it. */
export function rememberScan(trigger: string, delivery: IDataObject, now: number): void {
	const id = String(delivery.deliveryId);
	const visit = getVisitKey(trigger, delivery);
	const recent = (scans.get(visit) ?? []).filter((scan) => now - scan.arrivedAt < REMEMBERED_FOR);
	if (visit === NO_LINK || recent.some((scan) => scan.id === id)) return;
	scans.set(visit, [...recent, { id, happenedAt: getTime(delivery), arrivedAt: now }], now);
}

/**
 * True if the delivery of a click belongs to a scan, which is then used up. Nothing in the two says so outright:
 * they must agree in link, country, browser and operating system, and in time. Each scan has one click, so that
 * a real click still counts if a similar visitor scans at the same time.
 */
export function claimForScan(trigger: string, delivery: IDataObject): boolean {
	const click = String(delivery.deliveryId);
	const time = getTime(delivery);
	const scan = scans.get(getVisitKey(trigger, delivery))?.find((one) => {
		const isFree = one.click === undefined || (one.click === click && click !== '');
		return isFree && Math.abs(one.happenedAt - time) <= MOST_APART;
	});
	if (scan) scan.click = click;
	return scan !== undefined;
}

/**
 * True if the delivery is a click whose scan has arrived or does within seconds. The wait is here and not in
 * `webhook()`: by now Link Platform has its response and n8n has stored the execution, so no click is lost if n8n stops.
 */
export async function isClickOfScan(trigger: string, delivery: IDataObject): Promise<boolean> {
	if (delivery.event !== CLICK) return false;
	for (let waited = 0; waited < LONGEST_WAIT; waited += STEP) {
		if (claimForScan(trigger, delivery)) return true;
		await sleep(STEP);
	}
	return claimForScan(trigger, delivery);
}

/** What the deliveries of a scan and its click have in common. */
function getVisitKey(trigger: string, { data }: IDataObject): string {
	const { linkId, country, browser, platform } = (data ?? {}) as IDataObject;
	if (scalarToText(linkId) === '') return NO_LINK;
	return JSON.stringify([trigger, ...[linkId, country, browser, platform].map(scalarToText)]);
}

function getTime({ timestamp }: IDataObject): number {
	return parseTimestamp(timestamp) ?? NaN;
}
