import { sleep } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../webhooks/toText';

/** A scan emits both of these, as two deliveries in either order (current API, Events). */
export const CLICK = 'link.clicked';
export const SCAN = 'qr.scanned';

/** How far apart the times of a scan and of its click may lie: Link Platform notes both for one visit. */
const MOST_APART = 2_000;
/** How long a click waits for its scan, which Link Platform sends at the same time. */
const LONGEST_WAIT = 3_000;
const STEP = 100;
/** Longer than Link Platform's first retry (1 minute), in case the click has to come again. */
const REMEMBERED_FOR = 120_000;
/** A visit of no link that could be told apart: nothing belongs to it. */
const NO_LINK = '';

interface Scan {
	id: string;
	happenedAt: number;
	arrivedAt: number;
	/** The delivery that was its click; no other one may be. */
	click?: string;
}

/** By trigger and by what a scan shares with its click; those that came last are at the end. */
const scans = new Map<string, Scan[]>();

/** Remembers the delivery of a scan, in this process, for the click that comes with it. */
export function rememberScan(trigger: string, delivery: IDataObject, now: number): void {
	const isOld = ({ arrivedAt }: Scan) => now - arrivedAt >= REMEMBERED_FOR;
	for (const [visit, those] of scans) {
		if (!those.every(isOld)) break;
		scans.delete(visit);
	}
	const id = String(delivery.deliveryId);
	const visit = getVisitKey(trigger, delivery);
	const present = (scans.get(visit) ?? []).filter((scan) => !isOld(scan));
	if (visit === NO_LINK || present.some((scan) => scan.id === id)) return;
	scans.delete(visit);
	scans.set(visit, [...present, { id, happenedAt: getTime(delivery), arrivedAt: now }]);
}

/**
 * True if the delivery of a click belongs to a scan. Nothing in the two says so outright: they must agree
 * in link, country, browser and operating system, and in time. Each scan takes one click, so that of two
 * people who look alike the one who clicked still counts.
 */
export function isOfScan(trigger: string, delivery: IDataObject): boolean {
	const click = String(delivery.deliveryId);
	const scan = scans
		.get(getVisitKey(trigger, delivery))
		?.find(
			(one) =>
				Math.abs(one.happenedAt - getTime(delivery)) <= MOST_APART &&
				(one.click === undefined || (one.click === click && click !== '')),
		);
	if (scan) scan.click = click;
	return scan !== undefined;
}

/** The same, for a click that may have come before its scan. */
export async function waitForScan(trigger: string, click: IDataObject): Promise<boolean> {
	for (let waited = 0; waited < LONGEST_WAIT; waited += STEP) {
		if (isOfScan(trigger, click)) return true;
		await sleep(STEP);
	}
	return isOfScan(trigger, click);
}

/** What both deliveries of a scan hold about it. */
function getVisitKey(trigger: string, { data }: IDataObject): string {
	const { linkId, country, browser, platform } = (data ?? {}) as IDataObject;
	if (toText(linkId) === '') return NO_LINK;
	return JSON.stringify([trigger, ...[linkId, country, browser, platform].map(toText)]);
}

function getTime({ timestamp }: IDataObject): number {
	return Date.parse(toText(timestamp));
}
