/** By key: the end of the last work in line. */
const ofProcess = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once all before it with this key has ended in this process (or in these lines), even if it failed, and
 * resolves as it does. `onWait` is called if there is any.
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
