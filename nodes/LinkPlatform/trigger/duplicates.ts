import { createHash } from 'crypto';
import { EVENTS } from '../webhooks/events';
import { ExpiringMap } from './expiringMap';

/** Shorter than Link Platform's first retry (1 minute), so that a delivery which n8n failed to process is accepted. */
const REMEMBERED_FOR = 30_000;

const seen = new ExpiringMap<true>(REMEMBERED_FOR);

/**
 * Two deliveries with the same key are copies of one. The signature covers the body alone, so an ID counts only
 * together with the body: otherwise a captured delivery could run again under another ID, or use up the ID of a
 * later one. For events that cannot happen twice in the same way (a purchase, a subscriber), the body alone
 * decides: its bytes as they were signed, since items may have lost addresses or digits in which two buyers
 * differ. Undefined if copies cannot be recognized.
 */
export function getDuplicateKey(
	event: string,
	deliveryId: string,
	signed: Buffer,
): string | undefined {
	const isAlone = !EVENTS[event]?.mayRepeat;
	if (!isAlone && deliveryId === '') return undefined;
	const id = isAlone ? '' : JSON.stringify(deliveryId);
	return createHash('sha256').update(id).update(signed).digest('hex');
}

/**
 * Records a delivery in this process; false if it was recorded before. Catches copies that arrive at the same
 * moment, which n8n's own store of processed data (used in `execute`, for later ones) would let through.
 */
export function recordIfNew(trigger: string, key: string, now: number): boolean {
	const delivery = `${trigger} ${key}`;
	if (seen.get(delivery, now)) return false;
	seen.set(delivery, true, now);
	return true;
}
