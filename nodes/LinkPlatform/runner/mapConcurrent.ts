import { inTurn } from '../api/inTurn';

/** State that calls of `mapConcurrent` share so that they stop together. */
export interface Progress {
	hasFailed: boolean;
}

interface Limits<Entry> {
	concurrency: number;
	/** True if no further entry should start after a failure. Entries that weren't started have no outcome. */
	stopEarly?: boolean;
	/** Returns the key of an entry. Entries with the same key run sequentially. */
	orderingKey?: (entry: Entry) => string | undefined;
	/** The state to share with other calls, so that they stop together. */
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
			else await inTurn(key, async () => await runOne(index), lines);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, worker));
	return outcomes;
}

/**
 * Runs `work` for every entry like `mapConcurrent`, and resolves with the results. Rejects with the first failure, after
 * which no further entry is started.
 */
export async function mapAll<Entry, Result>(
	entries: Entry[],
	{ concurrency }: { concurrency: number },
	work: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
	const outcomes = await mapConcurrent(entries, work, { concurrency, stopEarly: true });
	return outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
}

/**
 * Returns the ordering key of an entry. Returns undefined if the key can't be read: the entry then fails for the same
 * reason when it runs.
 */
function readKey<Entry>(entry: Entry, getKey: (entry: Entry) => string | undefined) {
	try {
		return getKey(entry);
	} catch {
		return undefined;
	}
}
