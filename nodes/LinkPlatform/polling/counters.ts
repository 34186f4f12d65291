/** Counters by the ID of their record. A record without one, e.g. a subscriber, counts 1. */
export type Counters = Map<string, number>;

/** A counter as JSON has it, as a number or a text; undefined if it is none. */
export function parseCounter(value: unknown): number | undefined {
	const isCount = /^\d{1,15}$/.test(String(value ?? '').trim());
	return isCount ? Number(value) : undefined;
}

/** How much each counter has grown; one that is not known has grown from 0, since its record is new. */
export function getGrowth(known: Counters, seen: Counters): Counters {
	const growth = [...seen].map(
		([id, count]) => [id, count - (known.get(id) ?? 0)] as [string, number],
	);
	return new Map(growth.filter(([, grown]) => grown > 0));
}

/** True if a counter fell or its record is gone: what is known of it must not be compared with again. */
export function hasFallen(known: Counters, seen: Counters): boolean {
	return [...known].some(([id, count]) => (seen.get(id) ?? 0) < count);
}

/** The counters to compare with next time. Those of 0 are left out, as if they were not known. */
export function toStored(seen: Counters): Counters {
	return new Map([...seen].filter(([, count]) => count > 0));
}
