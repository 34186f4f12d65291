import { createHash, randomUUID } from 'crypto';
import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { scalarToText } from '../api/envelope';
import { EVENTS, TIP } from '../events/events';
import { ExpiringMap } from './expiringMap';
import { deliveryMessages } from './messages';
import type { VerifiedDelivery } from './verify';

/**
 * How long this process remembers a delivery, in ms. This is shorter than the time until Link Platform's first retry (1
 * minute), so that the retry is accepted if n8n failed to process the delivery.
 */
const REMEMBERED_FOR = 30_000;

const seen = new ExpiringMap<true>(REMEMBERED_FOR);

interface ProcessedList {
	scope: DeduplicationScope;
	/** The largest number of entries in the list. n8n drops the oldest ones first. */
	maxEntries: number;
}

/**
 * The list of processed clicks, scans and views. n8n gives each node two lists: this one, and `ONCE` for rare events.
 * The list is short, because these deliveries are frequent, and n8n rewrites the whole list for each of them. It is
 * still long enough to cover Link Platform's first retries.
 */
const VISITS: ProcessedList = { scope: 'workflow', maxEntries: 1_000 };
/**
 * The list of processed events that happen only once. It is long and separate from `VISITS`, so that a purchase stays
 * in it for the 26.6 hours of all retries. Neither visits nor 10,000 new links or QR codes may push the purchase out.
 * A purchase takes up to four entries, a new link or QR code up to three.
 */
const ONCE: ProcessedList = { scope: 'node', maxEntries: 36_000 };

/** A received delivery: the ID in its header ('' if there is none), the signed bytes, and their content. */
interface Received extends Pick<VerifiedDelivery, 'signed' | 'body'> {
	headerId: string;
}

/** The data that identifies a delivery for `isProcessed`. */
export interface Processed {
	event: unknown;
	/** The keys of the delivery. Absent if duplicates can't be recognized, or are allowed to start the workflow. */
	keys?: string[];
	/**
	 * A random ID that is recorded with the keys. It distinguishes n8n's retry of the execution that processed this
	 * delivery from an execution that was started by a duplicate.
	 */
	receipt?: string;
}

/** How long this process remembers with which data an ID came, in ms. */
const IDS_REMEMBERED_FOR = 5 * 60_000;

/** The data with which an ID came, by trigger, event and ID; '' if it came with different data. */
const dataOfId = new ExpiringMap<string>(IDS_REMEMBERED_FOR);

/**
 * Returns the keys of a delivery. A delivery is a duplicate if it shares a key with an earlier one. One key consists
 * of an ID, the event and its data; the ID is in the header, in the signed body, or in both. It excludes the timestamp,
 * because Link Platform may give each attempt a new one. The ID alone isn't a key, because the signature doesn't cover
 * the header: an attacker could resend a captured delivery with another ID, and so block the event that later gets this
 * ID. If the data of an event names its record or person (a purchase, a subscriber), the signed bytes are also a key. So
 * a captured delivery can't start the workflow again with another ID.
 */
export function getDuplicateKeys(
	trigger: string,
	event: string,
	{ headerId, signed, body }: Received,
	now: number,
): string[] {
	const data = JSON.stringify(body.data) ?? '';
	// A tip names neither a record nor a person, so the ID in its body may be that of anything else.
	const ids = [headerId, event === TIP ? '' : scalarToText(body.id)].filter(
		(id, index, all) => id !== '' && all.indexOf(id) === index,
	);
	const ofIds = ids.filter((id) => namesEvent(`${trigger} ${event} ${id}`, data, now));
	const isUnique = Object.hasOwn(EVENTS, event) && !EVENTS[event].mayRepeat;
	const ofBytes = isUnique ? [signed] : [];
	return [...ofBytes, ...ofIds.map((id) => JSON.stringify([id, event, body.data]))].map((key) =>
		createHash('sha256').update(key).digest('hex'),
	);
}

/** True if an ID has come with this data only. An ID that also came with other data names no event. */
function namesEvent(id: string, data: string, now: number): boolean {
	const hash = createHash('sha256').update(data).digest('base64');
	const isSame = (dataOfId.get(id, now) ?? hash) === hash;
	dataOfId.set(id, isSame ? hash : '', now);
	return isSame;
}

/** Returns a receipt (a random ID) for a rare event that happens only once; undefined for any other event. */
export function createReceipt(event: string): string | undefined {
	return isVisit(event) || EVENTS[event]?.isBulk ? undefined : randomUUID();
}

/** True for clicks, scans and views. */
function isVisit(event: string): boolean {
	const { mayRepeat, isRare } = EVENTS[event] ?? {};
	return mayRepeat === true && !isRare;
}

/**
 * Records a delivery in this process. Returns false for a duplicate, i.e. if one of its keys was already recorded.
 * Catches duplicates that arrive at the same moment. n8n's own store of processed data, which `isProcessed` uses,
 * catches only later ones.
 */
export function recordIfNew(trigger: string, keys: string[], now: number): boolean {
	const entries = keys.map((key) => `${trigger} ${key}`);
	const fresh = entries.filter((entry) => !seen.get(entry, now));
	for (const entry of fresh) seen.set(entry, true, now);
	return fresh.length === entries.length;
}

/**
 * Records a delivery as processed. Returns true if another execution has processed it or a duplicate of it. n8n stores
 * the keys in its database, so this also works after a restart, and for duplicates that arrive a day later.
 */
export async function isProcessed(
	context: IExecuteFunctions,
	{ event, keys = [], receipt }: Processed,
): Promise<boolean> {
	const list = isVisit(String(event)) ? VISITS : ONCE;
	const entries = receipt === undefined ? keys : [...keys, receipt];
	// n8n reads its list and writes it back, so two executions at the same time would overwrite each other's changes.
	const fresh = await inTurn('processed deliveries', async () => {
		return await recordNew(context, list, entries);
	});
	// If n8n retries an execution, e.g. one that was interrupted when n8n stopped, it may process the delivery again,
	// unless a duplicate was processed in the meantime.
	const isOwnRetry = receipt === undefined || !fresh.includes(receipt);
	if (context.getMode() === 'retry' && isOwnRetry) return false;
	return fresh.length < entries.length;
}

/**
 * Records the entries in n8n's store, and returns the new ones. Tries twice, because recording fails if another
 * process records a trigger's first delivery at the same moment. If the second try fails too, all entries count as
 * new. They also count as new if the second try finds all of them recorded, because the first try may have recorded them
 * and only its response was lost. Running a workflow twice is better than losing a purchase, which Link Platform won't
 * send again.
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
		const { new: fresh } = await record().catch(async () => {
			const again = await record();
			return again.new.length > 0 ? again : { new: entries };
		});
		return fresh as string[];
	} catch (thrown) {
		const { message: reason } = thrown as Error;
		context.logger.warn(fill(deliveryMessages.mayBeDuplicate, { reason }));
		return entries;
	}
}
