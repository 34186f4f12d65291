/**
 * The queues of this process, by key. Each value is a promise that settles when the last work in the queue has ended.
 */
const ofProcess = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work with the same key has ended, even if some of it failed. Resolves with the result
 * of `work`. `lines` holds the queues. By default, the whole process shares them.
 */
export async function inTurn<T>(
	key: string,
	work: () => Promise<T>,
	lines = ofProcess,
): Promise<T> {
	const turn = Promise.resolve(lines.get(key)).then(work);
	const end = turn.catch(() => undefined);
	lines.set(key, end);
	return await turn.finally(() => {
		if (lines.get(key) === end) lines.delete(key);
	});
}
