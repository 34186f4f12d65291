import { createHash, randomUUID } from 'crypto';
import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { EVENTS } from '../events/events';
import type { VerifiedDelivery } from './delivery';
import { ExpiringMap } from './expiringMap';
import { deliveryMessages } from './messages';

/** In ms. Shorter than Link Platform's first retry (1 minute), to accept a delivery that n8n failed to process. */
const REMEMBERED_FOR = 30_000;

const seen = new ExpiringMap<true>(REMEMBERED_FOR);

interface ProcessedList {
	scope: DeduplicationScope;
	/** The largest number of entries. n8n drops the oldest first. */
	maxEntries: number;
}

/**
 * The list for clicks, scans and views, of which there may be many. n8n offers a node two lists, and writes a whole list
 * with each delivery, so this list is short. It reaches back beyond Link Platform's first retries.
 */
const VISITS: ProcessedList = { scope: 'workflow', maxEntries: 1_000 };
/**
 * The longer list, for events that happen once: within the 26.6 hours of all retries, no visit pushes a purchase out, and
 * neither do 10,000 new links or QR codes. A purchase has three entries, a creation two.
 */
const ONCE: ProcessedList = { scope: 'node', maxEntries: 24_000 };

/** What identifies a delivery that has arrived. */
export interface Received {
	event: unknown;
	/** The keys of the delivery; none if copies can't be recognized, or may start the workflow. */
	keys?: string[];
	/** Distinguishes n8n's Retry of the delivery's execution from a copy that was processed after it. */
	receipt?: string;
}

/**
 * Returns the keys of a delivery. A delivery that shares a key with an earlier one is a copy of it. Link Platform may stamp
 * each attempt, so a key is made of the ID, the event and its data, without the time. The ID alone isn't a key because the
 * signature doesn't cover it: a captured delivery could use up the ID of a later one. For events that can't happen twice
 * alike (a purchase, a subscriber), the signed bytes are also a key, so that a captured delivery can't start the workflow
 * again under another ID.
 */
export function getDuplicateKeys(
	event: string,
	deliveryId: string,
	{ signed, body: { data } }: VerifiedDelivery,
): string[] {
	const ofId = deliveryId === '' ? [] : [JSON.stringify([deliveryId, event, data])];
	const ofBytes = EVENTS[event]?.mayRepeat ? [] : [signed];
	return [...ofBytes, ...ofId].map((key) => createHash('sha256').update(key).digest('hex'));
}

/** Returns a receipt for a rare event that happens once; undefined for any other. */
export function createReceipt(event: string): string | undefined {
	const { mayRepeat, isBulk } = EVENTS[event] ?? {};
	return mayRepeat || isBulk ? undefined : randomUUID();
}

/**
 * Records a delivery in this process; false if one of its keys was recorded before. Catches copies that arrive at the
 * same moment, which n8n's own store of processed data (used in `execute`, for later ones) would let through.
 */
export function recordIfNew(trigger: string, keys: string[], now: number): boolean {
	const entries = keys.map((key) => `${trigger} ${key}`);
	const fresh = entries.filter((entry) => !seen.get(entry, now));
	for (const entry of fresh) seen.set(entry, true, now);
	return fresh.length === entries.length;
}

/**
 * Returns the deliveries that no earlier execution has processed. n8n stores their keys in its database, so this also works
 * after a restart and for copies that arrive a day later.
 */
export async function dropProcessed<T extends Received>(
	context: IExecuteFunctions,
	received: T[],
): Promise<T[]> {
	const record = async (list: ProcessedList) => {
		const listed = received.filter(({ event }) => list === getList(event));
		const known = listed.flatMap(({ keys = [], receipt }) => [...keys, receipt]);
		const entries = known.filter((entry) => entry !== undefined);
		return await recordNew(context, list, entries);
	};
	// n8n reads its list, then writes it back: two executions at once would undo each other.
	const fresh = await inTurn('processed deliveries', async () => [
		...(await record(VISITS)),
		...(await record(ONCE)),
	]);
	const isNew = new Set(fresh);
	// n8n's Retry, e.g. because n8n stopped before the execution had ended, may continue unless a copy was processed instead.
	const isRetry = context.getMode() === 'retry';
	return received.filter(({ keys = [], receipt }) => {
		const mayRunAgain = isRetry && (receipt === undefined || !isNew.has(receipt));
		return keys.every((key) => isNew.has(key)) || mayRunAgain;
	});
}

function getList(event: unknown): ProcessedList {
	return EVENTS[String(event)]?.mayRepeat ? VISITS : ONCE;
}

/**
 * Records the entries, and returns the new ones. Tries twice, because recording fails if another process records a trigger's
 * first delivery at the same moment. If it fails again, all entries count as new: running a workflow twice is better than
 * losing a purchase, which Link Platform won't send again.
 */
async function recordNew(
	context: IExecuteFunctions,
	{ scope, maxEntries }: ProcessedList,
	entries: string[],
): Promise<string[]> {
	if (entries.length === 0) return [];
	const record = async () =>
		await context.helpers.checkProcessedAndRecord(entries, scope, { mode: 'entries', maxEntries });
	try {
		const { new: fresh } = await record().catch(record);
		return fresh as string[];
	} catch (thrown) {
		const { message: reason } = thrown as Error;
		context.logger.warn(fill(deliveryMessages.mayBeDuplicate, { reason }).message);
		return entries;
	}
}
