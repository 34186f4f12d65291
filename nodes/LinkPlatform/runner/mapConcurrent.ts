/** Whether anything has failed yet. */
export interface Progress {
	hasFailed: boolean;
}

/**
 * Runs `work` for every entry, at most `concurrency` at a time, and resolves with the outcomes in input
 * order. Entries with the same ordering key run one after another. With `stopEarly`, nothing new starts after
 * a failure; what has not run is then missing from the outcomes. `progress` is shared by those that stop together.
 */
export async function mapConcurrent<Entry, Result>(
	entries: Entry[],
	work: (entry: Entry, index: number) => Promise<Result>,
	{
		concurrency,
		stopEarly = false,
		orderingKey = () => undefined,
		progress = { hasFailed: false },
	}: {
		concurrency: number;
		stopEarly?: boolean;
		orderingKey?: (entry: Entry) => string | undefined;
		progress?: Progress;
	},
): Promise<Array<PromiseSettledResult<Result>>> {
	const outcomes: Array<PromiseSettledResult<Result>> = [];
	const turns = new Map<string, Promise<unknown>>();
	let next = 0;

	const runOne = async (index: number) => {
		if (stopEarly && progress.hasFailed) return;
		try {
			outcomes[index] = { status: 'fulfilled', value: await work(entries[index], index) };
		} catch (reason) {
			outcomes[index] = { status: 'rejected', reason };
			progress.hasFailed = true;
		}
	};
	const getKey = (entry: Entry) => {
		try {
			return orderingKey(entry);
		} catch {
			// An entry whose key can't be read fails in its own turn, for the same reason.
			return undefined;
		}
	};
	const worker = async () => {
		while (next < entries.length) {
			const index = next;
			next += 1;
			const key = getKey(entries[index]);
			if (key === undefined) {
				await runOne(index);
				continue;
			}
			const turn = (turns.get(key) ?? Promise.resolve()).then(async () => await runOne(index));
			turns.set(key, turn);
			await turn;
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, worker));
	return outcomes;
}
