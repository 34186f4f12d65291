/** For each key, a promise that settles when the last queued work ends. */
const ofProcess = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work with the same key has ended, even if that failed, and resolves with its result.
 * The queue covers this process, or only the given `lines`.
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
