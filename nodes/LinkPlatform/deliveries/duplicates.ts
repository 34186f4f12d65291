import { createHash, randomUUID } from 'crypto';
import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { EVENTS } from '../events/events';
import type { VerifiedDelivery } from './delivery';
import { ExpiringMap } from './expiringMap';
import { deliveryMessages } from './messages';

/** Shorter than Link Platform's first retry (1 minute), so that a delivery which n8n failed to process is accepted. */
const REMEMBERED_FOR = 30_000;

const seen = new ExpiringMap<true>(REMEMBERED_FOR);

interface ProcessedList {
	scope: DeduplicationScope;
	/** The oldest are dropped first. */
	maxEntries: number;
}

/**
 * n8n offers a node two lists, and writes a whole list with each delivery. Clicks, scans and views, of which there may
 * be many, have a short one, which reaches back beyond Link Platform's first retries.
 */
const VISITS: ProcessedList = { scope: 'workflow', maxEntries: 1_000 };
/**
 * What happens once has the longer one: no visit pushes a purchase out within the 26.6 hours of all retries, nor do
 * 10,000 links or QR codes that were created since. A purchase has three entries, a creation two.
 */
const ONCE: ProcessedList = { scope: 'node', maxEntries: 24_000 };

/** What identifies a delivery that has arrived. */
export interface Received {
	event: unknown;
	/** Its keys; none if copies can't be recognized, or may run. */
	keys?: string[];
	/** Tells n8n's Retry of its execution from a copy that ran after it. */
	receipt?: string;
}

/**
 * Returns the keys of a delivery: one that shares a key with an earlier delivery is a copy of it. A service may stamp
 * each attempt, so the ID counts with the event and its data, whatever the time. The signature doesn't cover the ID:
 * alone, it would let a captured delivery use up the ID of a later one. For events that can't happen twice alike (a
 * purchase, a subscriber), the signed bytes are a key too, so a captured one can't run again under another ID: items
 * may have lost addresses or digits in which two buyers differ.
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
 * Returns the deliveries without those that an earlier execution has processed. n8n keeps their keys in its database, so this
 * also holds after a restart and for copies that arrive a day later.
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
	// n8n's Retry, e.g. since n8n stopped before the execution had ended: it may go on if no copy has run instead.
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
 * Records the entries, and resolves with those that are new. Tried a second time, since it fails if another process
 * records a trigger's first delivery at the same moment. If that fails too, the delivery counts as new: to run a
 * workflow twice is better than to lose a purchase, which Link Platform will not send again.
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
