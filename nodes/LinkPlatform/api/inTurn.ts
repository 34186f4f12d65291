/** The end of the last work in line, by key. */
const ofProcess = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work with this key in this process (or in `lines`) has ended, even if that failed, and
 * resolves with the result. Calls `onWait` if there is earlier work.
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
