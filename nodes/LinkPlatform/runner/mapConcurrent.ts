/** Whether anything has failed yet. */
export interface Progress {
	hasFailed: boolean;
}

interface Limits<Entry> {
	concurrency: number;
	/** Whether nothing new starts after a failure; what has not run is then missing from the outcomes. */
	stopEarly?: boolean;
	/** Entries with the same key run one after another. */
	orderingKey?: (entry: Entry) => string | undefined;
	/** Shared by those that stop together. */
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
	const runInOrder = orderingKey ? byKey(entries, orderingKey, runOne) : runOne;
	let next = 0;
	const worker = async () => {
		while (next < entries.length) {
			next += 1;
			await runInOrder(next - 1);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, worker));
	return outcomes;
}

/** Runs an entry once all before it with the same key have run. */
function byKey<Entry>(
	entries: Entry[],
	getKey: (entry: Entry) => string | undefined,
	run: (index: number) => Promise<void>,
) {
	const turns = new Map<string, Promise<void>>();
	return async (index: number) => {
		const key = readKey(entries[index], getKey);
		if (key === undefined) return await run(index);
		const turn = (turns.get(key) ?? Promise.resolve()).then(async () => await run(index));
		turns.set(key, turn);
		await turn;
	};
}

/** Undefined for an entry whose key can't be read: it fails in its own turn, for the same reason. */
function readKey<Entry>(entry: Entry, getKey: (entry: Entry) => string | undefined) {
	try {
		return getKey(entry);
	} catch {
		return undefined;
	}
}
