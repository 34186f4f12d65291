import { inTurn } from '../api/inTurn';

/** The state that calls share which stop together. */
export interface Progress {
	hasFailed: boolean;
}

interface Limits<Entry> {
	concurrency: number;
	/** True if nothing starts after a failure. Entries that didn't run are missing from the outcomes. */
	stopEarly?: boolean;
	/** Entries with the same key run one after another. */
	orderingKey?: (entry: Entry) => string | undefined;
	/** The state to share with other calls. */
	progress?: Progress;
}

/**
 * Runs `work` for every entry, at most `concurrency` at a time, and resolves with the outcomes in input order. Never
 * rejects.
 */
export async function mapConcurrent<Entry, Result>(
	entries: Entry[],
	work: (entry: Entry, index: number) => Promise<Result>,
	{ concurrency, stopEarly = false, orderingKey, progress = { hasFailed: false } }: Limits<Entry>,
): Promise<Array<PromiseSettledResult<Result>>> {
	const outcomes: Array<PromiseSettledResult<Result>> = [];
	const runOne = async (index: number) => {
		if (stopEarly && progress.hasFailed) return;
		try {
			outcomes[index] = { status: 'fulfilled', value: await work(entries[index], index) };
		} catch (reason) {
			outcomes[index] = { status: 'rejected', reason };
			progress.hasFailed = true;
		}
	};
	const lines = new Map<string, Promise<unknown>>();
	let next = 0;
	const worker = async () => {
		while (next < entries.length) {
			const index = next;
			next += 1;
			const key = orderingKey && readKey(entries[index], orderingKey);
			if (key === undefined) await runOne(index);
			else await inTurn(key, async () => await runOne(index), undefined, lines);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, worker));
	return outcomes;
}

/** Returns undefined for an entry whose key can't be read: it fails when it is its turn, for the same reason. */
function readKey<Entry>(entry: Entry, getKey: (entry: Entry) => string | undefined) {
	try {
		return getKey(entry);
	} catch {
		return undefined;
	}
}
