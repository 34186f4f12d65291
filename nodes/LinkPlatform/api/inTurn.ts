/** By key, a promise for the end of the last queued work. */
const ofProcess = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work with the same key has ended, even if that failed, and resolves with its result.
 * The queue covers this process, or only the given `lines`. Calls `onWait` if it has to wait.
 */
export async function inTurn<T>(
	key: string,
	work: () => Promise<T>,
	onWait?: () => void,
	lines = ofProcess,
): Promise<T> {
	const before = lines.get(key);
	if (before) onWait?.();
	const turn = Promise.resolve(before).then(work);
	const end = turn.catch(() => undefined);
	lines.set(key, end);
	return await turn.finally(() => {
		if (lines.get(key) === end) lines.delete(key);
	});
}
