/**
 * In ms. For a credential n8n asks its database, decrypts and starts an expression engine: a quarter of the CPU
 * time of a delivery. A new key counts at once, because whatever does not match is read again; the former one
 * counts this long.
 */
const KEPT_FOR = 30_000;

interface Kept {
	secrets: string[];
	at: number;
}

/** The oldest first. */
const kept = new Map<string, Kept>();

/** The secrets that were kept under this name in the last 30 seconds. */
export function getKeptSecrets(name: string, now: number): string[] {
	const { secrets, at } = kept.get(name) ?? { secrets: [], at: now };
	return now - at < KEPT_FOR ? secrets : [];
}

/** Keeps them for 30 seconds, in this process alone. */
export function keepSecrets(name: string, secrets: string[], now: number): void {
	for (const [other, { at }] of kept) {
		if (now - at < KEPT_FOR) break;
		kept.delete(other);
	}
	kept.delete(name);
	kept.set(name, { secrets, at: now });
}
