const locks = new Map<string, Promise<unknown>>();

/** Runs the work when all earlier work with this key has ended in this process, even if it failed. */
export async function runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
	const result = (locks.get(key) ?? Promise.resolve()).then(work);
	const lock = result.catch(() => undefined);
	locks.set(key, lock);
	try {
		return await result;
	} finally {
		if (locks.get(key) === lock) locks.delete(key);
	}
}
