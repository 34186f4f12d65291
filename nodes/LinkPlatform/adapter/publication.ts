/**
 * The time for a publication, in ms, counted from n8n's first try. n8n 2.40 gives up after 84 s, in words that don't
 * help. It is a bit less than a minute, so that everything is over in a minute. Only tests change it.
 */
export const publishing = { time: 55_000 };
/** The time after a failed try in which another try belongs to the same publication, in ms. n8n's pauses add up to 15 s. */
const SAME_WITHIN = 16_000;

/** A publication whose latest try failed. */
interface Failed {
	deadline: number;
	/** When the latest try that sent something ended. */
	endedAt: number;
	failure: unknown;
}

/** The publications that failed last, by trigger. */
const ofProcess = new Map<string, Failed>();

/**
 * Runs one of n8n's five tries to publish a trigger. All tries of a publication share one deadline: after it, a try
 * fails at once with the failure of the try before. `work` gets the time that is left in ms, and that failure, if there
 * was one.
 */
export async function tryToPublish<T>(
	trigger: string,
	work: (msLeft: number, before?: unknown) => Promise<T>,
): Promise<T> {
	const now = Date.now();
	const latest = ofProcess.get(trigger);
	const failed = latest && now - latest.endedAt < SAME_WITHIN ? latest : undefined;
	const { deadline, failure: before } = failed ?? { deadline: now + publishing.time, failure: undefined };
	if (deadline <= now) throw before;
	const [outcome] = await Promise.allSettled([work(deadline - now, before)]);
	if (outcome.status === 'fulfilled') {
		ofProcess.delete(trigger);
		return outcome.value;
	}
	ofProcess.set(trigger, { deadline, endedAt: Date.now(), failure: outcome.reason });
	throw outcome.reason;
}
