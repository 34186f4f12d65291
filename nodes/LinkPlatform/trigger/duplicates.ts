/** Shorter than the service's first retry (1 minute), so that a delivery which n8n failed to take is not turned away. */
const REMEMBERED_FOR = 30_000;

const seen = new Map<string, number>();

/**
 * True the first time a delivery is seen in this process. Catches copies that arrive at the same moment,
 * which n8n's own store of processed data (asked in `execute`, for later ones) would let through.
 */
export function isFirst(trigger: string, deliveryId: string, now: number): boolean {
	for (const [delivery, at] of seen) {
		if (now - at < REMEMBERED_FOR) break;
		seen.delete(delivery);
	}
	const delivery = `${trigger} ${deliveryId}`;
	if (seen.has(delivery)) return false;
	seen.set(delivery, now);
	return true;
}
