const SECOND = 1000;

/** Calls `ask` repeatedly, at growing intervals, until it returns a value. */
export async function until<T>(what: string, ask: () => T | Promise<T>, limit = 60 * SECOND) {
	const deadline = Date.now() + limit;
	for (let pause = 5; ; pause = Math.min(pause * 2, 150)) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
		if (Date.now() > deadline)
			throw new Error(`Gave up after waiting ${limit / SECOND} s for ${what}`);
		await new Promise((done) => setTimeout(done, pause));
	}
}
