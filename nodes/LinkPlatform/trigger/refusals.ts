/** How many deliveries in a row had an invalid signature, by trigger; in this process. */
const refusals = new Map<string, number>();

/** Anybody may send some. So many without a genuine one in between suggest that the subscription has another secret. */
const SUSPICIOUS = 3;

export function recordRefusal(trigger: string): void {
	refusals.set(trigger, (refusals.get(trigger) ?? 0) + 1);
}

export function recordGenuine(trigger: string): void {
	refusals.delete(trigger);
}

/** The number of refused deliveries, if there are suspiciously many. */
export function getSuspicion(trigger: string): number | undefined {
	const count = refusals.get(trigger) ?? 0;
	return count >= SUSPICIOUS ? count : undefined;
}

/** A renewal was of no use if they continue, so it is not repeated until a delivery is genuine. */
export function dismissSuspicion(trigger: string): void {
	refusals.set(trigger, -Infinity);
}
