/** Counters by the ID of their record. A record without one, e.g. a subscriber, counts 1. */
export type Counters = Map<string, number>;

/** How much each counter has grown; one that is not known has grown from 0, since its record is new. */
export function getGrowth(known: Counters, seen: Counters): Counters {
	const growth = [...seen].map(
		([id, count]) => [id, count - (known.get(id) ?? 0)] as [string, number],
	);
	return new Map(growth.filter(([, grown]) => grown > 0));
}

/** True if a counter fell, because its record was made anew or its statistics were reset. */
export function hasFallen(known: Counters, seen: Counters): boolean {
	return [...seen].some(([id, count]) => count < (known.get(id) ?? 0));
}

/**
 * The counters to compare with next time. Those of 0 are left out, as if they were not known. Those of records that
 * are not listed are kept while there is room: a record may be missing only because pages moved while they were
 * read, and its whole counter would count as growth when it is back.
 */
export function toStored(known: Counters, seen: Counters, most: number): Counters {
	const stored = new Map([...seen].filter(([, count]) => count > 0));
	const missing = [...known].filter(([id]) => !seen.has(id));
	const room = Math.max(0, most - stored.size);
	for (const [id, count] of missing.slice(0, room)) stored.set(id, count);
	return stored;
}
