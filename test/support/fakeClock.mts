/** A clock that only tests move. All tests of a process share its globals, so jest's own fake timers don't work here. */
interface Timer {
	at: number;
	run: () => void;
}

/** Replaces the clock and the timers until `jest.restoreAllMocks()`. */
export function useFakeClock(start: number) {
	let now = start;
	const timers = new Set<Timer>();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
		const timer = { at: now + ms, run };
		timers.add(timer);
		return timer;
	}) as unknown as typeof setTimeout);
	jest
		.spyOn(globalThis, 'clearTimeout')
		.mockImplementation((timer) => void timers.delete(timer as unknown as Timer));
	/** Lets work go on that doesn't wait for a timer, such as reading a response. */
	const settle = async () => {
		for (let n = 0; n < 8; n += 1) await new Promise(setImmediate);
	};
	return {
		/** Passes time from timer to timer. */
		pass: async (ms: number) => {
			const end: Timer = { at: now + ms, run: () => {} };
			for (let next: Timer | undefined; next !== end; ) {
				await settle();
				next = [...timers].reduce((one, other) => (other.at < one.at ? other : one), end);
				now = Math.max(now, next.at);
				timers.delete(next);
				next.run();
			}
		},
	};
}
