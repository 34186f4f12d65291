const lanes = new Map<string, Promise<unknown>>();

/** Runs the work of one lane one after the other, in this process; what is thrown holds up nothing. */
export async function inTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
	const turn = (lanes.get(lane) ?? Promise.resolve()).then(work);
	const end = turn.catch(() => undefined);
	lanes.set(lane, end);
	try {
		return await turn;
	} finally {
		if (lanes.get(lane) === end) lanes.delete(lane);
	}
}
