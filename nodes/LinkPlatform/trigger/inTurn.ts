const lastTurns = new Map<string, Promise<unknown>>();

/** Runs the work of one key one after the other, in this process; what is thrown holds up nothing. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
	const turn = (lastTurns.get(key) ?? Promise.resolve()).then(work);
	const end = turn.catch(() => undefined);
	lastTurns.set(key, end);
	try {
		return await turn;
	} finally {
		if (lastTurns.get(key) === end) lastTurns.delete(key);
	}
}
