import { createHash } from 'crypto';
import { EVENTS } from '../webhooks/events';

/** Shorter than Link Platform's first retry (1 minute), so that a delivery which n8n failed to take is not turned away. */
const REMEMBERED_FOR = 30_000;

const seen = new Map<string, number>();

/**
 * What makes two deliveries one. The signature covers the body alone, so an id counts only together with the
 * body: otherwise a captured delivery could run again under another id, or take the id of a coming one. Of
 * what cannot happen twice alike (a purchase, a subscriber), the body alone decides: its bytes as they were
 * signed, since items may have lost addresses or digits in which two buyers differ. Undefined: it cannot be
 * told, so it is none.
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
 * True the first time a key is seen in this process. Catches copies that arrive at the same moment, which
 * n8n's own store of processed data (asked in `execute`, for later ones) would let through.
 */
export function isFirst(trigger: string, key: string, now: number): boolean {
	for (const [delivery, at] of seen) {
		if (now - at < REMEMBERED_FOR) break;
		seen.delete(delivery);
	}
	const delivery = `${trigger} ${key}`;
	if (seen.has(delivery)) return false;
	seen.set(delivery, now);
	return true;
}
